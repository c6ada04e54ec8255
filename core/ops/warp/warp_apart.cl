// The warp of GPUs: a work-item makes RUN pixels of a row, which lie STEP, the width of its group, apart, so that
// neighbours in the group load and store neighbouring samples at once.

#ifndef RUN
#define RUN 4
#define STEP 16
#endif

// What makes the places of a work-item's pixels: those of a table, as far as it goes, or by the sums that the matrix makes
// of the first pixel. Places count from the source's part, which begins at `left`, `top`.
typedef struct {
#if PLACES == TABLE
  __global const float *x, *y;
  int last;
#else
  ulong x, y, divisor, x_step, y_step, divisor_step;
#endif
  int left, top;
} Start;

#if PLACES == TABLE
#define START_AT(column, row) \
  { ROW(map_x, row) + (column), ROW(map_y, row) + (column), out_width - 1 - (column), held_x, held_y }
#else
#define START_AT(column, row) start_at(numbers, left + (column), top + (row), held_x, held_y)

INLINE Start start_at(__constant long *numbers, const int x, const int y, const int left, const int top) {
  Start start = {form(numbers, x, y), form(numbers + 3, x, y), 0, numbers[0], numbers[3], 0, left, top};
#if PLACES == PROJECTIVE
  start.divisor = form(numbers + 6, x, y);
  start.divisor_step = numbers[6];
#else
  start.x -= (ulong)left << 32;
  start.y -= (ulong)top << 32;
#endif
  return start;
}

#define SUM_AT(name, i) ((long)(start->name + (ulong)((i)*STEP) * start->name##_step))
#endif

INLINE Places exact_place(const Start *start, const int i) {
#if PLACES == AFFINE
  return places_from(SUM_AT(x, i), SUM_AT(y, i), 32);
#else
#if PLACES == TABLE
  const int at = min(i * STEP, start->last);
  Places place = places_of(start->x[at], start->y[at]);
#else
  Places place = exact_places(SUM_AT(x, i), SUM_AT(y, i), SUM_AT(divisor, i) >> DIVISOR_SHIFT);
#endif
  place.x -= start->left;
  place.y -= start->top;
  return place;
#endif
}

#if PLACES == PROJECTIVE && DOUBLES
// `far` gets bits of 2^20 and more where the quotient is out of range, and `near` is at most its distance from the whole
// number below, and SPARE.
INLINE uint near_quotient(const double number, const double reciprocal, uint *far, uint *near) {
  const ulong bits = as_ulong(fma(number, reciprocal, RAISED));
  *far |= (uint)(bits >> 32) ^ (RAISED_EXPONENT << 20);
  *near = min(*near, ((uint)bits << 12) + SPARE);
  return (uint)(bits >> 20);
}

INLINE Places place_of_quotients(const uint x, const uint y, const Start *start) {
  const int zero = 1 << (31 - QUOTIENT_BITS);
  const Places place = {(int)(x >> QUOTIENT_BITS) - zero - start->left, (int)(y >> QUOTIENT_BITS) - zero - start->top,
                        x << (32 - QUOTIENT_BITS), y << (32 - QUOTIENT_BITS)};
  return place;
}

// Only the first sums are made doubles, since that takes long; the others are made of them, each off by 2^-53 of the first
// sum's size and of its own. Divisors are exact. Where none is less than half the first one, quotients are off by 2^-53 of
// 8 times their greatest size, 2^31: by 2.5 of the 4 units of SPARE, with the last rounding. False where it may be more. Sums
// behind the result's last column may leave their range, so that nothing is known of a run that ends there.
INLINE bool make_places(const Start *start, Places *places) {
  const double across = (double)SUM_AT(x, 0), down = (double)SUM_AT(y, 0);
  const double x_step = (double)(long)start->x_step, y_step = (double)(long)start->y_step;
  double first = 0, reciprocal = 0;
  uint far = 0, near = UINT_MAX;
#pragma unroll
  for (int i = 0; i < RUN; ++i) {
    const double divisor = (double)(SUM_AT(divisor, i) >> DIVISOR_SHIFT);
    reciprocal = 1.0 / divisor;
    if (i == 0) first = divisor;
    const uint x_at = near_quotient(fma((double)(i * STEP), x_step, across), reciprocal, &far, &near);
    const uint y_at = near_quotient(fma((double)(i * STEP), y_step, down), reciprocal, &far, &near);
    places[i] = place_of_quotients(x_at, y_at, start);
  }
  const double ratio = first * reciprocal;
  return far < 1u << 20 && near >= 2 * SPARE && ratio > 0 && ratio < 1.99;
}
#else
INLINE bool make_places(const Start *start, Places *places) {
#pragma unroll
  for (int i = 0; i < RUN; ++i) places[i] = exact_place(start, i);
  return true;
}
#endif

// Rows of the source, whose samples lie inside. Small samples of many taps are loaded by the words that hold them, some of
// them with samples behind those asked for: single bytes take as long as words.
#define ROW_SAMPLES (TAPS * CHANNELS)
#define BY_WORDS (TYPE == U8 && TAPS > 1 && ROW_SAMPLES > 3)
#if BY_WORDS
#define WORDS ((ROW_SAMPLES + 6) / 4)
#define READ_BEHIND DIVIDE_UP(4 * WORDS - ROW_SAMPLES, CHANNELS)  // pixels
#else
#define READ_BEHIND 0
#endif

#if BY_WORDS
// 2^23 and a byte of a word.
INLINE uint raised_byte(const uint word, const int i) {
#if BYTE_PERMUTATION
  return permute_bytes(word, 0x4b000000u, 0x7440 + i);
#else
  return ((word >> (8 * i)) & 0xff) | 0x4b000000u;
#endif
}

INLINE void load_row(__global const ELEMENT *p, PIXEL *pixels) {
  __global const uint *at = (__global const uint *)((size_t)p & ~(size_t)3);
  const uint bits = (uint)(size_t)p * 8;
  float samples[ROW_SAMPLES];
  uint words[WORDS];
#pragma unroll
  for (int i = 0; i < WORDS; ++i) words[i] = at[i];
#pragma unroll
  for (int i = 0; i + 1 < WORDS; ++i) words[i] = funnel_shift(words[i + 1], words[i], bits);
#pragma unroll
  for (int i = 0; i < ROW_SAMPLES; ++i) samples[i] = as_float(raised_byte(words[i / 4], i % 4)) - 8388608.0f;
#pragma unroll
  for (int k = 0; k < TAPS; ++k) {
#if CHANNELS == 1
    pixels[k] = samples[k];
#else
    const PIXEL pixel = JOIN(vload, CHANNELS)(k, samples);
    pixels[k] = SUMMED(pixel);
#endif
  }
}
#elif TAPS > 1
INLINE void load_row(__global const ELEMENT *p, PIXEL *pixels) {
#pragma unroll
  for (int k = 0; k < TAPS; ++k) {
    const PIXEL value = LOAD_PIXEL(p + k * CHANNELS);
    pixels[k] = SUMMED(value);
  }
}
#endif

// Between samples nothing leaves their range.
INLINE void store_inside(const SUM sum, __global ELEMENT *to) {
#if TAPS == 2 && (TYPE == U8 || TYPE == U16)
  const PIXEL finished = FINISHED(sum);
  PUT_PIXEL(JOIN(convert_, PIXEL_OF(BITS))(JOIN(as_, PIXEL_OF(uint))(finished + 8388608.0f)), to);
#else
  store_sum(sum, to);
#endif
}

// The pixel whose samples lie inside, from `p` on.
INLINE SUM made_inside(__global const ELEMENT *p, const long stride, const Places place) {
#if TAPS == 1
  return PIXEL_AT((__global const BITS *)p);
#else
  float across[TAPS], down[TAPS];
  weights_of(place.right, across);
  weights_of(place.below, down);
  PIXEL sum = 0;
#pragma unroll
  for (int j = 0; j < TAPS; ++j) {
    PIXEL pixels[TAPS];
    load_row(p + j * stride, pixels);
    PIXEL row = pixels[0] * across[0];
#pragma unroll
    for (int k = 1; k < TAPS; ++k) row = MULTIPLY_ADD(pixels[k], (PIXEL)across[k], row);
    sum = j == 0 ? row * down[0] : MULTIPLY_ADD(row, (PIXEL)down[j], sum);
  }
  return sum;
#endif
}

// The places of affine pixels are made again: registers cost more. Others are kept in memory, and made exactly where `sure`
// is false.
INLINE void store_border(const Source *source, const Start *start, const Places *places, const bool sure,
                         const int count, __global ELEMENT *to) {
#if PLACES == AFFINE
#define PLACE_AT(i) exact_place(start, i)
#else
#define PLACE_AT(i) kept[i]
  Places kept[RUN];
#pragma unroll
  for (int i = 0; i < RUN; ++i) kept[i] = places[i];
#pragma unroll 1
  for (int i = 0; i < RUN && !sure; ++i) kept[i] = exact_place(start, i);
#endif
#pragma unroll 1
  for (int i = 0; i < count; ++i) {
    const Places place = PLACE_AT(i);
    float across[TAPS], down[TAPS];
    weights_of(place.right, across);
    weights_of(place.below, down);
    store_slowly(source, source->left + FIRST_OF(place.x, place.right), source->top + FIRST_OF(place.y, place.below),
                 across, down, to + i * (STEP * CHANNELS));
  }
}

// Makes `count` pixels. `most` is how far right of and below the part's first pixel pixels may begin that lie inside; `fits`
// is false where none does, or where fewer than RUN are made. The places of a matrix without quotients lie between those of
// the ends.
INLINE void store_run(const Source *source, const Start *start, const int2 most, const bool fits, const int count,
                      __global ELEMENT *to) {
  Places places[RUN];
  int x[RUN], y[RUN];
  const bool sure = make_places(start, places) && fits;
  bool inside = sure;
#pragma unroll
  for (int i = 0; i < RUN; ++i) {
    x[i] = FIRST_OF(places[i].x, places[i].right);
    y[i] = FIRST_OF(places[i].y, places[i].below);
    if (PLACES != AFFINE || i == 0 || i == RUN - 1)
      inside = inside && (uint)x[i] <= (uint)most.x && (uint)y[i] <= (uint)most.y;
  }
  if (!inside) {
    store_border(source, start, places, sure, count, to);
    return;
  }
#pragma unroll
  for (int i = 0; i < RUN; ++i) {
    const OFFSET at = (OFFSET)y[i] * (OFFSET)(int)source->stride + (OFFSET)(x[i] * CHANNELS);
    store_inside(made_inside(source->image + at, source->stride, places[i]), to + i * (STEP * CHANNELS));
  }
}

// Computes the part of the result that begins at `left`, `top`, from the part of the source that begins at `held_x`,
// `held_y`.
__kernel void warp(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict outside, PLACES_IN,
                   const int left, const int top, const int held_x, const int held_y, const int whole_width,
                   const int whole_height) {
  const int x = get_group_id(0) * (STEP * RUN) + get_local_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height) return;
  const int2 most = (int2)(image_width - TAPS - READ_BEHIND, image_height - TAPS);
  bool fits = image_stride == (int)image_stride && most.x >= 0 && most.y >= 0 && out_width - x > (RUN - 1) * STEP;
#if NEAR
  fits = fits && image_stride * image_height < INT_MAX;
#endif
  const Source source = {ROW(image, 0), outside, image_stride, held_x, held_y, whole_width, whole_height};
  const Start start = START_AT(x, y);
  store_run(&source, &start, most, fits, min(RUN, DIVIDE_UP(out_width - x, STEP)), ROW(out, y) + (long)x * CHANNELS);
}
