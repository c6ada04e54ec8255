// Makes each pixel of the result of TAPS x TAPS pixels of the source round its place there. Places are whole numbers, as
// in places.cpp, so that they are the same on all devices. All schedules sum rows first, and so give the same bits.

#define AFFINE 1      // a matrix
#define PROJECTIVE 2  // a matrix whose last row divides
#define TABLE 3       // two images

#ifndef TAPS
#define TAPS 2  // 1: nearest, 2: linear, 4: cubic
#define ITEMS 1 // rows of a work-item
#endif
#ifndef PLACES
#define PLACES AFFINE
#endif
#ifndef DOUBLES
#define DOUBLES 0  // 1: quotients are found by doubles
#endif

// The pixel to the left of and above a place, and how far right and below of its centre the place lies, by 2^32.
typedef struct {
  int x, y;
  uint right, below;
} Place;

// The source. Places count pixels of the whole image.
typedef struct {
  __global const ELEMENT *image, *outside;
  long stride;
  int width, height;
} Source;

#if PLACES == TABLE
#define MAP_IN(name)                                                                              \
  __global const float *restrict name, const long name##_offset, const long name##_stride, \
      const int name##_width, const int name##_height
#define PLACES_IN MAP_IN(map_x), MAP_IN(map_y)
#define PLACE_AT(x, y) place_of(ROW(map_x, y)[x], ROW(map_y, y)[x])

#define FARTHEST 1073741824.0f

INLINE int side_of(const float at, uint *part) {
  *part = 0;
  if (!(at >= -FARTHEST && at <= FARTHEST)) return at > 0 ? (int)FARTHEST : -(int)FARTHEST;
  const float whole = floor(at), rest = at - whole;
  if (rest >= 1.0f) return (int)whole + 1;  // just below a whole number
  *part = (uint)(rest * 4294967296.0f);
  return (int)whole;
}

INLINE Place place_of(const float x, const float y) {
  Place place;
  place.x = side_of(x, &place.right);
  place.y = side_of(y, &place.below);
  return place;
}
#else
#define PLACES_IN __constant long *numbers
#define PLACE_AT(x, y) place_at(numbers, left + (x), top + (y))

// Intermediate sums may leave the range, the result does not.
INLINE long form(__constant long *by, const int x, const int y) {
  return (long)((ulong)by[0] * (ulong)(long)x + (ulong)by[1] * (ulong)(long)y + (ulong)by[2]);
}

INLINE Place place_from(const long x, const long y, const int bits) {
  Place place;
  place.x = (int)(x >> bits);
  place.y = (int)(y >> bits);
  place.right = (uint)((ulong)x << (32 - bits));
  place.below = (uint)((ulong)y << (32 - bits));
  return place;
}

#if PLACES == AFFINE
INLINE Place place_at(__constant long *numbers, const int x, const int y) {
  return place_from(form(numbers, x, y), form(numbers + 3, x, y), 32);
}
#else
#define QUOTIENT_BITS 16
#define DIVISOR_SHIFT 28
#define MOST (1L << (30 + QUOTIENT_BITS))

// The quotient, rounded down. `divisor` is positive. A quotient of doubles is at most one off, unless it is so large
// that only its sign counts.
#if DOUBLES
#define RECIPROCAL(divisor) (1.0 / (double)(divisor))
INLINE long quotient(const long number, const long divisor, const double reciprocal) {
  const double near = floor((double)number * reciprocal);
  if (fabs(near) > (double)MOST) return near > 0 ? MOST : -MOST;
  const long down = (long)near, rest = number - down * divisor;
  return clamp(down + (rest >= divisor ? 1 : 0) - (rest < 0 ? 1 : 0), -MOST, MOST);
}
#else
#define RECIPROCAL(divisor) 0
INLINE long quotient(const long number, const long divisor, const int unused) {
  const long down = number / divisor;
  return clamp(down - (number - down * divisor < 0 ? 1 : 0), -MOST, MOST);
}
#endif

INLINE Place place_at(__constant long *numbers, const int x, const int y) {
  long across = form(numbers, x, y), down = form(numbers + 3, x, y);
  long divisor = form(numbers + 6, x, y) >> DIVISOR_SHIFT;
  if (divisor == 0) return place_from(-MOST, -MOST, QUOTIENT_BITS);
  if (divisor < 0) {
    across = -across;
    down = -down;
    divisor = -divisor;
  }
  return place_from(quotient(across, divisor, RECIPROCAL(divisor)), quotient(down, divisor, RECIPROCAL(divisor)),
                    QUOTIENT_BITS);
}
#endif
#endif

INLINE __global const ELEMENT *pixel_at(const Source *source, const int x, const int y, const bool inside) {
  if (inside) return source->image + y * source->stride + (long)x * CHANNELS;
  const int column = border_index(x, source->width), row = border_index(y, source->height);
#if BORDER == CONSTANT
  if (column < 0 || row < 0) return source->outside;
#endif
  return source->image + row * source->stride + (long)column * CHANNELS;
}

#if TAPS == 1
INLINE void store_place(const Source *source, const Place place, __global ELEMENT *to) {
  const int x = place.x + (int)(place.right >> 31), y = place.y + (int)(place.below >> 31);
  const bool inside = x >= 0 && x < source->width && y >= 0 && y < source->height;
  __global const ELEMENT *from = pixel_at(source, x, y, inside);
  PUT_PIXEL(PIXEL_AT((__global const BITS *)from), (__global BITS *)to);
}
#else

INLINE void weights_of(const uint part, float *weights) {
  const float t = (float)(part >> 8) * 0x1p-24f, rest = 1.0f - t;
#if TAPS == 2
  weights[0] = rest;
  weights[1] = t;
#else  // Keys' kernel with a = -0.75
  weights[0] = -0.75f * t * rest * rest;
  weights[1] = (1.25f * t - 2.25f) * t * t + 1.0f;
  weights[2] = (1.25f * rest - 2.25f) * rest * rest + 1.0f;
  weights[3] = -0.75f * rest * t * t;
#endif
}

INLINE PIXEL loaded(__global const ELEMENT *p) {
  const PIXEL pixel = LOAD_PIXEL(p);
  return SUMMED(pixel);
}

INLINE PIXEL row_of(const Source *source, const int x, const int y, const float *weights, const bool inside) {
  PIXEL sum = loaded(pixel_at(source, x, y, inside)) * weights[0];
#pragma unroll
  for (int i = 1; i < TAPS; ++i)
    sum = MULTIPLY_ADD(loaded(pixel_at(source, x + i, y, inside)), (PIXEL)weights[i], sum);
  return sum;
}

INLINE PIXEL sum_of(const Source *source, const int x, const int y, const float *across, const float *down,
                    const bool inside) {
  PIXEL sum = row_of(source, x, y, across, inside) * down[0];
#pragma unroll
  for (int j = 1; j < TAPS; ++j) sum = MULTIPLY_ADD(row_of(source, x, y + j, across, inside), (PIXEL)down[j], sum);
  return sum;
}

INLINE void store_place(const Source *source, const Place place, __global ELEMENT *to) {
  float across[TAPS], down[TAPS], samples[CHANNELS];
  weights_of(place.right, across);
  weights_of(place.below, down);
  const int x = place.x - (TAPS / 2 - 1), y = place.y - (TAPS / 2 - 1);
  const bool inside = x >= 0 && x <= source->width - TAPS && y >= 0 && y <= source->height - TAPS;
  const PIXEL sum = inside ? sum_of(source, x, y, across, down, true) : sum_of(source, x, y, across, down, false);
  PUT_PIXEL(FINISHED(sum), samples);
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) store_rounded(samples[c], to + c);
}
#endif

// Computes the part of the result that begins at `left`, `top`, from the part of the source that begins at `held_x`,
// `held_y`.
__kernel void warp(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict outside, PLACES_IN,
                   const int left, const int top, const int held_x, const int held_y, const int whole_width,
                   const int whole_height) {
  const int x = get_global_id(0), first = get_global_id(1) * ITEMS;
  if (x >= out_width) return;
  const Source source = {ROW(image, -held_y) - (long)held_x * CHANNELS, outside, image_stride, whole_width,
                         whole_height};
  for (int y = first; y < min(first + ITEMS, out_height); ++y)
    store_place(&source, PLACE_AT(x, y), ROW(out, y) + (long)x * CHANNELS);
}
