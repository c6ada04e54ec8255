// Pixels as planes of samples: grey, or Y, Cb and Cr with the latter two down-sampled, in libjpeg's integer arithmetic.
// Planes cover whole MCUs: what lies right of the image and below it repeats its last column and row.

#define RUN 16  // pixels of a row that a work-item has

typedef struct {
  int16 red, green, blue;
} Colors;

// Loads pixels from x0 on, one by one. Those right of the image repeat its last one.
Colors some_pixels(__global const uchar *restrict row, const int x0, const int width, const int channels) {
  int samples[3][RUN];
  for (int i = 0; i < RUN; ++i) {
    __global const uchar *pixel = row + (long)min(x0 + i, width - 1) * channels;
    samples[0][i] = pixel[0];
    samples[1][i] = channels > 2 ? pixel[1] : 0;
    samples[2][i] = channels > 2 ? pixel[2] : 0;
  }
  const Colors colors = {vload16(0, samples[0]), vload16(0, samples[1]), vload16(0, samples[2])};
  return colors;
}

// GPUs move whole vectors by words, and others by bytes.
uchar16 load_vector(__global const uchar *p) {
  return ((size_t)p & 15) == 0 ? *(__global const uchar16 *)p : vload16(0, p);
}

Colors whole_pixels(__global const uchar *restrict p) {
  const uchar16 a = load_vector(p), b = load_vector(p + 16), c = load_vector(p + 32);
  const Colors colors = {
      convert_int16((uchar16)(a.s0369, a.scf, b.s258b, b.se, c.s147a, c.sd)),
      convert_int16((uchar16)(a.s147a, a.sd, b.s0369, b.scf, c.s258b, c.se)),
      convert_int16((uchar16)(a.s258b, a.se, b.s147a, b.sd, c.s0369, c.scf))};
  return colors;
}

Colors load_pixels(__global const uchar *restrict row, const int x0, const int width, const int channels) {
  if (channels == 3 && x0 + RUN <= width) return whole_pixels(row + (long)x0 * 3);
  return some_pixels(row, x0, width, channels);
}

// JFIF's conversion with factors of 16 bits.
int16 luminance(const Colors c) { return (19595 * c.red + 38470 * c.green + 7471 * c.blue + 32768) >> 16; }
int16 blueness(const Colors c) { return (-11059 * c.red - 21709 * c.green + 32768 * c.blue + 8421375) >> 16; }
int16 redness(const Colors c) { return (32768 * c.red - 27439 * c.green - 5329 * c.blue + 8421375) >> 16; }

// The samples of colour are the sums of h x v pixels plus a bias, which takes turns from sample to sample, shifted to the
// right.
void store_colors(const int16 sums, const int h, const int2 bias, const int shift, __global uchar *plane,
                  const long place) {
  if (h == 1) {
    vstore16(convert_uchar16((sums + bias.xyxyxyxyxyxyxyxy) >> shift), 0, plane + place);
    return;
  }
  const int8 pairs = sums.even + sums.odd;
  if (h == 2)
    vstore8(convert_uchar8((pairs + bias.xyxyxyxy) >> shift), 0, plane + place / 2);
  else
    vstore4(convert_uchar4((pairs.even + pairs.odd + bias.xyxy) >> shift), 0, plane + place / 4);
}

// A work-item has RUN pixels of `v` rows. `pitch` is the width of the first plane, a multiple of RUN; the other two,
// behind it, are an h-th as wide, and `rows` high. The last row of colours is repeated; it is not made of repeated
// pixels.
__kernel void planes(__global const uchar *restrict pixels, const long offset, const long stride, const int width,
                     const int height, const int channels, const int h, const int v, const int2 bias, const int shift,
                     __global uchar *restrict out, const int pitch, const int rows) {
  const int x0 = (int)get_global_id(0) * RUN, row = (int)get_global_id(1);
  if (x0 >= pitch || row >= rows) return;
  const int last = (height + v - 1) / v - 1, from = min(row, last) * v;
  const long place = (long)row * pitch + x0;
  __global uchar *restrict to = out + place * v - (long)x0 * (v - 1);
  int16 blue = 0, red = 0;
  for (int i = 0; i < v; ++i) {
    const Colors c = load_pixels(pixels + offset + min(from + i, height - 1) * stride, x0, width, channels);
    const uchar16 y = convert_uchar16(channels > 2 ? luminance(c) : c.red);
    if (row <= last) vstore16(y, 0, to + (long)i * pitch);
    for (int k = 0; row > last && i + 1 == v && k < v; ++k) vstore16(y, 0, to + (long)k * pitch);
    blue += blueness(c);
    red += redness(c);
  }
  if (channels < 3) return;
  const long first = (long)pitch * rows * v, size = (long)(pitch / h) * rows;
  store_colors(blue, h, bias, shift, out + first, place);
  store_colors(red, h, bias, shift, out + first + size, place);
}
