// From pixels to quantised coefficients. The forward DCT is libjpeg's accurate integer method: that of Loeffler,
// Ligtenberg and Moschytz (1989) with constants of 13 bits and two more bits between its passes.

#define CONSTANT_BITS 13
#define PASS_BITS 2
#define ROUNDED(v, bits) (((v) + (1 << ((bits)-1))) >> (bits))

// Transforms eight vectors, lane by lane. The first pass keeps PASS_BITS more; the second takes them away.
#define TRANSFORM(a, even_output, bits)                                                               \
  {                                                                                                   \
    const int8 s07 = a[0] + a[7], s16 = a[1] + a[6], s25 = a[2] + a[5], s34 = a[3] + a[4];            \
    const int8 d07 = a[0] - a[7], d16 = a[1] - a[6], d25 = a[2] - a[5], d34 = a[3] - a[4];            \
    const int8 even = s07 + s34, odd = s16 + s25, e = s07 - s34, o = s16 - s25;                       \
    const int8 rotated = (o + e) * 4433;                                                              \
    const int8 five = (d34 + d16 + d25 + d07) * 9633;                                                 \
    const int8 z1 = (d34 + d07) * -7373, z2 = (d25 + d16) * -20995;                                   \
    const int8 z3 = (d34 + d16) * -16069 + five, z4 = (d25 + d07) * -3196 + five;                     \
    a[0] = even_output(even + odd);                                                                   \
    a[4] = even_output(even - odd);                                                                   \
    a[2] = ROUNDED(rotated + e * 6270, bits);                                                         \
    a[6] = ROUNDED(rotated - o * 15137, bits);                                                        \
    a[7] = ROUNDED(d34 * 2446 + z1 + z3, bits);                                                       \
    a[5] = ROUNDED(d25 * 16819 + z2 + z4, bits);                                                      \
    a[3] = ROUNDED(d16 * 25172 + z2 + z3, bits);                                                      \
    a[1] = ROUNDED(d07 * 12299 + z1 + z4, bits);                                                      \
  }

#define WIDER(v) ((v) << PASS_BITS)
#define NARROWER(v) ROUNDED(v, PASS_BITS)

// Three steps of pairs, as vector units have them.
#define LOW_PAIRS(a, b) ((int8)((a).s0, (b).s0, (a).s1, (b).s1, (a).s4, (b).s4, (a).s5, (b).s5))
#define HIGH_PAIRS(a, b) ((int8)((a).s2, (b).s2, (a).s3, (b).s3, (a).s6, (b).s6, (a).s7, (b).s7))
#define LOW_QUADS(a, b) ((int8)((a).s01, (b).s01, (a).s45, (b).s45))
#define HIGH_QUADS(a, b) ((int8)((a).s23, (b).s23, (a).s67, (b).s67))

INLINE void transpose(int8 a[8]) {
  int8 p[8], q[8];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    p[2 * i] = LOW_PAIRS(a[2 * i], a[2 * i + 1]);
    p[2 * i + 1] = HIGH_PAIRS(a[2 * i], a[2 * i + 1]);
  }
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    q[4 * i] = LOW_QUADS(p[4 * i], p[4 * i + 2]);
    q[4 * i + 1] = HIGH_QUADS(p[4 * i], p[4 * i + 2]);
    q[4 * i + 2] = LOW_QUADS(p[4 * i + 1], p[4 * i + 3]);
    q[4 * i + 3] = HIGH_QUADS(p[4 * i + 1], p[4 * i + 3]);
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    a[i] = (int8)(q[i].lo, q[i + 4].lo);
    a[i + 4] = (int8)(q[i].hi, q[i + 4].hi);
  }
}

// Divides two rows by the table's entries and rounds to the nearest, halves away from 0. The table has reciprocals of 16
// bits, shifts as factors, and half of each entry: products are exact, see encode_divisors.cpp.
#define HIGH_PRODUCT(a, b) convert_ushort16(convert_uint16(a) * convert_uint16(b) >> 16)
INLINE short16 quantized(const short16 v, __global const ushort *restrict table, const int rows) {
  const short16 sign = v >> (short16)15;
  const ushort16 sum = abs(v) + vload16(rows + 8, table);
  const ushort16 share = HIGH_PRODUCT(sum, vload16(rows, table));
  return (as_short16(HIGH_PRODUCT(share, vload16(rows + 4, table))) ^ sign) - sign;
}

// The order of growing frequency.
INLINE void store_zigzag(const short8 *r, __global short *restrict to) {
  __global short16 *restrict out = (__global short16 *)to;
  out[0] = (short16)(r[0].s01, r[1].s0, r[2].s0, r[1].s1, r[0].s23, r[1].s2, r[2].s1, r[3].s0, r[4].s0, r[3].s1, r[2].s2,
                     r[1].s3, r[0].s45);
  out[1] = (short16)(r[1].s4, r[2].s3, r[3].s2, r[4].s1, r[5].s0, r[6].s0, r[5].s1, r[4].s2, r[3].s3, r[2].s4, r[1].s5,
                     r[0].s67, r[1].s6, r[2].s5, r[3].s4);
  out[2] = (short16)(r[4].s3, r[5].s2, r[6].s1, r[7].s01, r[6].s2, r[5].s3, r[4].s4, r[3].s5, r[2].s6, r[1].s7, r[2].s7,
                     r[3].s6, r[4].s5, r[5].s4, r[6].s3);
  out[3] = (short16)(r[7].s23, r[6].s4, r[5].s5, r[4].s6, r[3].s7, r[4].s7, r[5].s6, r[6].s5, r[7].s45, r[6].s6, r[5].s7,
                     r[6].s7, r[7].s67);
}

INLINE void transform_block(__local const uchar *restrict samples, const int pitch, __global const ushort *restrict table,
                     __global short *restrict to) {
  int8 a[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) a[i] = convert_int8(*(__local const uchar8 *)(samples + i * pitch)) - 128;
  transpose(a);
  TRANSFORM(a, WIDER, CONSTANT_BITS - PASS_BITS)
  transpose(a);
  TRANSFORM(a, NARROWER, CONSTANT_BITS + PASS_BITS)
  short8 rows[8];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const short16 two = quantized((short16)(convert_short8(a[2 * i]), convert_short8(a[2 * i + 1])), table, i);
    rows[2 * i] = two.lo;
    rows[2 * i + 1] = two.hi;
  }
  store_zigzag(rows, to);
}

// A group has a tile of the image that is one of `scans`. Its work-items make samples, then each has a block.
__kernel __attribute__((reqd_work_group_size(TILE_ITEMS, 1, 1))) void forward(
    __global const uchar *restrict pixels, const long offset, const long stride, const int width, const int height,
    const int channels, __global const Scan *restrict scans, const int image, __global const ushort *restrict tables,
    __global short *restrict coefficients) {
  __local uchar planes[MOST_SAMPLES] __attribute__((aligned(16)));
  __global const Scan *restrict scan = scans + image;
  const int h = scan->component[0].h, v = scan->component[0].v;
  const int tile = (int)get_group_id(0), tile_row = (int)get_group_id(1);
  make_planes(pixels + offset, stride, width, height, channels, tile * TILE_WIDTH, tile_row, scan->mcus_across * 8 * h, h,
              v, planes);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int wide = TILE_WIDTH / 8, of_colors = wide / h, number = (int)get_local_id(0) - wide * v;
  const int c = number < 0 ? 0 : 1 + number / of_colors;
  if (c >= scan->components) return;
  const int across = c == 0 ? wide : of_colors, place = c == 0 ? (int)get_local_id(0) : number % of_colors;
  const int x = place % across, y = place / across;
  __global const ScanComponent *restrict component = scan->component + c;
  const int block_x = tile * across + x, block_y = tile_row * (c == 0 ? v : 1) + y;
  if (block_x >= component->real_across || block_y >= component->real_down) return;
  __local const uchar *restrict plane = planes + (c == 0 ? 0 : 8 * TILE_WIDTH * v + (c - 1) * 8 * TILE_WIDTH / h);
  transform_block(plane + y * 8 * across * 8 + x * 8, across * 8, tables + component->tables * 192,
                  coefficients + (component->first_block + (long)block_y * component->stored + block_x) * 64);
}
