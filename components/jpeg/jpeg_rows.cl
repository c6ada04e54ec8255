// Vectors of the transforms have a row of each of BLOCKS blocks, whose values need 16 bits in both passes. With AVX2 a
// vector holds twice as many values of 16 bits as of 32: rows of two or of four blocks. An instruction adds two
// products. Lanes move only within one block's 128 bits; AVX2 does that quickly. Other processors have one row of 32
// bits, as a GPU's register holds one value of either size.

#ifndef MOST_BLOCKS
#define MOST_BLOCKS 4  // in a vector of the largest processors
#endif
#define AS(type, v) __builtin_astype(v, type)

#if defined(__AVX2__) && MOST_BLOCKS > 1
#if defined(__AVX512BW__) && MOST_BLOCKS > 2
#define BLOCKS 4  // rows in a vector
#define EACH_LANE(M) M(0), M(8), M(16), M(24)
#define PRODUCT_SUMS(a, b) __builtin_ia32_pmaddwd512(a, b)
#define NARROW(a, b) __builtin_ia32_packssdw512(a, b)
#define NARROW_BYTES(a, b) __builtin_ia32_packsswb512(a, b)
#define SAME_FOR_ALL(v) ((Magnitudes)(v, v, v, v))
#else
#define BLOCKS 2
#define EACH_LANE(M) M(0), M(8)
#define PRODUCT_SUMS(a, b) __builtin_ia32_pmaddwd256(a, b)
#define NARROW(a, b) __builtin_ia32_packssdw256(a, b)
#define NARROW_BYTES(a, b) __builtin_ia32_packsswb256(a, b)
#define SAME_FOR_ALL(v) ((Magnitudes)(v, v))
#endif
#define WIDTH (8 * BLOCKS)
typedef short Values __attribute__((ext_vector_type(WIDTH)));
typedef ushort Magnitudes __attribute__((ext_vector_type(WIDTH)));
typedef uint WideMagnitudes __attribute__((ext_vector_type(WIDTH)));
typedef int Products __attribute__((ext_vector_type(WIDTH / 2)));
typedef uchar RowSamples __attribute__((ext_vector_type(WIDTH), aligned(16)));
typedef struct {
  Products low, high;  // of the first four values of each block, and of its last four
} Sums;

// Steps of a transposition, in the lane from `i` on: single values, pairs and fours of two vectors alternately.
#define LOW_ONE(i) (i), WIDTH + (i), (i) + 1, WIDTH + (i) + 1, (i) + 2, WIDTH + (i) + 2, (i) + 3, WIDTH + (i) + 3
#define LOW_PAIR(i) (i), (i) + 1, WIDTH + (i), WIDTH + (i) + 1, (i) + 2, (i) + 3, WIDTH + (i) + 2, WIDTH + (i) + 3
#define LOW_FOUR(i) (i), (i) + 1, (i) + 2, (i) + 3, WIDTH + (i), WIDTH + (i) + 1, WIDTH + (i) + 2, WIDTH + (i) + 3
#define HIGH_ONE(i) LOW_ONE((i) + 4)
#define HIGH_PAIR(i) LOW_PAIR((i) + 4)
#define HIGH_FOUR(i) LOW_FOUR((i) + 4)
#define LOW_ONES(a, b) __builtin_shufflevector(a, b, EACH_LANE(LOW_ONE))
#define HIGH_ONES(a, b) __builtin_shufflevector(a, b, EACH_LANE(HIGH_ONE))
#define LOW_PAIRS(a, b) __builtin_shufflevector(a, b, EACH_LANE(LOW_PAIR))
#define HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, EACH_LANE(HIGH_PAIR))
#define LOW_FOURS(a, b) __builtin_shufflevector(a, b, EACH_LANE(LOW_FOUR))
#define HIGH_FOURS(a, b) __builtin_shufflevector(a, b, EACH_LANE(HIGH_FOUR))

// The factors of pairs of values, as a vector.
#define FACTORS(a, b) AS(Values, (Products)((b) << 16 | ((a)&0xffff)))

INLINE Sums turned(const Values a, const Values b, const int c, const int d) {
  const Sums sums = {PRODUCT_SUMS(LOW_ONES(a, b), FACTORS(c, d)), PRODUCT_SUMS(HIGH_ONES(a, b), FACTORS(c, d))};
  return sums;
}

INLINE Sums plus(const Sums a, const Sums b) {
  const Sums sums = {a.low + b.low, a.high + b.high};
  return sums;
}

INLINE Values descaled(const Sums v, const int bits) {
  const int rounding = 1 << (bits - 1);
  return NARROW((v.low + rounding) >> bits, (v.high + rounding) >> bits);
}

INLINE Values row_at(__local const uchar *samples) {
  return __builtin_convertvector(*(__local const RowSamples *)samples, Values) - (Values)128;
}

#define MAGNITUDES_OF(v) AS(Magnitudes, v)
#define WITH_SIGN(magnitudes, v) ((v) < (Values)0 ? -AS(Values, magnitudes) : AS(Values, magnitudes))
#define WIDE(v) __builtin_convertvector(v, WideMagnitudes)
#define HIGH_PRODUCT(a, b) __builtin_convertvector(WIDE(a) * WIDE(b) >> 16, Magnitudes)
#else
#define BLOCKS 1
typedef int8 Values;
typedef int8 Sums;
typedef uint8 Magnitudes;

#define LOW_ONES(a, b) ((Values)((a).s0, (b).s0, (a).s1, (b).s1, (a).s2, (b).s2, (a).s3, (b).s3))
#define HIGH_ONES(a, b) ((Values)((a).s4, (b).s4, (a).s5, (b).s5, (a).s6, (b).s6, (a).s7, (b).s7))
#define LOW_PAIRS(a, b) ((Values)((a).s01, (b).s01, (a).s23, (b).s23))
#define HIGH_PAIRS(a, b) ((Values)((a).s45, (b).s45, (a).s67, (b).s67))
#define LOW_FOURS(a, b) ((Values)((a).lo, (b).lo))
#define HIGH_FOURS(a, b) ((Values)((a).hi, (b).hi))

INLINE Sums turned(const Values a, const Values b, const int c, const int d) { return a * c + b * d; }
INLINE Sums plus(const Sums a, const Sums b) { return a + b; }
INLINE Values descaled(const Sums v, const int bits) { return (v + (1 << (bits - 1))) >> bits; }
INLINE Values row_at(__local const uchar *samples) { return convert_int8(*(__local const uchar8 *)samples) - 128; }

#define SAME_FOR_ALL(v) convert_uint8(v)
#define MAGNITUDES_OF(v) as_uint8(v)
#define WITH_SIGN(magnitudes, v) ((v) < (Values)0 ? -as_int8(magnitudes) : as_int8(magnitudes))
#define HIGH_PRODUCT(a, b) ((a) * (b) >> 16)
#endif

// Transposes lanes as if they were samples: BLOCKS rows of each of BLOCKS blocks become as many vectors, each with such
// rows of one block, or the other way round.
INLINE void transpose_lanes(const Values *from, Values *to) {
#if BLOCKS == 4
  long8 v[4];
#pragma unroll
  for (int i = 0; i < 4; i += 2) {
    const long8 a = AS(long8, from[i]), b = AS(long8, from[i + 1]);
    v[i / 2] = (long8)(a.lo, b.lo);
    v[i / 2 + 2] = (long8)(a.hi, b.hi);
  }
#pragma unroll
  for (int i = 0; i < 4; i += 2) {
    const long8 a = v[i], b = v[i + 1];
    to[i] = AS(Values, (long8)(a.s01, a.s45, b.s01, b.s45));
    to[i + 1] = AS(Values, (long8)(a.s23, a.s67, b.s23, b.s67));
  }
#elif BLOCKS == 2
  to[0] = (Values)(from[0].lo, from[1].lo);
  to[1] = (Values)(from[0].hi, from[1].hi);
#else
  to[0] = from[0];
#endif
}

INLINE void transpose_rows(Values *a) {
  Values p[8], q[8];
#pragma unroll
  for (int i = 0; i < 8; i += 2) {
    p[i] = LOW_ONES(a[i], a[i + 1]);
    p[i + 1] = HIGH_ONES(a[i], a[i + 1]);
  }
#pragma unroll
  for (int i = 0; i < 8; i += 4) {
    q[i] = LOW_PAIRS(p[i], p[i + 2]);
    q[i + 1] = HIGH_PAIRS(p[i], p[i + 2]);
    q[i + 2] = LOW_PAIRS(p[i + 1], p[i + 3]);
    q[i + 3] = HIGH_PAIRS(p[i + 1], p[i + 3]);
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    a[2 * i] = LOW_FOURS(q[i], q[i + 4]);
    a[2 * i + 1] = HIGH_FOURS(q[i], q[i + 4]);
  }
}
