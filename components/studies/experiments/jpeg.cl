// jpeg: what the book's decoder leaves to the device. Blocks of 8 x 8 coefficients are dequantised and transformed
// back. Their samples lie in three planes of the image's size; samples of Cb and Cr are repeated twice across and down
// (4:2:0).
//
// Mistakes in the listings, and what stands here:
// - (int)(p + 0.5) + 128 rounds negative numbers up: p = -0.7 gives 128. Here p + 128.5 is truncated: 127.
// - The text transforms first and then multiplies by the quantisation table; its parameter pQuantInvTable has no *.
//   Here the table comes first, as the function's name says.
// - The blocks of Y of an MCU were taken sizeof(int) * 64 coefficients apart, 4 blocks by chance. Here it is
//   4 * 64.
// - _kernel has one underscore, __kernel two.
// - Width and height had to be multiples of 16. With ANY_SIZE nothing is stored outside the image.
#ifndef TABLES
#define TABLES 0  // 0, as printed: the cosines in private memory, quantisation in __global; 1: in __constant
#endif
#ifndef PACKED
#define PACKED 0  // how samples are stored: 0 one by one, as printed; 1 eight or sixteen at once
#endif
#ifndef ANY_SIZE
#define ANY_SIZE 0
#endif
#ifndef SPREAD
#define SPREAD 2  // how often a sample of Cb and Cr is stored across and down; 1: their planes are half as wide and high
#endif

#define COEFFICIENTS __global const short *restrict
#if TABLES
#define QUANTS __constant ushort *
#else
#define QUANTS __global const ushort *restrict
#endif

// Row k has 0.5 * cos((2 j + 1) k pi / 16); for k = 0 it has the root of 1/8.
#define COSINES                                                                                                   \
  { A, A, A, A, A, A, A, A, B, C, D, E, -E, -D, -C, -B, F, G, -G, -F, -F, -G, G, F, C, -E, -B, -D, D, B, E, -C,   \
    A, -A, -A, A, A, -A, -A, A, D, -B, E, C, -C, -E, B, -D, G, -F, F, -G, -G, F, -F, G, E, -D, C, -B, B, -C, D, -E }
__constant float cosines[64] = COSINES;

void inverse(const short *coefficients, uchar *samples) {
#if TABLES
#define TABLE cosines
#else
  const float table[64] = COSINES;
#define TABLE table
#endif
  float rows[64];
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      float sum = 0;
      for (int k = 0; k < 8; ++k) sum += TABLE[8 * k + j] * coefficients[8 * i + k];
      rows[8 * i + j] = sum;
    }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      float sum = 0;
      for (int k = 0; k < 8; ++k) sum += TABLE[8 * k + i] * rows[8 * k + j];
      samples[8 * i + j] = rounded(sum + 128);
    }
}

// Where a block is stored: its plane, the plane's size in samples, and the block's first sample.
typedef struct {
  __global uchar *plane;
  uint width, height, x, y;
} Place;

bool is_inside(const Place place, const uint side) {
  return !ANY_SIZE || (place.x + side <= place.width && place.y + side <= place.height);
}

// Stores a row of eight samples, each `spread` times across and down.
void store_row(const Place place, const uint row, const uchar *samples, const uint spread) {
  for (uint y = place.y + row * spread; y < place.y + (row + 1) * spread; ++y) {
    __global uchar *to = place.plane + (size_t)y * place.width + place.x;
    if (PACKED && is_inside(place, 8 * spread)) {
      const uchar8 eight = vload8(0, samples);
      if (spread == 1)
        vstore8(eight, 0, to);
      else
        vstore16((uchar16)(eight.s0011, eight.s2233, eight.s4455, eight.s6677), 0, to);
    } else {
      for (uint i = 0; i < 8 * spread; ++i)
        if (!ANY_SIZE || (place.x + i < place.width && y < place.height)) to[i] = samples[i / spread];
    }
  }
}

void decode_block(COEFFICIENTS coefficients, QUANTS quants, const Place place, const uint spread) {
  short dequantised[64];
  uchar samples[64];
  for (int i = 0; i < 64; ++i) dequantised[i] = coefficients[i] * quants[i];
  inverse(dequantised, samples);
  for (uint row = 0; row < 8; ++row) store_row(place, row, samples + 8 * row, spread);
}

// The plane of a component; component 0 is Y.
Place plane_of(__global uchar *out, const uint component, const uint width, const uint height) {
  const uint shift = component == 0 ? 0 : 2 - SPREAD;
  const size_t luma = (size_t)width * height;
  const Place place = {out + (component > 0 ? luma + (component - 1) * (luma >> (2 * shift)) : 0), width >> shift,
                       height >> shift, 0, 0};
  return place;
}

Place block_at(__global uchar *out, const uint component, const uint width, const uint height, const uint x,
               const uint y) {
  Place place = plane_of(out, component, width, height);
  const uint side = component > 0 ? 8 * SPREAD : 8;
  place.x = side * x;
  place.y = side * y;
  return place;
}

// As printed, one work-item decodes an MCU: four blocks of Y, one of Cb and one of Cr.
__kernel void decode_mcu(COEFFICIENTS luma, QUANTS luma_quants, COEFFICIENTS cb, QUANTS cb_quants, COEFFICIENTS cr,
                         QUANTS cr_quants, __global uchar *restrict out, const uint width, const uint height,
                         const uint mcu_width, const uint mcu_height) {
  const uint x = get_global_id(0), y = get_global_id(1), mcu = y * mcu_width + x;
  if (x >= mcu_width || y >= mcu_height) return;
  for (uint i = 0; i < 4; ++i)
    decode_block(luma + mcu * 4 * 64 + i * 64, luma_quants,
                 block_at(out, 0, width, height, 2 * x + i % 2, 2 * y + i / 2), 1);
  decode_block(cb + mcu * 64, cb_quants, block_at(out, 1, width, height, x, y), SPREAD);
  decode_block(cr + mcu * 64, cr_quants, block_at(out, 2, width, height, x, y), SPREAD);
}

// A block by its place in a line of blocks. A row of MCUs has four lines: two of Y, one of Cb and one of Cr.
typedef struct {
  uint component, x, y, number;
} Block;

Block block_of(const uint x, const uint line, const uint mcu_width) {
  const uint row = line / 4, which = line % 4;
  const Block chroma = {which - 1, x, row, row * mcu_width + x};
  const Block luma = {0, x, 2 * row + which, (row * mcu_width + x / 2) * 4 + which * 2 + x % 2};
  return which < 2 ? luma : chroma;
}

#define COMPONENT(block, of_luma, of_cb, of_cr) \
  ((block).component == 0 ? (of_luma) : (block).component == 1 ? (of_cb) : (of_cr))

// One work-item decodes a block.
__kernel void decode_blocks(COEFFICIENTS luma, QUANTS luma_quants, COEFFICIENTS cb, QUANTS cb_quants, COEFFICIENTS cr,
                            QUANTS cr_quants, __global uchar *restrict out, const uint width, const uint height,
                            const uint mcu_width, const uint mcu_height) {
  const Block block = block_of(get_global_id(0), get_global_id(1), mcu_width);
  if (get_global_id(1) >= 4 * mcu_height || block.x >= (block.component == 0 ? 2 : 1) * mcu_width) return;
  decode_block(COMPONENT(block, luma, cb, cr) + block.number * 64, COMPONENT(block, luma_quants, cb_quants, cr_quants),
               block_at(out, block.component, width, height, block.x, block.y), block.component == 0 ? 1 : SPREAD);
}

// Eight work-items decode a block: each transforms a column, then a row.
__kernel void decode_lines(COEFFICIENTS luma, QUANTS luma_quants, COEFFICIENTS cb, QUANTS cb_quants, COEFFICIENTS cr,
                           QUANTS cr_quants, __global uchar *restrict out, const uint width, const uint height,
                           const uint mcu_width, const uint mcu_height) {
  __local float columns[GROUP / 8][8][9];  // rows are 9 apart, so that in no pass two items of a warp use the same bank
  const uint item = get_local_id(0) % 8, own = get_local_id(0) / 8;
  const Block block = block_of(get_global_id(0) / 8, get_global_id(1), mcu_width);
  const bool is_there = get_global_id(1) < 4 * mcu_height && block.x < (block.component == 0 ? 2 : 1) * mcu_width;
  COEFFICIENTS from = COMPONENT(block, luma, cb, cr) + block.number * 64;
  QUANTS quants = COMPONENT(block, luma_quants, cb_quants, cr_quants);
  float8 column = 0;
  if (is_there)
    for (int k = 0; k < 8; ++k)
      column += vload8(k, cosines) * (float)(short)(from[8 * k + item] * quants[8 * k + item]);
  const float8 row = row_behind(column, cosines, columns[own]);
  if (!is_there) return;
  float values[8];
  uchar samples[8];
  vstore8(row + 128, 0, values);
  for (int i = 0; i < 8; ++i) samples[i] = rounded(values[i]);
  store_row(block_at(out, block.component, width, height, block.x, block.y), item, samples,
            block.component == 0 ? 1 : SPREAD);
}

// One work-item makes a pixel. Samples of Cb and Cr are repeated. The book leaves the formulas to the reader; they are
// JFIF's.
__kernel void to_rgb(__global const uchar *restrict planes, const uint width, const uint height,
                     __global uchar *restrict out) {
  const uint x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const size_t luma = (size_t)width * height, half_planes = 2 - SPREAD, plane = luma >> 2 * half_planes;
  const size_t at = luma + (size_t)(y >> half_planes) * (width >> half_planes) + (x >> half_planes);
  const size_t pixel = (size_t)y * width + x;
  const float y_sample = planes[pixel], cb = planes[at] - 128.0f, cr = planes[at + plane] - 128.0f;
  out[3 * pixel] = rounded(y_sample + 1.402f * cr);
  out[3 * pixel + 1] = rounded(y_sample - 0.344136f * cb - 0.714136f * cr);
  out[3 * pixel + 2] = rounded(y_sample + 1.772f * cb);
}
