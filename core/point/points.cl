// What functions of points may use, and how samples become values and back. A function works on VALUES: vectors of
// floats, or of an integer type if it says so. The program has its file once for each of these types, after the TYPE of
// its arithmetic. The file's names are written NAMED(name). There are two kinds of functions:
//
//   VALUES NAMED(f)(const VALUES *v, const NUMBER *n)
//     a sample of v[0], v[1], ..., one from each input
//   void NAMED(f)(const VALUES *v, const int channels, const NUMBER *n, VALUES *out)
//     a pixel: the channels of all inputs, so many of the first, and those of all outputs
//
// n are the call's numbers, floats here. In any_points.cl, for samples of the other types, values are single samples of
// any type, and numbers have that type, too. A function that needs its place has two more inputs of one channel each, the pixels'
// columns and rows, and two more numbers, the whole image's width and height. Vectors may have any length, so a
// function has no `if` on values: a ? b : c works on lanes.

#define VALUES VECTOR(VALUE)
#define NUMBER float
#define FLOATING (TYPE == F32)
#define NAMED(name) JOIN(JOIN(name, _), TYPE)
#define ALL(number) ((VALUES)(VALUE)(number))  // the same number in all lanes

// The lesser and the greater of two floats. NaN wins, as in NumPy; OpenCL leaves open what min() and max() do with it.
#define LESSER_OR_NAN(a, b) ((a) <= (b) || (a) != (a) ? (a) : (b))
#define GREATER_OR_NAN(a, b) ((a) >= (b) || (a) != (a) ? (a) : (b))

// The types of samples in memory. A half is its bits.
#define BITS_1 uchar
#define BITS_3 ushort
#define BITS_9 ushort
#define BITS_10 float
#define BITS_OF(type) JOIN(BITS_, type)

// The float 2^23 + n has the integer n in its low bits, and sums with 2^23 round to nearest even. GPUs add at eight
// times the rate at which they convert.
#define ROUNDING_BIAS 8388608.0f
#define BIASED_BITS 0x4b000000u
#ifndef AS_FLOATS
#define AS_FLOATS(v) JOIN(as_, FLOATS)(v)
#define AS_UINTS(v) JOIN(as_, VECTOR(uint))(v)
#endif

// The value in arithmetic A of bits of a type T: value_A_T.
#define VALUE_FROM(arithmetic, type) JOIN(JOIN(value_, arithmetic), JOIN(_, type))
INLINE VECTOR(uchar) value_1_1(const VECTOR(uchar) v) { return v; }
INLINE VECTOR(ushort) value_3_3(const VECTOR(ushort) v) { return v; }
INLINE FLOATS value_10_1(const VECTOR(uchar) v) { return AS_FLOATS(CONVERT(uint, v) | BIASED_BITS) - ROUNDING_BIAS; }
INLINE FLOATS value_10_3(const VECTOR(ushort) v) { return AS_FLOATS(CONVERT(uint, v) | BIASED_BITS) - ROUNDING_BIAS; }
INLINE FLOATS value_10_9(const VECTOR(ushort) bits) { return LOAD_HALF((const half *)&bits, 0); }
INLINE FLOATS value_10_10(const FLOATS v) { return v; }

// Results of f32 arithmetic, rounded to an integer type T but still floats: rounded_T. They saturate; NaN becomes 0.
#define ROUNDED(type) JOIN(rounded_, type)
INLINE FLOATS biased(const FLOATS v, const float most) { return fmin(fmax(v, (FLOATS)0.0f), (FLOATS)most) + ROUNDING_BIAS; }
INLINE FLOATS rounded_1(const FLOATS v) { return biased(v, 255.0f) - ROUNDING_BIAS; }
INLINE FLOATS rounded_3(const FLOATS v) { return biased(v, 65535.0f) - ROUNDING_BIAS; }

// The bits of a type T of a value of arithmetic A: bits_T_A.
#define BITS_FROM(type, arithmetic) JOIN(JOIN(bits_, type), JOIN(_, arithmetic))
INLINE VECTOR(uchar) bits_1_1(const VECTOR(uchar) v) { return v; }
INLINE VECTOR(ushort) bits_3_3(const VECTOR(ushort) v) { return v; }
INLINE VECTOR(uchar) bits_1_10(const FLOATS v) { return CONVERT(uchar, AS_UINTS(biased(v, 255.0f))); }
INLINE VECTOR(ushort) bits_3_10(const FLOATS v) { return CONVERT(ushort, AS_UINTS(biased(v, 65535.0f))); }
INLINE VECTOR(ushort) bits_9_10(const FLOATS v) {
  VECTOR(ushort) bits;
  STORE_HALF(v, (half *)&bits, 0);
  return bits;
}
INLINE FLOATS bits_10_10(const FLOATS v) { return v; }

// Looks samples up in a table with an entry for each integer of the type. Bytes stay in words, since GPUs keep arrays
// of bytes in memory.
#define BYTE_OF(word, place) (((word) >> (8 * (place))) & 255u)
#define LOOK_UP_BYTE(table, word, place) ((uint)table[BYTE_OF(word, place)] << (8 * (place)))
#define LOOK_UP_WORD(table, word)                                                                \
  (LOOK_UP_BYTE(table, word, 0) | LOOK_UP_BYTE(table, word, 1) | LOOK_UP_BYTE(table, word, 2) | \
   LOOK_UP_BYTE(table, word, 3))
#define LOOK_UP_16(table, v)                                                                  \
  as_uchar16((uint4)(LOOK_UP_WORD(table, as_uint4(v).x), LOOK_UP_WORD(table, as_uint4(v).y), \
                     LOOK_UP_WORD(table, as_uint4(v).z), LOOK_UP_WORD(table, as_uint4(v).w)))
#if VEC == 4
#define LOOK_UP_BYTES(table, v) as_uchar4(LOOK_UP_WORD(table, as_uint(v)))
#elif VEC == 8
#define LOOK_UP_BYTES(table, v) \
  as_uchar8((uint2)(LOOK_UP_WORD(table, as_uint2(v).x), LOOK_UP_WORD(table, as_uint2(v).y)))
#elif VEC == 16
#define LOOK_UP_BYTES(table, v) LOOK_UP_16(table, v)
#elif VEC == 2
#define LOOK_UP_BYTES(table, v) (uchar2)(table[v.x], table[v.y])
#else
#define LOOK_UP_BYTES(table, v) table[v]
#endif
#define DEFINE_BYTE_LOOK_UP(function, space)                                                           \
  INLINE VECTOR(uchar) function(const VECTOR(uchar) v, space const uchar *restrict table) { \
    return LOOK_UP_BYTES(table, v);                                                                    \
  }
