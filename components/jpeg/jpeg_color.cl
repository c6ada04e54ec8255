// Makes pixels of samples that have the image's size. YCbCr becomes RGB in libjpeg's integers.

#if LOOSE
// The fractions of the factors have 16 bits: 1.402 = 1 + 0.402, 1.772 = 2 - 0.228, 0.71414 = 1 - 0.28586.
#define UPPER_PRODUCT(v, factor) TO(short16, (TO(int16, v) * (factor)) >> 16)

INLINE short16 greenness(const short16 b, const short16 r) {
  return TO(short16, (TO(int16, r) * 18734 - TO(int16, b) * 22554 + 32768) >> 16);
}

// The results are not limited to 8 bits yet.
INLINE void colors_of(const short16 y, const short16 cb, const short16 cr, short16 *rgb) {
  const short16 b = cb - (short)128, r = cr - (short)128;
  const short16 red = (UPPER_PRODUCT(r + r, 26345) + (short)1) >> (short16)1;
  const short16 blue = (UPPER_PRODUCT(b + b, -14942) + (short)1) >> (short16)1;
  rgb[0] = y + r + red;
  rgb[1] = y - r + greenness(b, r);
  rgb[2] = y + b + b + blue;
}
#else
INLINE void colors_of(const Samples16 y, const Samples16 cb, const Samples16 cr, Samples16 *rgb) {
  const Samples16 b = cb - 128, r = cr - 128;
  rgb[0] = y + ((91881 * r + 32768) >> 16);
  rgb[1] = y + ((32768 - 22554 * b - 46802 * r) >> 16);
  rgb[2] = y + ((116130 * b + 32768) >> 16);
}
#endif

INLINE void to_rgb(const Samples16 y, const Samples16 cb, const Samples16 cr, uchar16 *rgb) {
  Samples16 colors[3];
  colors_of(y, cb, cr, colors);
#pragma unroll
  for (int c = 0; c < 3; ++c) rgb[c] = TO(uchar16, LIMITED(colors[c], (Samples16)0, (Samples16)255));
}

INLINE void store_pixels(uchar16 *p, __global uchar *to, const uint count) {
#pragma unroll
  for (int step = 1; step < LANES; step *= 2) {
    const uchar16 a = p[0], b = p[1], c = p[2];
    p[0] = (uchar16)(a.even, b.even);
    p[1] = (uchar16)(c.even, a.odd);
    p[2] = (uchar16)(b.odd, c.odd);
  }
  if (count == LANES && ((size_t)to & 15) == 0) {
#pragma unroll
    for (int i = 0; i < 3; ++i) ((__global uchar16 *)to)[i] = p[i];
    return;
  }
  if (count == LANES) {
#pragma unroll
    for (int i = 0; i < 3; ++i) STORE(16, p[i], to + i * LANES);
    return;
  }
  uchar lanes[3 * LANES];
#pragma unroll
  for (int i = 0; i < 3; ++i) vstore16(p[i], i, lanes);
  for (uint i = 0; i < 3 * count; ++i) to[i] = lanes[i];
}

// Makes up to LANES pixels of row `y` from column `x` on.
INLINE void make_pixels(__global const JpegImage *image, __global const uchar *planes, const uint x, const uint y,
                        __global uchar *to) {
  const uint count = min((uint)LANES, image->width - x);
  Row row = row_of(planes, &image->component[0], y);
  const Samples16 first = lanes_of(&row, x, count);
  if (image->components == 1) {
    const uchar16 grey = TO(uchar16, first);
    if (count == LANES)
      STORE(16, grey, to + x);
    else
      for (uint i = 0; i < count; ++i) to[x + i] = ((const uchar *)&grey)[i];
    return;
  }
  row = row_of(planes, &image->component[1], y);
  const Samples16 second = lanes_of(&row, x, count);
  row = row_of(planes, &image->component[2], y);
  const Samples16 third = lanes_of(&row, x, count);
  uchar16 rgb[3] = {TO(uchar16, first), TO(uchar16, second), TO(uchar16, third)};
  if (image->is_ycc) to_rgb(first, second, third, rgb);
  store_pixels(rgb, to + x * 3, count);
}
