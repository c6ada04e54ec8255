// Pixels of a warp whose TAPS x TAPS pixels of the source lie outside of it, or may: they are made one after the other.
// All kernels sum rows first, and so give the same bits.

#ifndef TAPS
#define TAPS 2  // 1: nearest, 2: linear, 4: cubic
#define ITEMS 1 // rows of a work-item
#endif
#ifndef NEAR
#define NEAR 0  // 1: samples of the source are counted by 31 bits, unless its rows lie far apart
#endif

#if NEAR
#define OFFSET int
#else
#define OFFSET long
#endif

// The source: a part of the image that begins at `left`, `top`. Places count pixels of the whole image.
typedef struct {
  __global const ELEMENT *image, *outside;
  long stride;
  int left, top, width, height;
} Source;

#if TAPS == 1 && PLACES == TABLE
#define FIRST_OF(at, part) ((part) >= 0.5f ? (at) + 1 : (at))
#elif TAPS == 1
#define FIRST_OF(at, part) ((at) + CONVERT(int, (part) >> 31))
#else
#define FIRST_OF(at, part) ((at) - (TAPS / 2 - 1))
#endif

#if PLACES == TABLE
#define FLOATS_OF_PART(part) (part)
#else
#define FLOATS_OF_PART(part) (JOIN(as_, FLOATS)(((part) >> 9) | 0x3f800000u) - 1.0f)  // 23 bits
#endif

INLINE void weights_of(const PARTS part, FLOATS *weights) {
  const FLOATS t = FLOATS_OF_PART(part), rest = 1.0f - t;
#if TAPS == 2
  weights[0] = rest;
  weights[1] = t;
#elif TAPS == 4  // Keys' kernel with a = -0.75
  weights[0] = -0.75f * t * rest * rest;
  weights[1] = (1.25f * t - 2.25f) * t * t + 1.0f;
  weights[2] = (1.25f * rest - 2.25f) * rest * rest + 1.0f;
  weights[3] = -0.75f * rest * t * t;
#endif
}

// A pixel as it is stored.
#if TAPS == 1
#define SUM PIXEL_OF(BITS)
#else
#define SUM PIXEL
#endif

INLINE void store_sum(const SUM sum, __global ELEMENT *to) {
#if TAPS == 1
  PUT_PIXEL(sum, (__global BITS *)to);
#else
  float samples[CHANNELS];
  PUT_PIXEL(FINISHED(sum), samples);
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) store_rounded(samples[c], to + c);
#endif
}

INLINE __global const ELEMENT *pixel_at(const Source *source, const int x, const int y) {
  const int column = border_index(x, source->width), row = border_index(y, source->height);
#if BORDER == CONSTANT
  if (column < 0 || row < 0) return source->outside;
#endif
  return source->image + (row - source->top) * source->stride + (long)(column - source->left) * CHANNELS;
}

#if TAPS > 1
INLINE PIXEL loaded(__global const ELEMENT *p) {
  const PIXEL pixel = LOAD_PIXEL(p);
  return SUMMED(pixel);
}
#endif

// Whether a constant border gives all of a pixel. Colours that alpha weights are computed even so.
INLINE bool lies_outside(const Source *source, const int x, const int y) {
#if BORDER == CONSTANT && !PREMULTIPLIED
  return x <= -TAPS || x >= source->width || y <= -TAPS || y >= source->height;
#else
  return false;
#endif
}

// Makes a pixel of those from (x, y) on, with the weights of columns and rows.
INLINE void store_slowly(const Source *source, const int x, const int y, const float *across, const float *down,
                         __global ELEMENT *to) {
#if TAPS == 1
  store_sum(PIXEL_AT((__global const BITS *)pixel_at(source, x, y)), to);
#else
  if (lies_outside(source, x, y)) {
    PUT_PIXEL(PIXEL_AT((__global const BITS *)source->outside), (__global BITS *)to);
    return;
  }
  PIXEL sum = 0;
#pragma unroll
  for (int j = 0; j < TAPS; ++j) {
    PIXEL row = loaded(pixel_at(source, x, y + j)) * across[0];
#pragma unroll
    for (int k = 1; k < TAPS; ++k) row = MULTIPLY_ADD(loaded(pixel_at(source, x + k, y + j)), (PIXEL)across[k], row);
    sum = j == 0 ? row * down[0] : MULTIPLY_ADD(row, (PIXEL)down[j], sum);
  }
  store_sum(sum, to);
#endif
}
