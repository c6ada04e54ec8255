// Makes pixels of planes of samples: the smaller planes get the image's size as in libjpeg-turbo's "fancy" way, a
// triangle filter where a sample stands for two, else copies of the sample; YCbCr becomes RGB in libjpeg's integers.

#define LANES 16

// A row of a plane, or two where samples are interpolated between rows: three parts of `near` and one of `far`.
typedef struct {
  __global const uchar *near, *far;
  uint width;
  uint expand_x, expand_y, fancy;
  uint is_below;  // whether `far` is the row below
} Row;

// Divides by a factor that nearly always is 1 or 2.
INLINE uint part_of(const uint n, const uint factor) { return factor == 1 ? n : factor == 2 ? n >> 1 : n / factor; }

INLINE Row row_of(__global const uchar *planes, __global const Component *component, const uint y) {
  Row row = {0, 0, component->width, component->expand_x, component->expand_y, component->fancy, y & 1};
  const uint near = min(part_of(y, row.expand_y), component->height - 1);
  uint far = near;
  if (row.fancy && row.expand_y == 2)
    far = row.is_below ? min(near + 1, component->height - 1) : near - (near > 0 ? 1 : 0);
  row.near = planes + component->plane + (ulong)near * component->stride;
  row.far = planes + component->plane + (ulong)far * component->stride;
  return row;
}

// Of one pixel.
static int sample_at(const Row *row, const uint x) {
  const uint at = min(part_of(x, row->expand_x), row->width - 1);
  if (!row->fancy) return row->near[at];
  const int bias = row->is_below ? 2 : 1;
  if (row->expand_x == 1) return (3 * row->near[at] + row->far[at] + bias) >> 2;
  const uint other = x & 1 ? min(at + 1, row->width - 1) : at - (at > 0 ? 1 : 0);
  if (row->expand_y == 1) return (3 * row->near[at] + row->near[other] + (x & 1 ? 2 : 1)) >> 2;
  const int sum = 3 * row->near[at] + row->far[at], side = 3 * row->near[other] + row->far[other];
  return (3 * sum + side + (x & 1 ? 7 : 8)) >> 4;
}

// Whether LANES pixels from x on need no sample beside the plane, and are of a kind that vectors compute.
INLINE bool is_inside(const Row *row, const uint x) {
  if (row->expand_x == 1) return x + LANES <= row->width;
  const uint at = x / 2;
  return row->expand_x == 2 && row->fancy && at > 0 && at + LANES / 2 + 1 <= row->width;
}

// Planes and their rows begin at whole vectors of the samples that a work-item loads, so that GPUs move words.
INLINE short8 sums_of(const Row *row, const uint at) {
  const short8 near = TO(short8, *(__global const uchar8 *)(row->near + at));
  return row->expand_y == 1 ? near : (short)3 * near + TO(short8, *(__global const uchar8 *)(row->far + at));
}

INLINE short sum_of_one(const Row *row, const uint at) {
  const short near = row->near[at];
  return row->expand_y == 1 ? near : (short)(3 * near + row->far[at]);
}

INLINE short16 samples_at(__global const uchar *p) {
  const uchar8 lower = *(__global const uchar8 *)p, upper = *(__global const uchar8 *)(p + 8);
  return TO(short16, ((uchar16)(lower, upper)));
}

INLINE short16 samples_from(const Row *row, const uint x) {
  if (row->expand_x == 1) {
    const short16 near = samples_at(row->near + x);
    if (!row->fancy) return near;
    return ((short)3 * near + samples_at(row->far + x) + (short)(row->is_below ? 2 : 1)) >> (short16)2;
  }
  const uint at = x / 2;
  const short8 middle = sums_of(row, at), sum = middle * (short)3;
  const short8 left = (short8)(sum_of_one(row, at - 1), middle.s0123, middle.s45, middle.s6);
  const short8 right = (short8)(middle.s1234, middle.s56, middle.s7, sum_of_one(row, at + 8));
  const bool both = row->expand_y == 2;
  const short8 bits = both ? 4 : 2;
  short16 result;
  result.even = (sum + left + (short)(both ? 8 : 1)) >> bits;
  result.odd = (sum + right + (short)(both ? 7 : 2)) >> bits;
  return result;
}

INLINE short16 lanes_of(const Row *row, const uint x, const uint count) {
  if (count == LANES && is_inside(row, x)) return samples_from(row, x);
  short lanes[LANES];
  for (uint i = 0; i < LANES; ++i) lanes[i] = (short)(i < count ? sample_at(row, x + i) : 0);
  return vload16(0, lanes);
}

INLINE uchar16 clamped(const short16 v) { return TO(uchar16, LIMITED(v, (short16)0, (short16)255)); }

// Factors without their whole numbers have 16 bits: 1.402 = 1 + 0.402, 1.772 = 2 - 0.228, 0.71414 = 1 - 0.28586.
#define UPPER_PRODUCT(v, factor) TO(short16, (TO(int16, v) * (factor)) >> 16)

INLINE void to_rgb(const short16 y, const short16 cb, const short16 cr, uchar16 *rgb) {
  const short16 b = cb - (short)128, r = cr - (short)128;
  const short16 red = (UPPER_PRODUCT(r + r, 26345) + (short)1) >> (short16)1;
  const short16 blue = (UPPER_PRODUCT(b + b, -14942) + (short)1) >> (short16)1;
  const int16 green = TO(int16, r) * 18734 - TO(int16, b) * 22554 + 32768;
  rgb[0] = clamped(y + r + red);
  rgb[1] = clamped(y - r + TO(short16, green >> 16));
  rgb[2] = clamped(y + b + b + blue);
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

// A work-item has LANES pixels of a row; the third dimension has the images. The output is one row of samples for all of
// them.
__kernel void jpeg_pixels(__global const uint *input, __global const uchar *planes, __global uchar *out,
                          const long offset, const long stride, const int samples, const int rows) {
  const uint x = (uint)get_global_id(0) * LANES, y = (uint)get_global_id(1);
  __global const JpegImage *image = &IMAGES(input)[get_global_id(2)];
  if (x >= image->width || y >= image->height) return;
  const uint count = min((uint)LANES, image->width - x);
  Row row = row_of(planes, &image->component[0], y);
  const short16 first = lanes_of(&row, x, count);
  if (image->components == 1) {
    __global uchar *to = out + image->out + (ulong)y * image->stride + x;
    const uchar16 grey = TO(uchar16, first);
    if (count == LANES)
      STORE(16, grey, to);
    else
      for (uint i = 0; i < count; ++i) to[i] = ((const uchar *)&grey)[i];
    return;
  }
  row = row_of(planes, &image->component[1], y);
  const short16 second = lanes_of(&row, x, count);
  row = row_of(planes, &image->component[2], y);
  const short16 third = lanes_of(&row, x, count);
  uchar16 rgb[3] = {TO(uchar16, first), TO(uchar16, second), TO(uchar16, third)};
  if (image->is_ycc) to_rgb(first, second, third, rgb);
  store_pixels(rgb, out + image->out + (ulong)y * image->stride + x * 3, count);
}
