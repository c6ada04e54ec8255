// Harris's measure of corners: derivatives first, then sums of their products over a window.

#ifndef BLOCK
#define BLOCK 2      // side of the window
#define SIDE 3       // of the derivatives' masks
#define SMOOTH_TAPS {1, 2, 1}
#define SLOPE_TAPS {-1, 0, 1}
#define COLUMNS 1    // pixels of a work-item, side by side
#endif
#define MASK_RADIUS (SIDE / 2)

__constant float smooth[SIDE] = SMOOTH_TAPS;
__constant float slope[SIDE] = SLOPE_TAPS;

// A row of the image, or a row outside.
typedef struct {
  __global const ELEMENT *samples;
  bool is_inside;
} Row;

// Both derivatives of a pixel. Inner pixels have their whole mask in the image.
INLINE float2 derivatives_at(const Row rows[SIDE], const int x, const int width, const float outside, const bool inner) {
  float2 sums = 0;
#pragma unroll
  for (int i = 0; i < SIDE; ++i) {
    const int column = inner ? x + i - MASK_RADIUS : border_index(x + i - MASK_RADIUS, width);
    float smoothed = 0, sloped = 0;
#pragma unroll
    for (int j = 0; j < SIDE; ++j) {
      const bool is_inside = inner || (column >= 0 && rows[j].is_inside);
      const float v = is_inside ? (float)LOAD_ONE(rows[j].samples, column) : outside;
      smoothed = MULTIPLY_ADD(smooth[j], v, smoothed);
      sloped = MULTIPLY_ADD(slope[j], v, sloped);
    }
    sums.x = MULTIPLY_ADD(slope[i], smoothed, sums.x);
    sums.y = MULTIPLY_ADD(smooth[i], sloped, sums.y);
  }
  return sums;
}

// The same of LANES inner pixels, for work-items of many: compilers make no vectors of the above.
#define LANES 16
typedef float16 LOOSE_FLOATS __attribute__((aligned(sizeof(float))));
#define FLOATS_AT(p) (*(__global const LOOSE_FLOATS *)(p))
#if TYPE == F16
#define SAMPLES_AT(p) HALVES_AT(16, p)
#else
typedef JOIN(ELEMENT, LANES) LOOSE_SAMPLES __attribute__((aligned(sizeof(ELEMENT))));
#define SAMPLES_AT(p) convert_float16(*(__global const LOOSE_SAMPLES *)(p))
#endif

INLINE void derive_together(const Row rows[SIDE], const int x, const float scale, __global float *across,
                            __global float *down) {
  float16 sum_x = 0, sum_y = 0;
#pragma unroll
  for (int i = 0; i < SIDE; ++i) {
    float16 smoothed = 0, sloped = 0;
#pragma unroll
    for (int j = 0; j < SIDE; ++j) {
      const float16 v = SAMPLES_AT(rows[j].samples + x + i - MASK_RADIUS);
      smoothed = MULTIPLY_ADD((float16)smooth[j], v, smoothed);
      sloped = MULTIPLY_ADD((float16)slope[j], v, sloped);
    }
    sum_x = MULTIPLY_ADD((float16)slope[i], smoothed, sum_x);
    sum_y = MULTIPLY_ADD((float16)smooth[i], sloped, sum_y);
  }
  *(__global LOOSE_FLOATS *)across = sum_x * scale;
  *(__global LOOSE_FLOATS *)down = sum_y * scale;
}

// Goes through a work-item's columns, of which those from `left` to `right` have no border in reach.
#define EACH_PIXEL(width, left, right, DO, DO_TOGETHER)                                                \
  const int first = get_global_id(0) * COLUMNS, end = min(first + COLUMNS, width);                     \
  const int inner = clamp(left, first, max(first, end)), outer = clamp(right, inner, max(inner, end)); \
  for (int x = first; x < inner; ++x) DO(x, false);                                                    \
  int next = inner;                                                                                    \
  for (; COLUMNS >= LANES && next + LANES <= outer; next += LANES) DO_TOGETHER(next);                  \
  for (int x = next; x < outer; ++x) DO(x, true);                                                      \
  for (int x = outer; x < end; ++x) DO(x, false);

// Derivatives of an area and of what its windows reach, in rows of `width`. The first is that of the image's pixel
// (left, top), which may lie outside: there derivatives are those of the pixel that the border puts there, and 0 where
// it puts none. Samples outside of a constant border are `outside`.
__kernel void derive(IMAGE_IN(image), __global float *restrict across, __global float *restrict down, const int width,
                     const int left, const int top, const float scale, const float outside) {
  const int y = border_index(top + (int)get_global_id(1), image_height);
  Row rows[SIDE];
  bool all_inside = true;
  for (int j = 0; j < SIDE; ++j) {
    const int row = y < 0 ? y : border_index(y + j - MASK_RADIUS, image_height);
    rows[j].is_inside = row >= 0;
    all_inside &= row >= 0;
    rows[j].samples = ROW(image, max(row, 0));
  }
  across += get_global_id(1) * (long)width;
  down += get_global_id(1) * (long)width;
#define DERIVE(x, is_inner)                                                                              \
  {                                                                                                      \
    const int column = is_inner ? left + (x) : border_index(left + (x), image_width);                    \
    float2 sums = 0;                                                                                     \
    if (y >= 0 && column >= 0) sums = derivatives_at(rows, column, image_width, outside, is_inner) * scale; \
    across[x] = sums.x;                                                                                  \
    down[x] = sums.y;                                                                                    \
  }
#define DERIVE_TOGETHER(x) derive_together(rows, left + (x), scale, across + (x), down + (x))
  EACH_PIXEL(width, MASK_RADIUS - left, all_inside ? image_width - MASK_RADIUS - left : 0, DERIVE, DERIVE_TOGETHER)
}

// The window's first derivatives.
INLINE float response_at(__global const float *across, __global const float *down, const int width, const float k) {
  float xx = 0, xy = 0, yy = 0;
#pragma unroll
  for (int j = 0; j < BLOCK; ++j)
#pragma unroll
    for (int i = 0; i < BLOCK; ++i) {
      const long at = (long)j * width + i;
      const float dx = across[at], dy = down[at];
      xx = MULTIPLY_ADD(dx, dx, xx);
      xy = MULTIPLY_ADD(dx, dy, xy);
      yy = MULTIPLY_ADD(dy, dy, yy);
    }
  const float trace = xx + yy;
  return xx * yy - xy * xy - k * trace * trace;
}

INLINE void respond_together(__global const float *across, __global const float *down, const int width, const float k,
                             __global float *to) {
  float16 xx = 0, xy = 0, yy = 0;
#pragma unroll
  for (int j = 0; j < BLOCK; ++j)
#pragma unroll
    for (int i = 0; i < BLOCK; ++i) {
      const long at = (long)j * width + i;
      const float16 dx = FLOATS_AT(across + at), dy = FLOATS_AT(down + at);
      xx = MULTIPLY_ADD(dx, dx, xx);
      xy = MULTIPLY_ADD(dx, dy, xy);
      yy = MULTIPLY_ADD(dy, dy, yy);
    }
  const float16 trace = xx + yy;
  *(__global LOOSE_FLOATS *)to = xx * yy - xy * xy - k * trace * trace;
}

// The responses of a row, of which the derivatives have BLOCK - 1 columns and rows more.
INLINE void respond(__global const float *across, __global const float *down, const int width, const float k,
                    __global float *to) {
  const int columns = width - (BLOCK - 1);
  across += get_global_id(1) * (long)width;
  down += get_global_id(1) * (long)width;
#define WRITE(x, is_inner) to[x] = response_at(across + (x), down + (x), width, k)
#define WRITE_TOGETHER(x) respond_together(across + (x), down + (x), width, k, to + (x))
  EACH_PIXEL(columns, 0, columns, WRITE, WRITE_TOGETHER)
}

__kernel void write_responses(__global const float *restrict across, __global const float *restrict down,
                              const int width, const float k, IMAGE_OF(float, out)) {
  respond(across, down, width, k, ROW(out, get_global_id(1)));
}

// The same for the list of corners.
__kernel void keep_responses(__global const float *restrict across, __global const float *restrict down,
                             const int width, const float k, __global float *restrict scores) {
  respond(across, down, width, k, scores + get_global_id(1) * (long)(width - (BLOCK - 1)));
}
