// Makes rows of pixels. A work-item has LANES of them, or on CPUs a run. In a run it decides only once how to read the
// planes, and keeps even and odd pixels in separate vectors, so that lanes move only in the last step.

#ifndef PIXELS
#define PIXELS LANES  // of a work-item
#endif

#if PIXELS > LANES
#define PAIRS 32  // pixels of a step

typedef struct {
  short16 even, odd;
} Lanes;

typedef ushort16 LooseShorts __attribute__((aligned(1)));

// Samples of a plane of the image's size.
INLINE Lanes same_lanes(const Row *row, const uint x) {
  const ushort16 both = *(__global const LooseShorts *)(row->near + x);
  const Lanes lanes = {as_short16(both & (ushort16)255), as_short16(both >> (ushort16)8)};
  return lanes;
}

INLINE short16 sum_lanes(const Row *row, const uint at, const bool both) {
  const short16 near = TO(short16, *(__global const loose_uchar16 *)(row->near + at));
  return both ? near * (short)3 + TO(short16, *(__global const loose_uchar16 *)(row->far + at)) : near;
}

// Samples of a plane of half the width, and with `both` of half the height.
INLINE Lanes between_lanes(const Row *row, const uint at, const bool both) {
  const short16 middle = sum_lanes(row, at, both) * (short)3, bits = both ? 4 : 2;
  const Lanes lanes = {(middle + sum_lanes(row, at - 1, both) + (short)(both ? 8 : 1)) >> bits,
                       (middle + sum_lanes(row, at + 1, both) + (short)(both ? 7 : 2)) >> bits};
  return lanes;
}

#define SAME 0
#define HALF 1
#define QUARTER 2
#define OTHER 3

INLINE uint kind_of(const Row *row) {
  if (row->expand_x == 1) return row->expand_y == 1 ? SAME : OTHER;
  return row->expand_x != 2 || !row->fancy ? OTHER : row->expand_y == 1 ? HALF : QUARTER;
}

INLINE Lanes color_lanes(const Row *row, const uint x, const uint kind) {
  return kind == SAME ? same_lanes(row, x) : between_lanes(row, x / 2, kind == QUARTER);
}

// A vector of each channel, one after the other, with a third of the pixels' bytes each. Bytes of other channels are
// taken from the zeros behind.
#define FROM(v, ...) __builtin_shufflevector(v, (uchar16)0, __VA_ARGS__)
INLINE void store_vectors(const uchar16 r, const uchar16 g, const uchar16 b, __global uchar *to) {
  STORE(16, FROM(r, 0, 16, 16, 1, 16, 16, 2, 16, 16, 3, 16, 16, 4, 16, 16, 5) |
                FROM(g, 16, 0, 16, 16, 1, 16, 16, 2, 16, 16, 3, 16, 16, 4, 16, 16) |
                FROM(b, 16, 16, 0, 16, 16, 1, 16, 16, 2, 16, 16, 3, 16, 16, 4, 16), to);
  STORE(16, FROM(r, 16, 16, 6, 16, 16, 7, 16, 16, 8, 16, 16, 9, 16, 16, 10, 16) |
                FROM(g, 5, 16, 16, 6, 16, 16, 7, 16, 16, 8, 16, 16, 9, 16, 16, 10) |
                FROM(b, 16, 5, 16, 16, 6, 16, 16, 7, 16, 16, 8, 16, 16, 9, 16, 16), to + 16);
  STORE(16, FROM(r, 16, 11, 16, 16, 12, 16, 16, 13, 16, 16, 14, 16, 16, 15, 16, 16) |
                FROM(g, 16, 16, 11, 16, 16, 12, 16, 16, 13, 16, 16, 14, 16, 16, 15, 16) |
                FROM(b, 10, 16, 16, 11, 16, 16, 12, 16, 16, 13, 16, 16, 14, 16, 16, 15), to + 32);
}

INLINE ushort16 bytes_of(const short16 even, const short16 odd) {
  const short16 least = 0, most = 255;
  return as_ushort16(LIMITED(even, least, most)) | as_ushort16(LIMITED(odd, least, most)) << (ushort16)8;
}

// Makes the pixels of a row by whole vectors, as many as lie before `end`. Returns where they end.
INLINE uint make_vectors(const Row *grey, const Row *blue, const Row *red, uint x, const uint end, __global uchar *to,
                         const uint kind) {
  for (; x + PAIRS <= end; x += PAIRS) {
    const Lanes y = same_lanes(grey, x), cb = color_lanes(blue, x, kind), cr = color_lanes(red, x, kind);
    short16 even[3], odd[3];
    colors_of(y.even, cb.even, cr.even, even);
    colors_of(y.odd, cb.odd, cr.odd, odd);
    const ushort16 r = bytes_of(even[0], odd[0]), g = bytes_of(even[1], odd[1]), b = bytes_of(even[2], odd[2]);
    store_vectors(as_uchar16(r.lo), as_uchar16(g.lo), as_uchar16(b.lo), to + x * 3);
    store_vectors(as_uchar16(r.hi), as_uchar16(g.hi), as_uchar16(b.hi), to + x * 3 + 48);
  }
  return x;
}

INLINE uint make_whole_vectors(const Row *grey, const Row *blue, const Row *red, const uint x, const uint end,
                               __global uchar *to) {
  const uint kind = kind_of(blue);
  if (kind_of(grey) != SAME || kind_of(red) != kind) return x;
  if (kind == SAME) return make_vectors(grey, blue, red, x, min(end, blue->width), to, SAME);
  const uint inside = min(end, 2 * (blue->width - 1));  // each has a sample after it
  if (kind == HALF) return make_vectors(grey, blue, red, x, inside, to, HALF);
  return kind == QUARTER ? make_vectors(grey, blue, red, x, inside, to, QUARTER) : x;
}

INLINE void make_run(__global const JpegImage *image, __global const uchar *planes, uint x, const uint end,
                     const uint y, __global uchar *to) {
  if (x == 0) make_pixels(image, planes, x, y, to), x = LANES;
  if (image->is_ycc && image->components == 3) {
    const Row grey = row_of(planes, &image->component[0], y), blue = row_of(planes, &image->component[1], y),
              red = row_of(planes, &image->component[2], y);
    x = make_whole_vectors(&grey, &blue, &red, x, end, to);
  }
  for (; x < end; x += LANES) make_pixels(image, planes, x, y, to);
}
#endif

// The third dimension counts the images. The output is one row of samples for all of them.
__kernel void jpeg_pixels(__global const uint *input, __global const uchar *planes, __global uchar *out,
                          const long offset, const long stride, const int samples, const int rows) {
  const uint begin = (uint)get_global_id(0) * PIXELS, y = (uint)get_global_id(1);
  __global const JpegImage *image = &IMAGES(input)[get_global_id(2)];
  if (begin >= image->width || y >= image->height) return;
  __global uchar *to = out + image->out + (ulong)y * image->stride;
#if PIXELS > LANES
  make_run(image, planes, begin, min(begin + PIXELS, image->width), y, to);
#else
  make_pixels(image, planes, begin, y, to);
#endif
}
