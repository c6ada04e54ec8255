// From pixels to quantised coefficients. The forward DCT is libjpeg's accurate integer method: that of Loeffler,
// Ligtenberg and Moschytz (1989) with constants of 13 bits and two more bits between its passes.

#define CONSTANT_BITS 13
#define PASS_BITS 2

// Values have 16 bits in both passes. Processors with AVX2 have twice as many of them in a vector as of 32 bits, and
// sums of two products in one instruction; GPUs have 32 bits in a register, whatever is in it. PoCL's abs() and
// mul_hi() take vectors apart.
#ifdef __AVX2__
typedef short8 Values;
typedef short16 Rows;
typedef ushort16 Magnitudes;
#define VALUES_OF(v) convert_short8(v)
#define MAGNITUDES_OF(v) as_ushort16(v)
#define ENTRIES(v) (v)
#define ROWS_OF(v) as_short16(v)
#define HIGH_PRODUCT(a, b) convert_ushort16(convert_uint16(a) * convert_uint16(b) >> 16)
#define INTERLEAVED(a, b)                                                                                          \
  ((short16)((a).s0, (b).s0, (a).s1, (b).s1, (a).s2, (b).s2, (a).s3, (b).s3, (a).s4, (b).s4, (a).s5, (b).s5, (a).s6, \
             (b).s6, (a).s7, (b).s7))
#define TURNED(a, b, c, d) __builtin_ia32_pmaddwd256(INTERLEAVED(a, b), ((short2)(c, d)).xyxyxyxyxyxyxyxy)
#else
typedef int8 Values;
typedef int16 Rows;
typedef uint16 Magnitudes;
#define VALUES_OF(v) (v)
#define MAGNITUDES_OF(v) as_uint16(v)
#define ENTRIES(v) convert_uint16(v)
#define ROWS_OF(v) as_int16(v)
#define HIGH_PRODUCT(a, b) ((a) * (b) >> 16)
#define TURNED(a, b, c, d) ((a) * (c) + (b) * (d))
#endif
#define DESCALED(v, bits) VALUES_OF(((v) + (1 << ((bits)-1))) >> (bits))

// Transforms eight vectors, lane by lane: its rotations are those of the paper, multiplied out. The first pass keeps
// PASS_BITS more; the second takes them away.
#define TRANSFORM(a, EVEN, bits)                                                              \
  {                                                                                           \
    const Values s07 = a[0] + a[7], s16 = a[1] + a[6], s25 = a[2] + a[5], s34 = a[3] + a[4];  \
    const Values d07 = a[0] - a[7], d16 = a[1] - a[6], d25 = a[2] - a[5], d34 = a[3] - a[4];  \
    const Values even = s07 + s34, odd = s16 + s25, o = s16 - s25, e = s07 - s34;             \
    const Values z1 = d34 + d16, z2 = d25 + d07;                                              \
    const int8 z3 = TURNED(z1, z2, -6436, 9633), z4 = TURNED(z1, z2, 9633, 6437);             \
    a[0] = EVEN(even + odd);                                                                  \
    a[4] = EVEN(even - odd);                                                                  \
    a[2] = DESCALED(TURNED(o, e, 4433, 10703), bits);                                         \
    a[6] = DESCALED(TURNED(o, e, -10704, 4433), bits);                                        \
    a[7] = DESCALED(TURNED(d34, d07, -4927, -7373) + z3, bits);                               \
    a[1] = DESCALED(TURNED(d34, d07, -7373, 4926) + z4, bits);                                \
    a[5] = DESCALED(TURNED(d25, d16, -4176, -20995) + z4, bits);                              \
    a[3] = DESCALED(TURNED(d25, d16, -20995, 4177) + z3, bits);                               \
  }

#define WIDER(v) ((v) << (Values)PASS_BITS)
#define NARROWER(v) (((v) + (Values)(1 << (PASS_BITS - 1))) >> (Values)PASS_BITS)

// Steps of a transposition, as vector units have them: of single values, of pairs, of fours.
#define LOW_ONES(a, b) ((Values)((a).s0, (b).s0, (a).s1, (b).s1, (a).s2, (b).s2, (a).s3, (b).s3))
#define HIGH_ONES(a, b) ((Values)((a).s4, (b).s4, (a).s5, (b).s5, (a).s6, (b).s6, (a).s7, (b).s7))
#define LOW_PAIRS(a, b) ((Values)((a).s01, (b).s01, (a).s23, (b).s23))
#define HIGH_PAIRS(a, b) ((Values)((a).s45, (b).s45, (a).s67, (b).s67))

INLINE void transpose(Values *a) {
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
    a[2 * i] = (Values)(q[i].lo, q[i + 4].lo);
    a[2 * i + 1] = (Values)(q[i].hi, q[i + 4].hi);
  }
}

// Divides two rows by the table's entries and rounds to the nearest, halves away from 0. The table has reciprocals of
// 16 bits, shifts, and half of each entry: quotients are exact, see encode_divisors.cpp.
INLINE short16 quantized(const Rows v, __global const ushort16 *restrict table) {
  const Rows sign = v >> (Rows)15;
  const Magnitudes sum = MAGNITUDES_OF((v ^ sign) - sign) + ENTRIES(table[8]);
  const Magnitudes share = HIGH_PRODUCT(sum, ENTRIES(table[0])) >> ENTRIES(table[4]);
  return convert_short16((ROWS_OF(share) ^ sign) - sign);
}

// The order of growing frequency.
#ifdef __AVX512BW__
typedef short short32 __attribute__((ext_vector_type(32)));
// Two instructions that each choose from all 64.
INLINE void store_zigzag(const short8 *r, __global short *restrict to) {
  short32 low, high;
  low.lo = (short16)(r[0], r[1]);
  low.hi = (short16)(r[2], r[3]);
  high.lo = (short16)(r[4], r[5]);
  high.hi = (short16)(r[6], r[7]);
  __global short32 *restrict out = (__global short32 *)to;
  out[0] = __builtin_shufflevector(
      low, high,
      0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6,
      7, 14, 21, 28);
  out[1] = __builtin_shufflevector(
      low, high,
      35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60,
      61, 54, 47, 55, 62, 63);
}
#else
INLINE void store_zigzag(const short8 *r, __global short *restrict to) {
  __global short16 *restrict out = (__global short16 *)to;
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

INLINE void transform_block(__local const uchar *restrict samples, const int pitch,
                            __global const ushort16 *restrict table, __global short *restrict to) {
  Values a[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    a[i] = VALUES_OF(convert_int8(*(__local const uchar8 *)(samples + i * pitch)) - 128);
  transpose(a);
  TRANSFORM(a, WIDER, CONSTANT_BITS - PASS_BITS)
  transpose(a);
  TRANSFORM(a, NARROWER, CONSTANT_BITS + PASS_BITS)
  short8 rows[8];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const short16 two = quantized((Rows)(a[2 * i], a[2 * i + 1]), table + i);
    rows[2 * i] = two.lo;
    rows[2 * i + 1] = two.hi;
  }
  store_zigzag(rows, to);
}

// A group has a tile of the image that is one of `scans`. Its work-items make samples, then each has a block.
__kernel __attribute__((reqd_work_group_size(TILE_ITEMS, 1, 1))) void forward(
    __global const uchar *restrict pixels, const long offset, const long stride, const int width, const int height,
    const int channels, __global const Scan *restrict scans, const int image, __global const ushort16 *restrict tables,
    __global short *restrict coefficients) {
  __local uchar planes[MOST_SAMPLES] __attribute__((aligned(16)));
  __global const Scan *restrict scan = scans + image;
  const int h = scan->component[0].h, v = scan->component[0].v;
  const int tile = (int)get_group_id(0), tile_row = (int)get_group_id(1);
  make_planes(pixels + offset, stride, width, height, channels, tile * TILE_WIDTH, tile_row,
              scan->mcus_across * 8 * h, h, v, planes);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int wide = TILE_WIDTH / 8, of_colors = PART_OF(wide, h), number = (int)get_local_id(0) - wide * v;
  const int c = number < 0 ? 0 : 1 + (number >> popcount(of_colors - 1));
  if (c >= scan->components) return;
  const int across = c == 0 ? wide : of_colors, place = c == 0 ? (int)get_local_id(0) : number & (of_colors - 1);
  const int x = place & (across - 1), y = place >> popcount(across - 1);
  __global const ScanComponent *restrict component = scan->component + c;
  const int block_x = tile * across + x, block_y = tile_row * (c == 0 ? v : 1) + y;
  if (block_x >= component->real_across || block_y >= component->real_down) return;
  __local const uchar *restrict plane =
      planes + (c == 0 ? 0 : 8 * TILE_WIDTH * v + (c - 1) * PART_OF(8 * TILE_WIDTH, h));
  transform_block(plane + y * 8 * across * 8 + x * 8, across * 8, tables + component->tables * 12,
                  coefficients + (component->first_block + (long)block_y * component->stored + block_x) * 64);
}
