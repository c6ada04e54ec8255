// Projects an image: makes one sample of all that lie in a row, in a column, or at one place of all pages. Work-items
// keep two numbers for each result: integers have their sum and the sum of their squares, floats a sum and what was lost
// by rounding it, extremes only one. Parts of a projection are combined in order, at the end.

#define MIN 1
#define MAX 2
#define SUM 3
#define MEAN 4
#define DEVIATION 5

#ifndef KIND
#define KIND SUM
#define ACC I32      // of sums of integers
#define OUT_TYPE I32
#define SQUARED 0    // 1: of floats, the squares of their distances from the mean are summed
#define VECTORS 1    // of a work-item, side by side
#endif
#define IS_EXTREME (KIND == MIN || KIND == MAX)
#define IS_FLOAT (TYPE >= F16)

#if IS_EXTREME
#define STATE VALUE
#elif IS_FLOAT
#define STATE float
#else
#define STATE ELEMENT_OF(ACC)
#endif
#define STATES VECTOR(STATE)

#if TYPE == F16
#define VALUES_AT(p, aligned) HALVES(p)
#else
#define VALUES_AT(p, aligned) load_bits(p, aligned)
#endif

// The function `take` adds a sample to a state, and `merge` another state. NaN wins among extremes, as in NumPy. A float
// that is infinite has lost nothing that counts.
#if KIND == MIN
#define BEFORE(a, b) ((b) < (a))
#else
#define BEFORE(a, b) ((b) > (a))
#endif
#if IS_EXTREME && IS_FLOAT
#define BETTER_ONE(a, b) (BEFORE(a, b) || isnan(b) ? (b) : (a))
#define BETTER_VECTOR(a, b) select(a, b, BEFORE(a, b) || isnan(b))
#elif IS_EXTREME
#define BETTER_ONE(a, b) (BEFORE(a, b) ? (b) : (a))
#define BETTER_VECTOR(a, b) (KIND == MIN ? min(a, b) : max(a, b))
#endif

#if IS_EXTREME
#define DEFINE_STATE(take, merge, type, values, convert, BETTER)                                                     \
  INLINE void take(type *a, type *b, const values v, const type mean) { *a = BETTER(*a, v); }                        \
  INLINE void merge(type *a, type *b, const type other, const type other_b) { *a = BETTER(*a, other); }
#elif IS_FLOAT
#define DEFINE_STATE(take, merge, type, values, convert, BETTER)                                                     \
  INLINE void merge(type *a, type *b, const type other, const type lost) {                                           \
    const type sum = *a + other, part = sum - *a;                                                                    \
    *b += ((*a - (sum - part)) + (other - part)) + lost;                                                             \
    *a = sum;                                                                                                        \
  }                                                                                                                  \
  INLINE void take(type *a, type *b, const values v, const type mean) {                                              \
    const type term = v - mean;                                                                                      \
    merge(a, b, SQUARED ? term * term : v, 0);                                                                       \
  }
#else
#define DEFINE_STATE(take, merge, type, values, convert, BETTER)                                                     \
  INLINE void take(type *a, type *b, const values v, const type mean) {                                              \
    const type sample = convert(v);                                                                                  \
    *a += sample;                                                                                                    \
    if (KIND == DEVIATION) *b += sample * sample;                                                                    \
  }                                                                                                                  \
  INLINE void merge(type *a, type *b, const type other, const type squares) {                                        \
    *a += other;                                                                                                     \
    *b += squares;                                                                                                   \
  }
#endif

#define TO_STATE(v) ((STATE)(v))
#define TO_STATES(v) CONVERT(STATE, v)
DEFINE_STATE(take_one, merge_one, STATE, VALUE, TO_STATE, BETTER_ONE)
#if VEC == 1
#define take take_one
#define merge merge_one
#else
DEFINE_STATE(take, merge, STATES, VECTOR(VALUE), TO_STATES, BETTER_VECTOR)
#endif

#if VEC == 1
#define STATES_AT(p) (*(p))
#define PUT_STATES(v, p) (*(p) = (v))
#else
#define STATES_AT(p) JOIN(vload, VEC)(0, p)
#define PUT_STATES(v, p) JOIN(vstore, VEC)(v, 0, p)
#endif

// Combines, for each sample of row r of the result, `count` rows of the image from r * first_step on, each `step` rows
// below the last. A third dimension divides the rows into parts. Each vector has VEC samples; the last one ends where
// the row ends, so that it may have samples of the one before.
__kernel void project_down(IMAGE_IN(image), __global STATE *restrict firsts, __global STATE *restrict seconds,
                           __global const float *restrict means, const int count, const int first_step, const int step,
                           const int share) {
  const int samples = image_width * CHANNELS, first = get_global_id(0) * VECTORS;
  const int vectors = min(VECTORS, DIVIDE_UP(samples, VEC) - first);
  if (vectors <= 0) return;
  const int line = get_global_id(1), part = get_global_id(2), begin = part * share, end = min(begin + share, count);
  const bool aligned = IS_ALIGNED(image);
  const long out = (long)line * samples, plane = (long)get_global_size(1) * samples;
  STATES a[VECTORS], b[VECTORS], mean[VECTORS];
  int at[VECTORS];
  __global const ELEMENT *row = ROW(image, line * first_step + begin * step);
  for (int v = 0; v < vectors; ++v) {
    at[v] = min((first + v) * VEC, samples - VEC);
    a[v] = b[v] = mean[v] = 0;
#if IS_EXTREME
    a[v] = VALUES_AT(row + at[v], false);
#elif SQUARED
    mean[v] = STATES_AT(means + out + at[v]);
#endif
  }
  for (int k = begin; k < end; ++k, row += image_stride * step)
    for (int v = 0; v < vectors; ++v)
      take(a + v, b + v, VALUES_AT(row + at[v], aligned && at[v] % VEC == 0), mean[v]);
  for (int v = 0; v < vectors; ++v) {
    PUT_STATES(a[v], firsts + part * plane + out + at[v]);
    if (!IS_EXTREME) PUT_STATES(b[v], seconds + part * plane + out + at[v]);
  }
}

INLINE void merge_group(STATE *a, STATE *b, __local STATE *as, __local STATE *bs) {
  const int id = get_local_id(0);
  as[id] = *a;
  bs[id] = *b;
  for (int left = GROUP / 2; left > 0; left /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < left) {
      merge_one(a, b, as[id + left], bs[id + left]);
      as[id] = *a;
      bs[id] = *b;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Combines the pixels of each row. Each group has a row, and each item vectors of it, whose lanes have their channels in
// turns.
__kernel void project_across(IMAGE_IN(image), __global STATE *restrict firsts, __global STATE *restrict seconds,
                             __global const float *restrict means) {
  __local STATE as[GROUP], bs[GROUP];
  const int y = get_group_id(0), id = get_local_id(0), rounded = image_width / VEC * VEC;
  const bool aligned = IS_ALIGNED(image);
  __global const ELEMENT *row = ROW(image, y);
  STATES a[CHANNELS], b[CHANNELS], mean[CHANNELS];
  STATE first[CHANNELS * VEC], second[CHANNELS * VEC], of_channel[CHANNELS];
  for (int c = 0; c < CHANNELS; ++c) of_channel[c] = SQUARED ? means[y * CHANNELS + c] : 0;
  for (int i = 0; i < CHANNELS * VEC; ++i) {
    first[i] = IS_EXTREME ? (STATE)LOAD_ONE(row, i % CHANNELS) : 0;
    second[i] = of_channel[i % CHANNELS];
  }
  for (int k = 0; k < CHANNELS; ++k) {
    a[k] = STATES_AT(first + k * VEC);
    mean[k] = STATES_AT(second + k * VEC);
    b[k] = 0;
  }
  for (int x = id * VEC; x < rounded; x += GROUP * VEC)
#pragma unroll
    for (int k = 0; k < CHANNELS; ++k)
      take(a + k, b + k, VALUES_AT(row + (long)x * CHANNELS + k * VEC, aligned), mean[k]);
  for (int k = 0; k < CHANNELS; ++k) {
    PUT_STATES(a[k], first + k * VEC);
    PUT_STATES(b[k], second + k * VEC);
  }
  for (int i = CHANNELS; i < CHANNELS * VEC; ++i)
    merge_one(first + i % CHANNELS, second + i % CHANNELS, first[i], second[i]);
  for (int x = rounded + id; x < image_width; x += GROUP)
    for (int c = 0; c < CHANNELS; ++c)
      take_one(first + c, second + c, LOAD_ONE(row, (long)x * CHANNELS + c), of_channel[c]);
  for (int c = 0; c < CHANNELS; ++c) {
    merge_group(first + c, second + c, as, bs);
    if (id > 0) continue;
    firsts[y * CHANNELS + c] = first[c];
    if (!IS_EXTREME) seconds[y * CHANNELS + c] = second[c];
  }
}

INLINE STATE merged(__global const STATE *firsts, __global const STATE *seconds, const long i, const long plane,
                    const int parts, STATE *second) {
  STATE first = firsts[i];
  *second = seconds[IS_EXTREME ? 0 : i];
  for (int part = 1; part < parts; ++part)
    merge_one(&first, second, firsts[part * plane + i], seconds[IS_EXTREME ? 0 : part * plane + i]);
  return first;
}

#if !IS_EXTREME && IS_FLOAT
INLINE float total(const float sum, const float lost) { return isfinite(sum) ? sum + lost : sum; }
__kernel void write_means(__global const float *restrict firsts, __global const float *restrict seconds,
                          const long plane, const int parts, const float count, __global float *restrict means) {
  const long i = get_global_id(0);
  if (i >= plane) return;
  float lost;
  const float sum = merged(firsts, seconds, i, plane, parts, &lost);
  means[i] = total(sum, lost) / count;
}
#endif

#if KIND == DEVIATION && !IS_FLOAT
// Counts from a whole number near the mean, so that what is left is exact and no more than the sum of squares.
INLINE float deviation(const STATE sum, const STATE squares, const STATE count) {
  const STATE middle = (sum + (sum < 0 ? -count : count) / 2) / count, left = sum - middle * count;
  const float about = (float)(squares - 2 * middle * sum + middle * middle * count);
  return sqrt(fmax(about - (float)left * (float)left / (float)count, 0.0f) / (float)count);
}
#endif

__kernel void write_results(__global const STATE *restrict firsts, __global const STATE *restrict seconds,
                            const long plane, const int parts, const int count, IMAGE_OF(ELEMENT_OF(OUT_TYPE), out)) {
  const long i = get_global_id(0);
  if (i >= plane) return;
  const int samples = out_width * CHANNELS;
  __global ELEMENT_OF(OUT_TYPE) *to = ROW(out, i / samples) + i % samples;
  STATE second;
  const STATE first = merged(firsts, seconds, i, plane, parts, &second);
#if IS_EXTREME && TYPE == F16
  vstore_half(first, 0, to);
#elif IS_EXTREME || (KIND == SUM && !IS_FLOAT)
  *to = first;
#elif KIND == SUM
  *to = total(first, second);
#elif KIND == MEAN && IS_FLOAT
  *to = total(first, second) / (float)count;
#elif KIND == MEAN
  *to = (float)first / (float)count;
#elif IS_FLOAT
  *to = sqrt(total(first, second) / (float)count);
#else
  *to = deviation(first, second, count);
#endif
}
