// Gaussians that are wider than masks, by sums over all their taps: pixels become floats, sums down columns make rows,
// which are continued beyond the image's sides, sums along these make the result. Rows of floats have whole vectors, so
// that sums know no tails. Tables say which places of the image stand for those outside; a negative one is the constant
// border's.

#ifndef ITEMS
#define ITEMS 1       // vectors of a work-item, side by side
#define ALPHA_KEPT 0  // 1: the last channel of the result is that of the image
#endif

#ifndef FROM
#define FROM TYPE  // of the image; TYPE is that of what a program's kernels read or write
#endif

#define PART 64  // taps: long sums are made of parts, which round less
#define WIDTH (ITEMS * VEC)

#if LOOSE
typedef FLOATS LOOSE_FLOATS __attribute__((aligned(4)));
#define FLOATS_AT(p) (*(__global const LOOSE_FLOATS *)(p))
#else
#define FLOATS_AT(p) KEPT(p)
#endif

// The pixels from (left, top) of the memory on, and one more row, of what lies outside.
__kernel void load_floats(IMAGE_IN(image), __global float *restrict to, const int pitch, const int width, const int rows,
                          const int left, const int top, __global const float *restrict outside) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width) return;
  PIXEL pixel = PIXEL_AT(outside);
  if (y < rows) {
    pixel = LOAD_PIXEL(ROW(image, top + y) + (long)(left + x) * CHANNELS);
    pixel = SUMMED(pixel);
  }
  PUT_PIXEL(pixel, to + (long)y * pitch + x * CHANNELS);
}

INLINE void add_taps(FLOATS *sums, __global const float *from, const float tap) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i)
    sums[i] = MULTIPLY_ADD(FLOATS_AT(from + i * VEC), (FLOATS)tap, sums[i]);
}

INLINE void clear(FLOATS *sums) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) sums[i] = 0.0f;
}

INLINE void add_part(FLOATS *sums, const FLOATS *part) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) sums[i] += part[i];
}

INLINE void put_sums(const FLOATS *sums, __global float *to) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) KEEP(sums[i], to + i * VEC);
}

// `places` has the window of each row one after the other, that of the first row from `first` on. The rows of `from`
// begin at the image's row `top`, and the one that stands for the outside is the last.
__kernel void sum_down(__global const float *restrict from, const int pitch, const int samples, const int top,
                       const int rows, __global float *restrict to, __global const int *restrict places,
                       __global const float *restrict taps, const int count, const int first) {
  const int s = get_global_id(0) * WIDTH, y = get_global_id(1);
  if (s >= samples) return;
  __global const int *window = places + first + y;
  FLOATS sums[ITEMS], part[ITEMS];
  clear(sums);
  for (int begin = 0; begin < count; begin += PART) {
    clear(part);
    for (int t = begin; t < min(begin + PART, count); ++t) {
      const int place = window[t];
      add_taps(part, from + (long)(place < 0 ? rows : place - top) * pitch + s, taps[t]);
    }
    add_part(sums, part);
  }
  put_sums(sums, to + (long)y * pitch + s);
}

// Rows with all that windows see, from rows that begin at the image's column `left`.
__kernel void extend_rows(__global const float *restrict from, const int from_pitch, const int left,
                          __global float *restrict to, const int to_pitch, const int width,
                          __global const float *restrict outside, __global const int *restrict places, const int first) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width) return;
  const int place = places[first + x];
  const PIXEL pixel =
      place < 0 ? PIXEL_AT(outside) : PIXEL_AT(from + (long)y * from_pitch + (place - left) * CHANNELS);
  PUT_PIXEL(pixel, to + (long)y * to_pitch + x * CHANNELS);
}

__kernel void sum_along(__global const float *restrict from, const int from_pitch, __global float *restrict to,
                        const int to_pitch, const int samples, __global const float *restrict taps, const int count) {
  const int s = get_global_id(0) * WIDTH, y = get_global_id(1);
  if (s >= samples) return;
  __global const float *window = from + (long)y * from_pitch + s;
  FLOATS sums[ITEMS], part[ITEMS];
  clear(sums);
  for (int begin = 0; begin < count; begin += PART) {
    clear(part);
    for (int t = begin; t < min(begin + PART, count); ++t) add_taps(part, window + t * CHANNELS, taps[t]);
    add_part(sums, part);
  }
  put_sums(sums, to + (long)y * to_pitch + s);
}

#if FROM == TYPE
#define COPY_ALPHA(from, to) (*(__global BITS *)(to) = *(__global const BITS *)(from))
#elif FROM == F16
#define COPY_ALPHA(from, to) store_rounded(vload_half(0, from), to)
#else
#define COPY_ALPHA(from, to) store_rounded((float)*(from), to)
#endif

__kernel void store_floats(__global const float *restrict from, const int pitch,
                           IMAGE_OF(const ELEMENT_OF(FROM), image), IMAGE_OUT(out)) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width) return;
  const PIXEL sum = PIXEL_AT(from + (long)y * pitch + x * CHANNELS);
  __global ELEMENT *to = ROW(out, y) + (long)x * CHANNELS;
  float samples[CHANNELS];
  PUT_PIXEL(FINISHED(sum), samples);
  for (int c = 0; c < CHANNELS - ALPHA_KEPT; ++c) store_rounded(samples[c], to + c);
#if ALPHA_KEPT
  COPY_ALPHA(ROW(image, y) + (long)x * CHANNELS + CHANNELS - 1, to + CHANNELS - 1);
#endif
}
