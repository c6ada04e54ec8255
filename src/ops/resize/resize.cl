// A pixel of the result is the weighted sum of TAPS_X x TAPS_Y of the source, whose places and weights are tables. Places in
// a row count samples. All ways sum down the columns first, and so give the same bits.

#define PIXELS 1  // each pixel by itself
#define LINES 2   // a group adds the rows under a part of the result's row to a line, then columns of the line

#ifndef TAPS_X
#define TAPS_X 2
#define TAPS_Y 2
#define WAY LINES
#define ITEMS 1                  // pixels of a work-item, in a column; rows of a group
#define COLUMNS 64               // pixels of a group, in a row
#define LINE 1024                // samples of the source under them, at most
#define PREMULTIPLIED 0          // 1: colours count as much as the last channel says
#define FMA(a, b, c) fma(a, b, c)  // where it is fast
#endif

#if CHANNELS == 1
#define PIXEL float
#define PIXEL_OF(type) type
#define PIXEL_AT(p) (*(p))
#define PUT_PIXEL(v, p) (*(p) = (v))
#else
#define PIXEL PIXEL_OF(float)
#define PIXEL_OF(type) JOIN(type, CHANNELS)
#define PIXEL_AT(p) JOIN(vload, CHANNELS)(0, p)
#define PUT_PIXEL(v, p) JOIN(vstore, CHANNELS)(v, 0, p)
#endif

#if TYPE == F16 && CHANNELS == 1
#define LOAD_PIXEL(p) vload_half(0, p)
#elif TYPE == F16
#define LOAD_PIXEL(p) JOIN(vload_half, CHANNELS)(0, p)
#else
#define LOAD_PIXEL(p) JOIN(convert_, PIXEL)(PIXEL_AT(p))
#endif

#if CHANNELS == 4
#define ALPHA(v) (v).s3
#define WITH_ALPHA(v, a) (PIXEL)((v).s012, a)
#else
#define ALPHA(v) (v).s1
#define WITH_ALPHA(v, a) (PIXEL)((v).s0, a)
#endif

#if PREMULTIPLIED
#define SUMMED(v) WITH_ALPHA((v)*ALPHA(v), ALPHA(v))
#define FINISHED(v) (ALPHA(v) > 0 ? WITH_ALPHA((v) / ALPHA(v), ALPHA(v)) : WITH_ALPHA((PIXEL)0, ALPHA(v)))
#else
#define SUMMED(v) (v)
#define FINISHED(v) (v)
#endif

#if WAY == PIXELS
INLINE PIXEL loaded(__global const ELEMENT *p) {
  const PIXEL pixel = LOAD_PIXEL(p);
  return SUMMED(pixel);
}

// The sum down a column.
INLINE PIXEL column_of(__global const ELEMENT *image, const long stride, const int at, __global const int *places,
                       __global const float *by) {
  PIXEL sum = loaded(image + places[0] * stride + at) * by[0];
  for (int j = 1; j < TAPS_Y; ++j) sum = FMA(loaded(image + places[j] * stride + at), (PIXEL)by[j], sum);
  return sum;
}

INLINE void store_pixel(const PIXEL v, __global ELEMENT *p) {
  float samples[CHANNELS];
  PUT_PIXEL(v, samples);
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) store_rounded(samples[c], p + c);
}

__kernel void resize(IMAGE_IN(image), IMAGE_OUT(out), __global const int *restrict x_places,
                     __global const float *restrict x_weights, __global const int *restrict y_places,
                     __global const float *restrict y_weights) {
  const int x = get_global_id(0), first = get_global_id(1) * ITEMS;
  if (x >= out_width) return;
  __global const int *at = x_places + (long)x * TAPS_X;
  __global const float *by = x_weights + (long)x * TAPS_X;
  for (int y = first; y < min(first + ITEMS, out_height); ++y) {
    __global ELEMENT *to = ROW(out, y) + (long)x * CHANNELS;
#if TAPS_X * TAPS_Y == 1
    PUT_PIXEL(PIXEL_AT((__global const BITS *)ROW(image, y_places[y]) + at[0]), (__global BITS *)to);
#else
    PIXEL sum = 0;
    for (int i = 0; i < TAPS_X; ++i) {
      const PIXEL column = column_of(ROW(image, 0), image_stride, at[i], y_places + (long)y * TAPS_Y, y_weights + (long)y * TAPS_Y);
      sum = i == 0 ? column * by[0] : FMA(column, (PIXEL)by[i], sum);
    }
    store_pixel(FINISHED(sum), to);
#endif
  }
}

#else
// Three channels are loaded and stored as four where no other work-item stores the fourth.
#if CHANNELS == 3
#define LANES float4
#define LANES_AT(p) vload4(0, p)
#else
#define LANES PIXEL
#define LANES_AT(p) PIXEL_AT(p)
#endif
#if CHANNELS == 3 && GROUP == 1
#define PUT_LANES(v, p) vstore4(v, 0, p)
#elif CHANNELS == 3
#define PUT_LANES(v, p) vstore3((v).s012, 0, p)
#else
#define PUT_LANES(v, p) PUT_PIXEL(v, p)
#endif

#define ROWS_AT_ONCE 4

// The samples of the source that a group needs: whole vectors from `begin`, the first, to `whole`, the rest to `end`.
typedef struct {
  int begin, whole, end;
} Span;

#if PREMULTIPLIED
INLINE void add_rows(__local float *line, __global const ELEMENT *const *rows, const float *weights, const int count,
                     const bool fresh, const Span span, const bool aligned) {
  for (int s = span.begin + get_local_id(0) * CHANNELS; s < span.end; s += GROUP * CHANNELS) {
    __local float *to = line + (s - span.begin);
    PIXEL pixel = LOAD_PIXEL(rows[0] + s), sum = SUMMED(pixel) * weights[0];
    if (!fresh) sum = FMA(SUMMED(pixel), (PIXEL)weights[0], PIXEL_AT(to));
#pragma unroll
    for (int j = 1; j < count; ++j) {
      pixel = LOAD_PIXEL(rows[j] + s);
      sum = FMA(SUMMED(pixel), (PIXEL)weights[j], sum);
    }
    PUT_PIXEL(sum, to);
  }
}
#else
INLINE void add_rows(__local float *line, __global const ELEMENT *const *rows, const float *weights, const int count,
                     const bool fresh, const Span span, const bool aligned) {
  for (int s = span.begin + get_local_id(0) * VEC; s < span.whole; s += GROUP * VEC) {
    __local FLOATS *to = (__local FLOATS *)(line + (s - span.begin));
    FLOATS sum = floats_of(load_bits(rows[0] + s, aligned));
    sum = fresh ? sum * weights[0] : FMA(sum, (FLOATS)weights[0], *to);
#pragma unroll
    for (int j = 1; j < count; ++j)
      sum = FMA(floats_of(load_bits(rows[j] + s, aligned)), (FLOATS)weights[j], sum);
    *to = sum;
  }
  for (int s = span.whole + get_local_id(0); s < span.end; s += GROUP) {
    float sum = (float)LOAD_ONE(rows[0], s);
    sum = fresh ? sum * weights[0] : FMA(sum, weights[0], line[s - span.begin]);
    for (int j = 1; j < count; ++j) sum = FMA((float)LOAD_ONE(rows[j], s), weights[j], sum);
    line[s - span.begin] = sum;
  }
}
#endif

// Adds the rows of a row of the result, some at a time.
INLINE void make_line(__local float *line, IMAGE_IN(image), __global const int *places, __global const float *by,
                      const Span span, const bool aligned) {
  __global const ELEMENT *rows[ROWS_AT_ONCE];
  float weights[ROWS_AT_ONCE];
  for (int first = 0; first + ROWS_AT_ONCE <= TAPS_Y; first += ROWS_AT_ONCE) {
#pragma unroll
    for (int j = 0; j < ROWS_AT_ONCE; ++j) {
      rows[j] = ROW(image, places[first + j]);
      weights[j] = by[first + j];
    }
    add_rows(line, rows, weights, ROWS_AT_ONCE, first == 0, span, aligned);
  }
#if TAPS_Y % ROWS_AT_ONCE
#pragma unroll
  for (int j = 0; j < TAPS_Y % ROWS_AT_ONCE; ++j) {
    rows[j] = ROW(image, places[TAPS_Y / ROWS_AT_ONCE * ROWS_AT_ONCE + j]);
    weights[j] = by[TAPS_Y / ROWS_AT_ONCE * ROWS_AT_ONCE + j];
  }
  add_rows(line, rows, weights, TAPS_Y % ROWS_AT_ONCE, TAPS_Y < ROWS_AT_ONCE, span, aligned);
#endif
}

// `line` is the sample 0 of the source's row.
INLINE void add_columns(__local const float *line, __local float *done, __global const int *at,
                        __global const float *by, const int columns) {
  for (int x = get_local_id(0); x < columns; x += GROUP) {
    LANES sum = LANES_AT(line + at[x * TAPS_X]) * by[x * TAPS_X];
#if TAPS_X <= 8
#pragma unroll
#endif
    for (int i = 1; i < TAPS_X; ++i) sum = FMA(LANES_AT(line + at[x * TAPS_X + i]), (LANES)by[x * TAPS_X + i], sum);
    PUT_LANES(FINISHED(sum), done + x * CHANNELS);
  }
}

INLINE void store_line(__local const float *done, __global ELEMENT *out, const int samples, const bool aligned) {
  const int whole = samples / VEC * VEC;
  for (int s = get_local_id(0) * VEC; s < whole; s += GROUP * VEC)
    store_bits(bits_of(*(__local const FLOATS *)(done + s)), out + s, aligned);
  for (int s = whole + get_local_id(0); s < samples; s += GROUP) store_rounded(done[s], out + s);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void resize(IMAGE_IN(image), IMAGE_OUT(out), __global const int *restrict x_places,
            __global const float *restrict x_weights, __global const int *restrict y_places,
            __global const float *restrict y_weights) {
  __local float line[LINE] __attribute__((aligned(64)));
  __local float done[COLUMNS * CHANNELS + 4] __attribute__((aligned(64)));  // what four lanes store goes beyond the end
  const int left = get_group_id(0) * COLUMNS, columns = min(COLUMNS, out_width - left);
  const int top = get_group_id(1) * ITEMS, bottom = min(top + ITEMS, out_height);
  __global const int *at = x_places + (long)left * TAPS_X;
  __global const float *by = x_weights + (long)left * TAPS_X;
  const int first = at[0], end = at[columns * TAPS_X - 1] + CHANNELS;
#if PREMULTIPLIED
  const Span span = {first, first, end};
#else
  const Span span = {first / VEC * VEC, min(DIVIDE_UP(end, VEC), image_width * CHANNELS / VEC) * VEC, end};
#endif
  const bool aligned = IS_ALIGNED(image), aligned_out = IS_ALIGNED(out);  // COLUMNS is a multiple of VEC
  for (int y = top; y < bottom; ++y) {
    __global const int *rows = y_places + (long)y * TAPS_Y;
    __global const float *weights = y_weights + (long)y * TAPS_Y;
    if (aligned)
      make_line(line, image, image_offset, image_stride, image_width, image_height, rows, weights, span, true);
    else
      make_line(line, image, image_offset, image_stride, image_width, image_height, rows, weights, span, false);
    barrier(CLK_LOCAL_MEM_FENCE);
    add_columns(line - span.begin, done, at, by, columns);
    barrier(CLK_LOCAL_MEM_FENCE);
    __global ELEMENT *to = ROW(out, y) + (long)left * CHANNELS;
    if (aligned_out)
      store_line(done, to, columns * CHANNELS, true);
    else
      store_line(done, to, columns * CHANNELS, false);
  }
}
#endif
