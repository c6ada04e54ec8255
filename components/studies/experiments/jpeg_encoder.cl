// jpeg: the encoder's stages up to the zig-zag order: colour, sub-sampling to 4:2:0, and the DCT with quantisation. The
// book describes them without a program. Its pages on the DCT are missing, so that one follows ITU T.81.
// Eight values of k for each j: 0.5 * cos((2 j + 1) k pi / 16); for k = 0 the root of 1/8.
__constant float frequencies[64] = {A, B, F, C, A, D, G, E,  A, C, G, -E, -A, -B, -F, -D, A, D, -G, -B, -A, E,
                                    F, C, A, E, -F, -D, A, C, -G, -B, A, -E, -F, D, A, -C, -G, B, A, -D, -G, B,
                                    -A, -E, F, -C, A, -C, G, E, -A, B, -F, D, A, -B, F, -C, A, -D, G, -E};

// The place in zig-zag order of each coefficient of a block, row by row.
__constant uchar zigzag[64] = {0,  1,  5,  6,  14, 15, 27, 28, 2,  4,  7,  13, 16, 26, 29, 42, 3,  8,  12, 17, 25, 30,
                               41, 43, 9,  11, 18, 24, 31, 40, 44, 53, 10, 19, 23, 32, 39, 45, 52, 54, 20, 22, 33, 38,
                               46, 51, 55, 60, 21, 34, 37, 47, 50, 56, 59, 61, 35, 36, 48, 49, 57, 58, 62, 63};

// One work-item converts 2 x 2 pixels: to four samples of Y, and to one of Cb and one of Cr, which are means. Width and
// height are multiples of 16.
__kernel void to_planes(__global const uchar *restrict pixels, const uint width, const uint height,
                        __global uchar *restrict out) {
  const uint x = 2 * get_global_id(0), y = 2 * get_global_id(1);
  if (x >= width || y >= height) return;
  float blue = 0, red = 0;
  for (uint i = 0; i < 4; ++i) {
    const size_t at = (size_t)(y + i / 2) * width + x + i % 2;
    const float r = pixels[3 * at], g = pixels[3 * at + 1], b = pixels[3 * at + 2];
    out[at] = rounded(0.299f * r + 0.587f * g + 0.114f * b);
    blue += -0.1687f * r - 0.3313f * g + 0.5f * b;
    red += 0.5f * r - 0.4187f * g - 0.0813f * b;
  }
  const size_t luma = (size_t)width * height, at = luma + (size_t)(y / 2) * (width / 2) + x / 2;
  out[at] = rounded(0.25f * blue + 128);
  out[at + luma / 4] = rounded(0.25f * red + 128);
}

// Eight work-items code a block. Each transforms a column, then a row, which it divides by the table, rounds and stores
// in zig-zag order. A row of MCUs has four lines of blocks: two of Y, one of Cb and one of Cr. Blocks lie MCU by MCU.
__kernel void forward(__global const uchar *restrict planes, const uint width, const uint height,
                      __constant ushort *luma_quants, __constant ushort *chroma_quants, __global short *restrict out) {
  __local float columns[GROUP / 8][8][9];  // rows are 9 apart, as in jpeg.cl
  const uint item = get_local_id(0) % 8, own = get_local_id(0) / 8, x = get_global_id(0) / 8;
  const uint row = get_global_id(1) / 4, which = get_global_id(1) % 4, mcu_width = width / 16;
  const bool is_luma = which < 2, is_there = row < height / 16 && x < (is_luma ? 2 : 1) * mcu_width;
  const size_t luma = (size_t)width * height, stride = is_luma ? width : width / 2;
  float8 column = 0;
  if (is_there) {
    __global const uchar *from = is_luma ? planes + (16 * row + 8 * which) * stride
                                         : planes + luma + (which - 2) * (luma / 4) + 8 * row * stride;
    for (int j = 0; j < 8; ++j)
      column += vload8(j, frequencies) * ((float)from[j * stride + 8 * x + item] - 128);
  }
  const float8 sums = row_behind(column, frequencies, columns[own]);
  if (!is_there) return;
  float values[8];
  vstore8(sums, 0, values);
  const size_t mcus = (size_t)mcu_width * (height / 16), mcu = row * mcu_width + (is_luma ? x / 2 : x);
  __global short *to = out + 64 * (is_luma ? mcu * 4 + which * 2 + x % 2 : mcus * (which + 2) + mcu);
  __constant ushort *quants = is_luma ? luma_quants : chroma_quants;
  for (int k = 0; k < 8; ++k) to[zigzag[8 * item + k]] = (short)rint(values[k] / quants[8 * item + k]);
}
