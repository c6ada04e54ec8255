// Makes planes of samples from pixels: grey, or Y, Cb and Cr with the latter two down-sampled, in libjpeg's integer
// arithmetic. A group has a tile of whole MCUs. Samples right of the image and below it repeat its last column and row.

#ifndef TILE_WIDTH
#define TILE_WIDTH 128  // pixels; a tile is one row of MCUs high
#endif
#define PART_OF(n, h) ((n) >> ((h) >> 1))  // one, half or a quarter of a number
#define RUN 16                       // pixels of a row that a work-item has
#define TILE_ITEMS (TILE_WIDTH / 2)  // runs across in eight rows of down-sampled colours
#define MOST_SAMPLES (4 * TILE_WIDTH * 8)  // of all planes, in 4:4:0
#define PLANE(c, h, v) ((c) == 0 ? 0 : 8 * TILE_WIDTH * (v) + ((c)-1) * PART_OF(8 * TILE_WIDTH, h))  // where it begins

typedef struct {
  int16 red, green, blue;
} Colors;

// Loads pixels from x0 on, one by one. Those right of the image repeat its last one.
INLINE Colors some_pixels(__global const uchar *restrict row, const int x0, const int width, const int channels) {
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

// GPUs move whole vectors by words, others by bytes. PoCL 3.1 loads each byte by itself unless the vector's type states
// the alignment.
typedef uchar16 Loose16 __attribute__((aligned(1)));
INLINE uchar16 load_vector(__global const uchar *p) {
  return ((size_t)p & 15) == 0 ? *(__global const uchar16 *)p : *(__global const Loose16 *)p;
}

INLINE Colors whole_pixels(__global const uchar *restrict p) {
  const uchar16 a = load_vector(p), b = load_vector(p + 16), c = load_vector(p + 32);
  const Colors colors = {
      convert_int16((uchar16)(a.s0369, a.scf, b.s258b, b.se, c.s147a, c.sd)),
      convert_int16((uchar16)(a.s147a, a.sd, b.s0369, b.scf, c.s258b, c.se)),
      convert_int16((uchar16)(a.s258b, a.se, b.s147a, b.sd, c.s0369, c.scf))};
  return colors;
}

// JFIF's conversion with factors of 16 bits.
INLINE int16 luminance(const Colors c) { return (19595 * c.red + 38470 * c.green + 7471 * c.blue + 32768) >> 16; }
INLINE int16 blueness(const Colors c) { return (-11059 * c.red - 21709 * c.green + 32768 * c.blue + 8421375) >> 16; }
INLINE int16 redness(const Colors c) { return (32768 * c.red - 27439 * c.green - 5329 * c.blue + 8421375) >> 16; }

// Samples of RUN pixels.
typedef struct {
  uchar16 y;
  int16 blue, red;
} Samples;

INLINE Samples samples_of(const Colors c, const int channels) {
  const Samples samples = {convert_uchar16(channels > 2 ? luminance(c) : c.red), blueness(c), redness(c)};
  return samples;
}

#if BLOCKS > 1
// Four pixels of a vector's 16 bytes from byte `from` on, as pairs of 16 bits: red and green, or with `other` 2 blue
// and green. One instruction adds both products of a pair. Its factors have signs, so green's large factor is halved,
// and green is in both pairs.
#define PAIRS(from, other)                                                                                       \
  (from) + (other), 64, (from) + 1, 64, (from) + (other) + 3, 64, (from) + 4, 64, (from) + (other) + 6, 64,       \
      (from) + 7, 64, (from) + (other) + 9, 64, (from) + 10, 64
typedef uchar Pixels16 __attribute__((ext_vector_type(64)));
#define PAIRS_OF(v, ...) AS(Values, __builtin_shufflevector(v, (Pixels16)0, __VA_ARGS__))
#define PRODUCTS(v, a, b) PRODUCT_SUMS(v, FACTORS(a, b))
// The first number of each pair times 32768, a factor that is also too large for signed 16 bits.
#define FIRST_TIMES_32768(v) (AS(Products, v) << 15 & 0x7fff8000)

INLINE Products luminance_of(const Values rg, const Values bg) {
  return (PRODUCTS(rg, 19595, 19235) + PRODUCTS(bg, 7471, 19235) + 32768) >> 16;
}
INLINE Products blueness_of(const Values rg, const Values bg) {
  return (PRODUCTS(rg, -11059, -21709) + FIRST_TIMES_32768(bg) + 8421375) >> 16;
}
INLINE Products redness_of(const Values rg, const Values bg) {
  return (PRODUCTS(bg, -5329, -27439) + FIRST_TIMES_32768(rg) + 8421375) >> 16;
}

INLINE Samples whole_samples(__global const uchar *restrict p) {
  const Pixels16 v = (Pixels16)(load_vector(p), load_vector(p + 12), load_vector(p + 24), load_vector(p + 32));
#if BLOCKS == 4
  const Values rg = PAIRS_OF(v, PAIRS(0, 0), PAIRS(16, 0), PAIRS(32, 0), PAIRS(52, 0));
  const Values bg = PAIRS_OF(v, PAIRS(0, 2), PAIRS(16, 2), PAIRS(32, 2), PAIRS(52, 2));
  const Samples samples = {convert_uchar16(luminance_of(rg, bg)), blueness_of(rg, bg), redness_of(rg, bg)};
#else
  const Values rg = PAIRS_OF(v, PAIRS(0, 0), PAIRS(16, 0));
  const Values bg = PAIRS_OF(v, PAIRS(0, 2), PAIRS(16, 2));
  const Values more_rg = PAIRS_OF(v, PAIRS(32, 0), PAIRS(52, 0));
  const Values more_bg = PAIRS_OF(v, PAIRS(32, 2), PAIRS(52, 2));
  const Samples samples = {
      convert_uchar16((int16)(luminance_of(rg, bg), luminance_of(more_rg, more_bg))),
      (int16)(blueness_of(rg, bg), blueness_of(more_rg, more_bg)),
      (int16)(redness_of(rg, bg), redness_of(more_rg, more_bg))};
#endif
  return samples;
}
#else
INLINE Samples whole_samples(__global const uchar *restrict p) { return samples_of(whole_pixels(p), 3); }
#endif

INLINE Samples load_samples(__global const uchar *restrict row, const int x0, const int width, const int channels) {
  if (channels == 3 && x0 + RUN <= width) return whole_samples(row + (long)x0 * 3);
  return samples_of(some_pixels(row, x0, width, channels), channels);
}

// A sample of colour is the sum of h x v pixels plus a bias, shifted right. The bias alternates from sample to sample:
// libjpeg's means of two columns do not always round up.
INLINE void put_colors(const int16 sums, const int h, const int v, __local uchar *to) {
  const int2 bias = h != 2 ? (int2)(h * v / 2) : v == 2 ? (int2)(1, 2) : (int2)(0, 1);
  const int shift = (int)popcount(h * v - 1);
  if (h == 1) {
    *(__local uchar16 *)to = convert_uchar16((sums + bias.xyxyxyxyxyxyxyxy) >> shift);
    return;
  }
  const int8 pairs = sums.even + sums.odd;
  if (h == 2)
    *(__local uchar8 *)to = convert_uchar8((pairs + bias.xyxyxyxy) >> shift);
  else
    *(__local uchar4 *)to = convert_uchar4((pairs.even + pairs.odd + bias.xyxy) >> shift);
}

// Makes the samples of RUN pixels in `v` rows of a tile. The tile begins at column `x` and its MCUs reach to column
// `wide`; `item` says which run and rows. Planes lie one after the other; those of colour are an h-th as wide. Below
// the image the last row of colours is repeated. It is not made again of repeated pixels.
INLINE void make_planes(const int item, __global const uchar *restrict pixels, const long stride, const int width,
                        const int height, const int channels, const int x, const int tile_row, const int wide,
                        const int h, const int v, __local uchar *planes) {
  const int run = item % (TILE_WIDTH / RUN), row = item / (TILE_WIDTH / RUN);
  const int last = (height + v - 1) / v - 1, place = tile_row * 8 + row, from = min(place, last) * v;
  if (x + run * RUN >= wide) return;
  __local uchar *to = planes + row * v * TILE_WIDTH + run * RUN;
  int16 blue = 0, red = 0;
  for (int i = 0; i < v; ++i) {
    const Samples s = load_samples(pixels + min(from + i, height - 1) * stride, x + run * RUN, width, channels);
    if (place <= last) *(__local uchar16 *)(to + i * TILE_WIDTH) = s.y;
    for (int k = 0; place > last && i + 1 == v && k < v; ++k) *(__local uchar16 *)(to + k * TILE_WIDTH) = s.y;
    if (channels < 3) continue;
    blue += s.blue;
    red += s.red;
  }
  if (channels < 3) return;
  const int place_of_colors = PART_OF(row * TILE_WIDTH + run * RUN, h);
  put_colors(blue, h, v, planes + PLANE(1, h, v) + place_of_colors);
  put_colors(red, h, v, planes + PLANE(2, h, v) + place_of_colors);
}
