// Gaussians that are wider than masks: sums down columns make a coarse grid of floats, sums along rows and down columns
// blur it, and sums down columns make pixels of it. Most work is in the first and the last kernel, whose work-items
// have neighbouring samples of whole rows. See wide_axis.hpp.

#ifndef ITEMS
#define ITEMS 1       // vectors of a work-item, side by side
#define RUN 1         // rows of a work-item
#define ALPHA_KEPT 0  // 1: the last channel of the result is that of the image
#endif

#ifndef FROM
#define FROM TYPE  // of the image; TYPE is that of what a program's kernels read or write
#endif

// The taps of a place are from begins[place] to begins[place + 1]. Long sums are made of parts, which round less.
#define SUMS                                                                                   \
  __global const int *restrict begins, __global const int *restrict places,                   \
      __global const float *restrict weights, __global const float *restrict rests, const int first_place
#define PART 64
#define OF_TAPS(place)                                                       \
  for (int part = begins[place], end = begins[(place) + 1]; part < end; part += PART)
#define OF_PART for (int t = part; t < min(part + PART, end); ++t)

#define WIDTH (ITEMS * VEC)

#if !PREMULTIPLIED
// Sums of one column, for what is left beside whole vectors.
INLINE float sum_of_samples(__global const ELEMENT *image, const long stride, const int first_row,
                            __global const int *places, __global const float *weights, const int first, const int end) {
  float sum = 0.0f;
  for (int part = first; part < end; part += PART) {
    float of_part = 0.0f;
    OF_PART of_part = MULTIPLY_ADD((float)LOAD_ONE(image + (places[t] - first_row) * stride, 0), weights[t], of_part);
    sum += of_part;
  }
  return sum;
}

INLINE void add_outside(FLOATS *sum, const float rest, __global const float *outside, const int channel) {
  float samples[VEC];
  for (int i = 0; i < VEC; ++i) samples[i] = rest * outside[(channel + i) % CHANNELS];
  *sum += KEPT(samples);
}

INLINE void sum_vectors(__global const ELEMENT *image, const long stride, const int first_row, __global float *to,
                        __global const int *places, __global const float *weights, const int first, const int end,
                        const float rest, __global const float *outside, const int sample, const bool aligned) {
  FLOATS sums[ITEMS];
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) sums[i] = 0.0f;
  for (int part = first; part < end; part += PART) {
    FLOATS of_part[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) of_part[i] = 0.0f;
    OF_PART {
      __global const ELEMENT *from = image + (places[t] - first_row) * stride;
      const FLOATS weight = weights[t];
#pragma unroll
      for (int i = 0; i < ITEMS; ++i)
        of_part[i] = MULTIPLY_ADD(floats_of(load_bits(from + i * VEC, aligned)), weight, of_part[i]);
    }
#pragma unroll
    for (int i = 0; i < ITEMS; ++i) sums[i] += of_part[i];
  }
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (rest != 0.0f) add_outside(&sums[i], rest, outside, sample + i * VEC);
    *(__global FLOATS *)(to + i * VEC) = sums[i];
  }
}
#endif

// From the image to the grid's rows. `left` is the first column that is needed, in what the memory holds; rows of `to`
// have `width` samples and are `pitch` apart.
__kernel void shrink_columns(IMAGE_IN(image), __global float *restrict to, const int pitch, const int width,
                             const int count, const int left, const int held_y, __global const float *restrict outside,
                             SUMS) {
  const int top = get_global_id(1) * RUN;
#if PREMULTIPLIED
  const int x = get_global_id(0);
  if (x * CHANNELS >= width) return;
  __global const ELEMENT *from = ROW(image, 0) + (long)(left + x) * CHANNELS;
  for (int y = top; y < min(top + RUN, count); ++y) {
    const int place = first_place + y;
    PIXEL sum = 0.0f;
    OF_TAPS(place) {
      PIXEL of_part = 0.0f;
      OF_PART {
        const PIXEL pixel = LOAD_PIXEL(from + (places[t] - held_y) * image_stride);
        of_part = MULTIPLY_ADD(SUMMED(pixel), (PIXEL)weights[t], of_part);
      }
      sum += of_part;
    }
    if (rests[place] != 0.0f) sum += rests[place] * PIXEL_AT(outside);
    PUT_PIXEL(sum, to + (long)y * pitch + x * CHANNELS);
  }
#else
  const int first = get_global_id(0) * WIDTH;
  __global const ELEMENT *from = ROW(image, 0) + (long)left * CHANNELS + first;
  const bool aligned = IS_ALIGNED(image) && left * CHANNELS % VEC == 0;
  for (int y = top; y < min(top + RUN, count); ++y) {
    const int place = first_place + y, begin = begins[place], end = begins[place + 1];
    __global float *row = to + (long)y * pitch + first;
    if (first + WIDTH <= width) {
      if (aligned)
        sum_vectors(from, image_stride, held_y, row, places, weights, begin, end, rests[place], outside, first, true);
      else
        sum_vectors(from, image_stride, held_y, row, places, weights, begin, end, rests[place], outside, first, false);
      continue;
    }
    for (int s = first; s < width; ++s) {
      float sum = sum_of_samples(from + (s - first), image_stride, held_y, places, weights, begin, end);
      if (rests[place] != 0.0f) sum += rests[place] * outside[s % CHANNELS];
      row[s - first] = sum;
    }
  }
#endif
}

// Along the rows of a grid. `first` is the place of the first pixel of `from`.
__kernel void sum_rows(__global const float *restrict from, const int from_pitch, const int first,
                       __global float *restrict to, const int to_pitch, const int count,
                       __global const float *restrict outside, SUMS) {
  const int x = get_global_id(0), place = first_place + x;
  if (x >= count) return;
  __global const float *row = from + (long)get_global_id(1) * from_pitch - (long)first * CHANNELS;
  PIXEL sum = 0.0f;
  OF_TAPS(place) {
    PIXEL of_part = 0.0f;
#pragma unroll 4
    OF_PART of_part = MULTIPLY_ADD(PIXEL_AT(row + places[t] * CHANNELS), (PIXEL)weights[t], of_part);
    sum += of_part;
  }
  if (rests[place] != 0.0f) sum += rests[place] * PIXEL_AT(outside);
  PUT_PIXEL(sum, to + (long)get_global_id(1) * to_pitch + x * CHANNELS);
}

// The sum down a column of a grid.
INLINE float sum_of_column(__global const float *from, const int pitch, __global const int *places,
                           __global const float *weights, const int begin, const int end) {
  float sum = 0.0f;
  for (int t = begin; t < end; ++t) sum = MULTIPLY_ADD(from[(long)places[t] * pitch], weights[t], sum);
  return sum;
}

// Down the columns of a grid. Rows have `width` samples.
__kernel void sum_columns(__global const float *restrict from, const int pitch, const int first, const int width,
                          __global float *restrict to, SUMS) {
  const int s = get_global_id(0), place = first_place + get_global_id(1);
  if (s >= width) return;
  to[(long)get_global_id(1) * pitch + s] =
      sum_of_column(from + s - (long)first * pitch, pitch, places, weights, begins[place], begins[place + 1]);
}

#if PREMULTIPLIED
__kernel void enlarge_columns(__global const float *restrict from, const int pitch, const int first,
                              IMAGE_OF(const ELEMENT_OF(FROM), image), IMAGE_OUT(out), SUMS) {
  const int x = get_global_id(0), top = get_global_id(1) * RUN;
  if (x >= out_width) return;
  for (int y = top; y < min(top + RUN, out_height); ++y) {
    const int place = first_place + y;
    __global const float *column = from + x * CHANNELS - (long)first * pitch;
    PIXEL sum = 0.0f;
    for (int t = begins[place]; t < begins[place + 1]; ++t)
      sum = MULTIPLY_ADD(PIXEL_AT(column + (long)places[t] * pitch), (PIXEL)weights[t], sum);
    float samples[CHANNELS];
    PUT_PIXEL(FINISHED(sum), samples);
    for (int c = 0; c < CHANNELS; ++c) store_rounded(samples[c], ROW(out, y) + (long)x * CHANNELS + c);
  }
}
#else
#if FROM == TYPE
#define COPY_ALPHA(from, to, s) ((__global BITS *)(to))[s] = ((__global const BITS *)(from))[s]
#elif FROM == F16
#define COPY_ALPHA(from, to, s) store_rounded(vload_half(s, from), (to) + (s))
#else
#define COPY_ALPHA(from, to, s) store_rounded((float)(from)[s], (to) + (s))
#endif

INLINE void keep_alpha(__global const ELEMENT_OF(FROM) *from, __global ELEMENT *to, const int first, const int end) {
  for (int s = first; s < end; ++s)
    if (s % CHANNELS == CHANNELS - 1) COPY_ALPHA(from, to, s);
}

INLINE void enlarge_vectors(__global const float *from, const int pitch, __global const int *places,
                            __global const float *weights, const int begin, const int end, __global ELEMENT *to,
                            const bool aligned) {
  FLOATS sums[ITEMS];
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) sums[i] = 0.0f;
  for (int t = begin; t < end; ++t) {
    __global const float *row = from + (long)places[t] * pitch;
    const FLOATS weight = weights[t];
#pragma unroll
    for (int i = 0; i < ITEMS; ++i)
      sums[i] = MULTIPLY_ADD(*(__global const FLOATS *)(row + i * VEC), weight, sums[i]);
  }
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) store_bits(bits_of(sums[i]), to + i * VEC, aligned);
}

// From the grid's rows to the image.
__kernel void enlarge_columns(__global const float *restrict from, const int pitch, const int first,
                              IMAGE_OF(const ELEMENT_OF(FROM), image), IMAGE_OUT(out), SUMS) {
  const int sample = get_global_id(0) * WIDTH, top = get_global_id(1) * RUN, width = out_width * CHANNELS;
  __global const float *column = from + sample - (long)first * pitch;
  const bool aligned = IS_ALIGNED(out);
  for (int y = top; y < min(top + RUN, out_height); ++y) {
    const int begin = begins[first_place + y], end = begins[first_place + y + 1];
    __global ELEMENT *to = ROW(out, y);
    if (sample + WIDTH <= width && aligned)
      enlarge_vectors(column, pitch, places, weights, begin, end, to + sample, true);
    else if (sample + WIDTH <= width)
      enlarge_vectors(column, pitch, places, weights, begin, end, to + sample, false);
    else
      for (int s = sample; s < width; ++s)
        store_rounded(sum_of_column(column + (s - sample), pitch, places, weights, begin, end), to + s);
#if ALPHA_KEPT
    keep_alpha(ROW(image, y), to, sample, min(sample + WIDTH, width));
#endif
  }
}
#endif
