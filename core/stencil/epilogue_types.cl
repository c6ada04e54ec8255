// The types that functions of points need in the programs of other families. Such functions change samples when they
// are loaded (prologue.cl) or results before they are stored (epilogue.cl).

#define EPILOGUE 1

#define VALUE_1 uchar
#define VALUE_3 ushort
#define VALUE_10 float
#define VALUE_OF(type) JOIN(VALUE_, type)
#define VALUE VALUE_OF(TYPE)
#define FLOATS VECTOR(float)

#if VEC > 16
#define AS_FLOATS(v) __builtin_astype(v, FLOATS)
#define AS_UINTS(v) __builtin_astype(v, VECTOR(uint))
#endif

#if VEC == 1
#define LOAD_HALF(p, i) vload_half(i, p)
#define STORE_HALF(v, p, i) vstore_half(v, i, p)
#elif VEC <= 16
#define LOAD_HALF(p, i) JOIN(vload_half, VEC)(i, p)
#define STORE_HALF(v, p, i) JOIN(vstore_half, VEC)(v, i, p)
#else  // no step has halves
#define LOAD_HALF(p, i) ((FLOATS)0)
#define STORE_HALF(v, p, i)
#endif
