// Makes quantised coefficients of blocks of samples, in the order of growing frequency. The forward DCT is libjpeg's
// accurate integer method: that of Loeffler, Ligtenberg and Moschytz (1989) with constants of 13 bits, and two more
// bits between its passes.

#define CONSTANT_BITS 13
#define PASS_BITS 2

// Transforms eight vectors, lane by lane, by the paper's rotations multiplied out. The first pass keeps PASS_BITS more
// bits; the second removes them.
#define TRANSFORM(a, EVEN, bits)                                                             \
  {                                                                                          \
    const Values s07 = a[0] + a[7], s16 = a[1] + a[6], s25 = a[2] + a[5], s34 = a[3] + a[4]; \
    const Values d07 = a[0] - a[7], d16 = a[1] - a[6], d25 = a[2] - a[5], d34 = a[3] - a[4]; \
    const Values even = s07 + s34, odd = s16 + s25, o = s16 - s25, e = s07 - s34;            \
    const Values z1 = d34 + d16, z2 = d25 + d07;                                             \
    const Sums z3 = turned(z1, z2, -6436, 9633), z4 = turned(z1, z2, 9633, 6437);            \
    a[0] = EVEN(even + odd);                                                                 \
    a[4] = EVEN(even - odd);                                                                 \
    a[2] = descaled(turned(o, e, 4433, 10703), bits);                                        \
    a[6] = descaled(turned(o, e, -10704, 4433), bits);                                       \
    a[7] = descaled(plus(turned(d34, d07, -4927, -7373), z3), bits);                         \
    a[1] = descaled(plus(turned(d34, d07, -7373, 4926), z4), bits);                          \
    a[5] = descaled(plus(turned(d25, d16, -4176, -20995), z4), bits);                        \
    a[3] = descaled(plus(turned(d25, d16, -20995, 4177), z3), bits);                         \
  }

#define WIDER(v) ((v) << (Values)PASS_BITS)
#define NARROWER(v) (((v) + (Values)(1 << (PASS_BITS - 1))) >> (Values)PASS_BITS)

// Divides a row by the table's entries and rounds to nearest, halves away from 0. The table has two factors and a half
// for each entry. Quotients are exact, see encode_divisors.cpp.
INLINE Values quantized(const Values v, __global const ushort8 *restrict table) {
  const Magnitudes first = SAME_FOR_ALL(table[0]), second = SAME_FOR_ALL(table[8]), rounding = SAME_FOR_ALL(table[16]);
  const Magnitudes sum = MAGNITUDES_OF(v < (Values)0 ? -v : v) + rounding;
  const Magnitudes share = HIGH_PRODUCT(sum, first);
  return WITH_SIGN(HIGH_PRODUCT(share, second), v);
}

// Stores a block. Each of its vectors in `parts`, which lie BLOCKS apart, has BLOCKS rows.
#if BLOCKS == 4
// Two instructions, each of which chooses from all 64 values.
INLINE void store_zigzag(const Values *parts, MEMORY short *restrict to) {
  MEMORY Values *restrict out = (MEMORY Values *)to;
  out[0] = __builtin_shufflevector(parts[0], parts[BLOCKS], 0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12,
                                   19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28);
  out[1] = __builtin_shufflevector(parts[0], parts[BLOCKS], 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44,
                                   51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63);
}
#else
#if BLOCKS == 2
#define PART_ROW(parts, i) ((i) % 2 == 0 ? (parts)[i].lo : (parts)[(i)-1].hi)
#else
#define PART_ROW(parts, i) convert_short8((parts)[i])
#endif
INLINE void store_zigzag(const Values *parts, MEMORY short *restrict to) {
  short8 r[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) r[i] = PART_ROW(parts, i);
  MEMORY short16 *restrict out = (MEMORY short16 *)to;
  out[0] = (short16)(r[0].s01, r[1].s0, r[2].s0, r[1].s1, r[0].s23, r[1].s2, r[2].s1, r[3].s0, r[4].s0, r[3].s1,
                     r[2].s2, r[1].s3, r[0].s45);
  out[1] = (short16)(r[1].s4, r[2].s3, r[3].s2, r[4].s1, r[5].s0, r[6].s0, r[5].s1, r[4].s2, r[3].s3, r[2].s4,
                     r[1].s5, r[0].s67, r[1].s6, r[2].s5, r[3].s4);
  out[2] = (short16)(r[4].s3, r[5].s2, r[6].s1, r[7].s01, r[6].s2, r[5].s3, r[4].s4, r[3].s5, r[2].s6, r[1].s7,
                     r[2].s7, r[3].s6, r[4].s5, r[5].s4, r[6].s3);
  out[3] = (short16)(r[7].s23, r[6].s4, r[5].s5, r[4].s6, r[3].s7, r[4].s7, r[5].s6, r[6].s5, r[7].s45, r[6].s6,
                     r[5].s7, r[6].s7, r[7].s67);
}
#endif

// Transforms and stores `count` neighbouring blocks of the BLOCKS in the vectors.
INLINE void transform_blocks(__local const uchar *restrict samples, const int pitch, const int count,
                             __global const ushort8 *restrict table, MEMORY short *restrict to) {
  Values a[8], parts[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) a[i] = row_at(samples + i * pitch);
  transpose_rows(a);
  TRANSFORM(a, WIDER, CONSTANT_BITS - PASS_BITS)
  transpose_rows(a);
  TRANSFORM(a, NARROWER, CONSTANT_BITS + PASS_BITS)
#pragma unroll
  for (int i = 0; i < 8; ++i) a[i] = quantized(a[i], table + i);
#pragma unroll
  for (int i = 0; i < 8; i += BLOCKS) transpose_lanes(a + i, parts + i);
#pragma unroll
  for (int block = 0; block < BLOCKS; ++block)
    if (block < count) store_zigzag(parts + block, to + block * 64);
}
