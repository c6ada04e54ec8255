// Vectors longer than OpenCL C's 16 lanes. Clang has them, and they fill a CPU's registers with bytes and shorts. This
// file defines what sums of 16-bit integers, minima and maxima need, and the library's own functions of points behind
// them.

#if VEC > 16

#define OVERLOAD INLINE __attribute__((overloadable))
#define WIDE VECTOR

#define DEFINE_TYPE(type)                                                                                      \
  typedef type WIDE(type) __attribute__((ext_vector_type(VEC)));                                               \
  typedef WIDE(type) JOIN(loose_, type) __attribute__((aligned(sizeof(type))));                                \
  OVERLOAD WIDE(type) load_wide(__global const type *p) { return *(__global const JOIN(loose_, type) *)p; }    \
  OVERLOAD WIDE(type) load_wide(__local const type *p) { return *(__local const JOIN(loose_, type) *)p; }      \
  OVERLOAD WIDE(type) load_wide(const type *p) { return *(const JOIN(loose_, type) *)p; }                      \
  OVERLOAD void store_wide(WIDE(type) v, __global type *p) { *(__global JOIN(loose_, type) *)p = v; }          \
  OVERLOAD void store_wide(WIDE(type) v, __local type *p) { *(__local JOIN(loose_, type) *)p = v; }            \
  OVERLOAD void store_wide(WIDE(type) v, type *p) { *(JOIN(loose_, type) *)p = v; }

DEFINE_TYPE(char)
DEFINE_TYPE(uchar)
DEFINE_TYPE(short)
DEFINE_TYPE(ushort)
DEFINE_TYPE(int)
DEFINE_TYPE(uint)
DEFINE_TYPE(float)

// `flag` is the integer type of the same size as `type`.
#define DEFINE_ORDER(type, flag)                                                                            \
  OVERLOAD WIDE(type) min(WIDE(type) a, WIDE(type) b) { return a < b ? a : b; }                             \
  OVERLOAD WIDE(type) max(WIDE(type) a, WIDE(type) b) { return a > b ? a : b; }                             \
  OVERLOAD WIDE(type) clamp(WIDE(type) v, WIDE(type) low, WIDE(type) high) { return min(max(v, low), high); } \
  OVERLOAD WIDE(type) select(WIDE(type) no, WIDE(type) yes, WIDE(flag) choice) { return choice ? yes : no; }

DEFINE_ORDER(uchar, char)
DEFINE_ORDER(short, short)
DEFINE_ORDER(ushort, short)
DEFINE_ORDER(int, int)
DEFINE_ORDER(float, int)

// Sums and differences that saturate. Compilers have instructions for these expressions.
#define DEFINE_SATURATED(type)                                                                      \
  OVERLOAD WIDE(type) add_sat(WIDE(type) a, WIDE(type) b) { return a + min(b, ~a); }                \
  OVERLOAD WIDE(type) sub_sat(WIDE(type) a, WIDE(type) b) { return max(a, b) - b; }

DEFINE_SATURATED(uchar)
DEFINE_SATURATED(ushort)

OVERLOAD WIDE(float) fabs(WIDE(float) v) { return (WIDE(float))(fabs(v.lo), fabs(v.hi)); }

// Sums of integers are never NaN; only for NaN would OpenCL C's functions differ from these.
OVERLOAD WIDE(float) fmin(WIDE(float) a, WIDE(float) b) { return min(a, b); }
OVERLOAD WIDE(float) fmax(WIDE(float) a, WIDE(float) b) { return max(a, b); }

OVERLOAD WIDE(float) fma(WIDE(float) a, WIDE(float) b, WIDE(float) c) {
  return (WIDE(float))(fma(a.lo, b.lo, c.lo), fma(a.hi, b.hi, c.hi));
}

#endif
