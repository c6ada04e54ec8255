// Resizes: a pixel of the result is the weighted sum of TAPS_X x TAPS_Y pixels of the source, whose places and weights
// are tables. Places in a row count samples. All schedules sum down the columns first, and so give the same bits.

#define PIXELS 1  // each pixel by itself
#define LINES 2   // a group sums the rows under a part of the result's row to a line, then the columns of the line

#ifndef TAPS_X
#define TAPS_X 2
#define TAPS_Y 2
#define WAY LINES
#define ITEMS 1                  // pixels of a work-item, in a column; or how often a group makes rows
#define ROWS 1                   // rows that a group makes at a time: 1 or 4
#define COLUMNS 64               // pixels of a group, in a row
#define LINE 1024                // samples of the source under them, at most
#endif

// The kernels compute a part of the result from a part of the source. The part of the result begins at `left`, `top`,
// that of the source at `held_x`, `held_y`. The tables belong to the whole images.

#if GROUP > 1
#define MEET() barrier(CLK_LOCAL_MEM_FENCE)
#else
#define MEET()  // a work-item by itself meets nobody; PoCL 5.0 crashes in branches behind barriers
#endif

#if WAY == PIXELS
INLINE PIXEL loaded(__global const ELEMENT *p) {
  const PIXEL pixel = LOAD_PIXEL(p);
  return SUMMED(pixel);
}

INLINE void store_pixel(const PIXEL v, __global ELEMENT *p) {
  float samples[CHANNELS];
  PUT_PIXEL(v, samples);
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) store_rounded(samples[c], p + c);
}

// A work-item that goes down a column keeps the pixels of the row before, as far as registers hold them: neighbours in an
// enlarged image need the same rows of the source, or the next one.
#define KEEPS (ITEMS > 1 && TAPS_X * TAPS_Y > 1 && TAPS_X * TAPS_Y * CHANNELS <= 48)
#if KEEPS
typedef struct {
  int places[TAPS_Y];
  PIXEL pixels[TAPS_Y][TAPS_X];
} Kept;

INLINE void load_taps(__global const ELEMENT *row, const int *at, PIXEL *pixels) {
#pragma unroll
  for (int i = 0; i < TAPS_X; ++i) pixels[i] = loaded(row + at[i]);
}

// Loads what the rows at `places` have and those kept have not.
INLINE void take_rows(__global const ELEMENT *image, const long stride, const int *at, __global const int *places,
                      Kept *kept) {
  bool same = true, next = true;
#pragma unroll
  for (int j = 0; j < TAPS_Y; ++j) {
    same = same && places[j] == kept->places[j];
    next = next && (j == TAPS_Y - 1 || places[j] == kept->places[j + 1]);
  }
  if (same) return;
#pragma unroll
  for (int j = 0; j < TAPS_Y; ++j) {
    kept->places[j] = places[j];
    if (j < TAPS_Y - 1 && next) {
#pragma unroll
      for (int i = 0; i < TAPS_X; ++i) kept->pixels[j][i] = kept->pixels[j + 1][i];
    } else {
      load_taps(image + places[j] * stride, at, kept->pixels[j]);
    }
  }
}

// The sum down a column.
INLINE PIXEL column_of(const Kept *kept, const int i, __global const float *by) {
  PIXEL sum = kept->pixels[0][i] * by[0];
#pragma unroll
  for (int j = 1; j < TAPS_Y; ++j) sum = MULTIPLY_ADD(kept->pixels[j][i], (PIXEL)by[j], sum);
  return sum;
}

#else
// The sum down a column.
INLINE PIXEL column_of(__global const ELEMENT *image, const long stride, const int at, __global const int *places,
                       __global const float *by) {
  PIXEL sum = loaded(image + places[0] * stride + at) * by[0];
  for (int j = 1; j < TAPS_Y; ++j) sum = MULTIPLY_ADD(loaded(image + places[j] * stride + at), (PIXEL)by[j], sum);
  return sum;
}

#endif

__kernel void resize(IMAGE_IN(image), IMAGE_OUT(out), __global const int *restrict x_places,
                     __global const float *restrict x_weights, __global const int *restrict y_places,
                     __global const float *restrict y_weights, const int left, const int top, const int held_x,
                     const int held_y) {
  const int x = get_global_id(0), first = get_global_id(1) * ITEMS;
  if (x >= out_width) return;
  __global const int *at = x_places + (long)(left + x) * TAPS_X;
  __global const float *by = x_weights + (long)(left + x) * TAPS_X;
  __global const ELEMENT *source = ROW(image, -held_y) - held_x * CHANNELS;
#if KEEPS
  int columns[TAPS_X];
  float across[TAPS_X];
#pragma unroll
  for (int i = 0; i < TAPS_X; ++i) {
    columns[i] = at[i];
    across[i] = by[i];
  }
  Kept kept;
#pragma unroll
  for (int j = 0; j < TAPS_Y; ++j) kept.places[j] = -1;
#endif
  for (int y = first; y < min(first + ITEMS, out_height); ++y) {
    __global ELEMENT *to = ROW(out, y) + (long)x * CHANNELS;
    const long row = (long)(top + y) * TAPS_Y;
#if TAPS_X * TAPS_Y == 1
    PUT_PIXEL(PIXEL_AT((__global const BITS *)(source + y_places[row] * image_stride) + at[0]), (__global BITS *)to);
#elif KEEPS
    take_rows(source, image_stride, columns, y_places + row, &kept);
    PIXEL sum = column_of(&kept, 0, y_weights + row) * across[0];
#pragma unroll
    for (int i = 1; i < TAPS_X; ++i)
      sum = MULTIPLY_ADD(column_of(&kept, i, y_weights + row), (PIXEL)across[i], sum);
    store_pixel(FINISHED(sum), to);
#else
    PIXEL sum = 0;
    for (int i = 0; i < TAPS_X; ++i) {
      const PIXEL column = column_of(source, image_stride, at[i], y_places + row, y_weights + row);
      sum = i == 0 ? column * by[0] : MULTIPLY_ADD(column, (PIXEL)by[i], sum);
    }
    store_pixel(FINISHED(sum), to);
#endif
  }
}

#else
// A group makes ROWS rows of the result at a time. Their samples lie side by side in its line, so that one addition
// serves all rows.
#define WIDTH (CHANNELS * ROWS)
#if WIDTH == 2
#define LANE_COUNT 2
#elif WIDTH <= 4
#define LANE_COUNT 4
#elif WIDTH == 8
#define LANE_COUNT 8
#else
#define LANE_COUNT 16
#endif

// Stores a pixel. With three channels the last lanes belong to the next pixel, which another work-item may store.
#if WIDTH == 1
#define LANES float
#define LANES_AT(p) (*(p))
#define PUT_LANES(v, p) (*(p) = (v))
#else
#define LANES JOIN(float, LANE_COUNT)
#define LANES_AT(p) JOIN(vload, LANE_COUNT)(0, p)
#if WIDTH == 3 && GROUP > 1
#define PUT_LANES(v, p) vstore3((v).s012, 0, p)
#elif WIDTH == 12 && GROUP > 1
#define PUT_LANES(v, p) (vstore8((v).lo, 0, p), vstore4((v).hi.lo, 0, (p) + 8))
#else
#define PUT_LANES(v, p) JOIN(vstore, LANE_COUNT)(v, 0, p)
#endif
#endif

#if PREMULTIPLIED && ROWS == 1
#define LANES_FINISHED(v) FINISHED(v)
#elif PREMULTIPLIED && CHANNELS == 2
#define LANES_FINISHED(v) ((LANES)(OPAQUE((v).lo, (v).hi), (v).hi))
#elif PREMULTIPLIED
#define LANES_FINISHED(v) \
  ((LANES)(OPAQUE((v).s0123, (v).scdef), OPAQUE((v).s4567, (v).scdef), OPAQUE((v).s89ab, (v).scdef), (v).scdef))
#else
#define LANES_FINISHED(v) (v)
#endif
#define OPAQUE(colour, alpha) select((float4)0.0f, (colour) / (alpha), (alpha) > 0.0f)

// PUT_ROWS puts vectors of ROWS rows side by side, and TAKE_ROWS takes them apart.
#if ROWS == 1
#define PUT_ROWS(rows, p) (*(__local FLOATS *)(p) = (rows)[0])
#define TAKE_ROWS(rows, p) ((rows)[0] = *(__local const FLOATS *)(p))
#elif VEC == 1
#define PUT_ROWS(rows, p) vstore4((float4)((rows)[0], (rows)[1], (rows)[2], (rows)[3]), 0, p)
#define TAKE_ROWS(rows, p) vstore4(vload4(0, p), 0, rows)
#else
INLINE void zip(const FLOATS even, const FLOATS odd, FLOATS *first, FLOATS *second) {
  first->even = even.lo;
  first->odd = odd.lo;
  second->even = even.hi;
  second->odd = odd.hi;
}
INLINE void put_rows(const FLOATS *rows, __local FLOATS *to) {
  FLOATS a, b, c, d, zipped[4];
  zip(rows[0], rows[2], &a, &b);
  zip(rows[1], rows[3], &c, &d);
  zip(a, c, &zipped[0], &zipped[1]);
  zip(b, d, &zipped[2], &zipped[3]);
#pragma unroll
  for (int i = 0; i < 4; ++i) to[i] = zipped[i];
}
INLINE void take_rows(FLOATS *rows, __local const FLOATS *from) {
  const FLOATS a = (FLOATS)(from[0].even, from[1].even), b = (FLOATS)(from[2].even, from[3].even);
  const FLOATS c = (FLOATS)(from[0].odd, from[1].odd), d = (FLOATS)(from[2].odd, from[3].odd);
  rows[0] = (FLOATS)(a.even, b.even);
  rows[1] = (FLOATS)(c.even, d.even);
  rows[2] = (FLOATS)(a.odd, b.odd);
  rows[3] = (FLOATS)(c.odd, d.odd);
}
#define PUT_ROWS(rows, p) put_rows(rows, (__local FLOATS *)(p))
#define TAKE_ROWS(rows, p) take_rows(rows, (__local const FLOATS *)(p))
#endif

// The samples of the source that a group needs: whole vectors from `begin` to `whole`, single samples to `end`.
typedef struct {
  int begin, whole, end;
} Span;

// The rows of the source that a row of the result needs.
typedef struct {
  __global const ELEMENT *image;
  long stride;
  __global const int *places[ROWS];
  __global const float *weights[ROWS];
} Source;

INLINE __global const ELEMENT *row_of(const Source *source, const int row, const int tap) {
  return source->image + source->places[row][tap] * source->stride;
}

#if PREMULTIPLIED
INLINE void add_rows(__local float *line, const Source *source, const Span span, const bool aligned) {
  for (int s = span.begin + get_local_id(0) * CHANNELS; s < span.end; s += GROUP * CHANNELS) {
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      PIXEL pixel = LOAD_PIXEL(row_of(source, r, 0) + s), sum = SUMMED(pixel) * source->weights[r][0];
      for (int j = 1; j < TAPS_Y; ++j) {
        pixel = LOAD_PIXEL(row_of(source, r, j) + s);
        sum = MULTIPLY_ADD(SUMMED(pixel), (PIXEL)source->weights[r][j], sum);
      }
      float samples[CHANNELS];
      PUT_PIXEL(sum, samples);
#pragma unroll
      for (int c = 0; c < CHANNELS; ++c) line[(s - span.begin + c) * ROWS + r] = samples[c];
    }
  }
}
#else
INLINE void add_rows(__local float *line, const Source *source, const Span span, const bool aligned) {
  for (int s = span.begin + get_local_id(0) * VEC; s < span.whole; s += GROUP * VEC) {
    FLOATS sums[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      sums[r] = floats_of(load_bits(row_of(source, r, 0) + s, aligned)) * source->weights[r][0];
#pragma unroll 4
      for (int j = 1; j < TAPS_Y; ++j)
        sums[r] = MULTIPLY_ADD(floats_of(load_bits(row_of(source, r, j) + s, aligned)), (FLOATS)source->weights[r][j],
                               sums[r]);
    }
    PUT_ROWS(sums, line + (s - span.begin) * ROWS);
  }
  for (int s = span.whole + get_local_id(0); s < span.end; s += GROUP)
    for (int r = 0; r < ROWS; ++r) {
      float sum = (float)LOAD_ONE(row_of(source, r, 0), s) * source->weights[r][0];
      for (int j = 1; j < TAPS_Y; ++j)
        sum = MULTIPLY_ADD((float)LOAD_ONE(row_of(source, r, j), s), source->weights[r][j], sum);
      line[(s - span.begin) * ROWS + r] = sum;
    }
}
#endif

// Sums the columns of a line. `line` points to where sample 0 of the source's row would lie.
INLINE void add_columns(__local const float *line, __local float *done, __global const int *at,
                        __global const float *by, const int columns) {
  for (int x = get_local_id(0); x < columns; x += GROUP) {
    LANES sum = LANES_AT(line + at[x * TAPS_X] * ROWS) * by[x * TAPS_X];
#pragma unroll 4
    for (int i = 1; i < TAPS_X; ++i)
      sum = MULTIPLY_ADD(LANES_AT(line + at[x * TAPS_X + i] * ROWS), (LANES)by[x * TAPS_X + i], sum);
    PUT_LANES(LANES_FINISHED(sum), done + x * WIDTH);
  }
}

// Stores those of the rows that lie in the image.
INLINE void store_rows(__local const float *done, __global ELEMENT *out, const long stride, const int samples,
                       const int rows, const bool aligned) {
  const int whole = samples / VEC * VEC;
  for (int s = get_local_id(0) * VEC; s < whole; s += GROUP * VEC) {
    FLOATS taken[ROWS];
    TAKE_ROWS(taken, done + s * ROWS);
#pragma unroll
    for (int r = 0; r < ROWS; ++r)
      if (r < rows) store_bits(bits_of(taken[r]), out + r * stride + s, aligned);
  }
  for (int s = whole + get_local_id(0); s < samples; s += GROUP)
    for (int r = 0; r < rows; ++r) store_rounded(done[s * ROWS + r], out + r * stride + s);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void resize(IMAGE_IN(image), IMAGE_OUT(out), __global const int *restrict x_places,
            __global const float *restrict x_weights, __global const int *restrict y_places,
            __global const float *restrict y_weights, const int left, const int top, const int held_x,
            const int held_y) {
  __local float line[LINE * ROWS] __attribute__((aligned(64)));
  __local float done[(COLUMNS * CHANNELS + 4) * ROWS] __attribute__((aligned(64)));
  const int begin = get_group_id(0) * COLUMNS, columns = min(COLUMNS, out_width - begin);
  const int upper = get_group_id(1) * (ITEMS * ROWS), bottom = min(upper + ITEMS * ROWS, out_height);
  __global const int *at = x_places + (long)(left + begin) * TAPS_X;
  __global const float *by = x_weights + (long)(left + begin) * TAPS_X;
  const int before = held_x * CHANNELS;  // samples of the row in front of those held
  const int first = at[0] - before, end = at[columns * TAPS_X - 1] + CHANNELS - before;
#if PREMULTIPLIED
  const Span span = {first, first, end};
#else
  const Span span = {first / VEC * VEC, min(DIVIDE_UP(end, VEC), image_width * CHANNELS / VEC) * VEC, end};
#endif
  const bool aligned = IS_ALIGNED(image), aligned_out = IS_ALIGNED(out);  // COLUMNS is a multiple of VEC
  for (int y = upper; y < bottom; y += ROWS) {
    Source source;
    source.image = ROW(image, -held_y);
    source.stride = image_stride;
#pragma unroll
    for (int r = 0; r < ROWS; ++r) {
      source.places[r] = y_places + (long)(top + min(y + r, bottom - 1)) * TAPS_Y;
      source.weights[r] = y_weights + (long)(top + min(y + r, bottom - 1)) * TAPS_Y;
    }
    if (aligned)
      add_rows(line, &source, span, true);
    else
      add_rows(line, &source, span, false);
    MEET();
    add_columns(line - (span.begin + before) * ROWS, done, at, by, columns);
    MEET();
    __global ELEMENT *to = ROW(out, y) + (long)begin * CHANNELS;
    if (aligned_out)
      store_rows(done, to, out_stride, columns * CHANNELS, bottom - y, true);
    else
      store_rows(done, to, out_stride, columns * CHANNELS, bottom - y, false);
  }
}
#endif
