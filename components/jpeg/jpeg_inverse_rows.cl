// The inverse transform of several blocks at once, in vectors with a row of each block, for processors with AVX2. It
// takes fewer instructions than one block after the other. It is the transform of jpeg_transform.cl with its constants
// added up, since one instruction adds two products.

#define WAITING BLOCKS  // that are transformed together

#if BLOCKS > 1
INLINE Values wrapped_sum(const Values a, const Values b) { return AS(Values, MAGNITUDES_OF(a) + MAGNITUDES_OF(b)); }
INLINE Values wrapped_difference(const Values a, const Values b) {
  return AS(Values, MAGNITUDES_OF(a) - MAGNITUDES_OF(b));
}

INLINE Sums minus(const Sums a, const Sums b) {
  const Sums sums = {a.low - b.low, a.high - b.high};
  return sums;
}

// Values with FRACTION bits after the point.
INLINE Sums with_fraction(const Values v) {
  const Values zero = 0;
  const Sums sums = {AS(Products, LOW_ONES(zero, v)) >> (16 - FRACTION),
                     AS(Products, HIGH_ONES(zero, v)) >> (16 - FRACTION)};
  return sums;
}

INLINE void inverse_rows(Values *v, const int bits) {
  const Sums even0 = with_fraction(wrapped_sum(v[0], v[4])), even1 = with_fraction(wrapped_difference(v[0], v[4]));
  const Sums even2 = turned(v[2], v[6], FIX_0_541196100, FIX_0_541196100 - FIX_1_847759065);
  const Sums even3 = turned(v[2], v[6], FIX_0_541196100 + FIX_0_765366865, FIX_0_541196100);
  const Sums a0 = plus(even0, even3), a3 = minus(even0, even3);
  const Sums a1 = plus(even1, even2), a2 = minus(even1, even2);
  const Values y3 = wrapped_sum(v[7], v[3]), y4 = wrapped_sum(v[5], v[1]);
  const Sums w3 = turned(y3, y4, FIX_1_175875602 - FIX_1_961570560, FIX_1_175875602);
  const Sums w4 = turned(y3, y4, FIX_1_175875602, FIX_1_175875602 - FIX_0_390180644);
  const Sums b0 = plus(turned(v[7], v[1], FIX_0_298631336 - FIX_0_899976223, -FIX_0_899976223), w3);
  const Sums b1 = plus(turned(v[5], v[3], FIX_2_053119869 - FIX_2_562915447, -FIX_2_562915447), w4);
  const Sums b2 = plus(turned(v[3], v[5], FIX_3_072711026 - FIX_2_562915447, -FIX_2_562915447), w3);
  const Sums b3 = plus(turned(v[1], v[7], FIX_1_501321110 - FIX_0_899976223, -FIX_0_899976223), w4);
  v[0] = descaled(plus(a0, b3), bits);
  v[7] = descaled(minus(a0, b3), bits);
  v[1] = descaled(plus(a1, b2), bits);
  v[6] = descaled(minus(a1, b2), bits);
  v[2] = descaled(plus(a2, b1), bits);
  v[5] = descaled(minus(a2, b1), bits);
  v[3] = descaled(plus(a3, b0), bits);
  v[4] = descaled(minus(a3, b0), bits);
}

INLINE bool are_zero(const Values v) {
#if BLOCKS == 4
  const long8 all = AS(long8, v);
  const long4 both = all.lo | all.hi;
#else
  const long4 both = AS(long4, v);
#endif
  const long2 words = both.lo | both.hi;
  return (words.x | words.y) == 0;
}

// All bits of a block's rows but the first.
INLINE Values after_first_row(void) {
#if BLOCKS == 4
  return AS(Values, (long8)(0, 0, -1, -1, -1, -1, -1, -1));
#else
  return AS(Values, (long4)(0, 0, -1, -1));
#endif
}

// In blocks with coefficients only in their first rows, the first pass only moves these. Numbers over 16 bits then wrap
// around, where the full pass limits them. So blocks with such large numbers are left to jpeg_transform.cl.
#define MOST_MOVED (1 << (15 - KEPT_BITS))
INLINE bool can_wrap(const Values first) {
  return !are_zero(AS(Values, (MAGNITUDES_OF(first) + (Magnitudes)MOST_MOVED) & (Magnitudes)(-2 * MOST_MOVED)));
}

// Makes samples of multiplied coefficients: rows of bytes of each block, two rows of a block side by side.
INLINE void full_rows(Values *v, const bool are_flat) {
  if (are_flat) {
    const Values row = AS(Values, MAGNITUDES_OF(v[0]) << (Magnitudes)KEPT_BITS);
#pragma unroll
    for (int i = 0; i < 8; ++i) v[i] = row;
  } else {
    inverse_rows(v, FRACTION - KEPT_BITS);
  }
  transpose_rows(v);
  inverse_rows(v, FRACTION + KEPT_BITS + 3);
  transpose_rows(v);
}

typedef ulong SampleRows __attribute__((ext_vector_type(2 * BLOCKS)));  // two rows of eight samples of each block

INLINE SampleRows sample_rows(const Values a, const Values b) {
  return AS(SampleRows, NARROW_BYTES(a, b)) ^ 0x8080808080808080;  // samples are stored about their middle
}
#endif
