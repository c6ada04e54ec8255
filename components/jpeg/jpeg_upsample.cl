// Brings smaller planes of samples to the image's size as in libjpeg-turbo's "fancy" way: by a triangle filter where a
// sample stands for two, else by copies of the sample.

#define LANES 16

// The type of samples in computations. GPUs have 32 bits in a register anyway; CPUs have twice as many of 16 bits in a
// vector.
#if LOOSE
typedef short Sample;
typedef short8 Samples8;
typedef short16 Samples16;
#else
typedef int Sample;
typedef int8 Samples8;
typedef int16 Samples16;
#define convert_Samples8 convert_int8
#define convert_Samples16 convert_int16
#endif

// A row of a plane. Where samples are interpolated between rows it is two: three parts of `near` and one of `far`.
typedef struct {
  __global const uchar *near, *far;
  uint width;
  uint expand_x, expand_y, fancy;
  uint is_below;  // whether `far` is the row below
} Row;

// Divides by a factor that is nearly always 1 or 2.
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

// The sample of one pixel.
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

// Whether LANES pixels from x on need no sample outside the plane, and have factors that vectors compute.
INLINE bool is_inside(const Row *row, const uint x) {
  if (row->expand_x == 1) return x + LANES <= row->width;
  const uint at = x / 2;
  return row->expand_x == 2 && row->fancy && at > 0 && at + LANES / 2 + 1 <= row->width;
}

// Planes and their rows begin at whole vectors of the samples that a work-item loads, so that GPUs move words.
INLINE Samples8 sums_of(const Row *row, const uint at) {
  const Samples8 near = TO(Samples8, *(__global const uchar8 *)(row->near + at));
  return row->expand_y == 1 ? near : (Sample)3 * near + TO(Samples8, *(__global const uchar8 *)(row->far + at));
}

INLINE Sample sum_of_one(const Row *row, const uint at) {
  const Sample near = row->near[at];
  return row->expand_y == 1 ? near : (Sample)(3 * near + row->far[at]);
}

INLINE Samples16 samples_at(__global const uchar *p) {
  const uchar8 lower = *(__global const uchar8 *)p, upper = *(__global const uchar8 *)(p + 8);
  return TO(Samples16, ((uchar16)(lower, upper)));
}

INLINE Samples16 samples_from(const Row *row, const uint x) {
  if (row->expand_x == 1) {
    const Samples16 near = samples_at(row->near + x);
    if (!row->fancy) return near;
    return ((Sample)3 * near + samples_at(row->far + x) + (Sample)(row->is_below ? 2 : 1)) >> (Samples16)2;
  }
  const uint at = x / 2;
  const Samples8 middle = sums_of(row, at), sum = middle * (Sample)3;
  const Samples8 left = (Samples8)(sum_of_one(row, at - 1), middle.s0123, middle.s45, middle.s6);
  const Samples8 right = (Samples8)(middle.s1234, middle.s56, middle.s7, sum_of_one(row, at + 8));
  const bool both = row->expand_y == 2;
  const Samples8 bits = both ? 4 : 2;
  Samples16 result;
  result.even = (sum + left + (Sample)(both ? 8 : 1)) >> bits;
  result.odd = (sum + right + (Sample)(both ? 7 : 2)) >> bits;
  return result;
}

INLINE Samples16 lanes_of(const Row *row, const uint x, const uint count) {
  if (count == LANES && is_inside(row, x)) return samples_from(row, x);
  Sample lanes[LANES];
  for (uint i = 0; i < LANES; ++i) lanes[i] = (Sample)(i < count ? sample_at(row, x + i) : 0);
  return vload16(0, lanes);
}
