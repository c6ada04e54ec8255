// The smooth filter: the mean of a pixel and its four neighbours, by every way to treat the neighbours that the image
// does not have.

#ifndef GUARD
#define GUARD 0  // 1: the launch is rounded up to whole groups, and items outside the image do nothing
#endif

#if GUARD
#define LEAVE_OUTSIDE(x, y) \
  if (x >= width || y >= height) return
#else
#define LEAVE_OUTSIDE(x, y)
#endif

// The mean of the pixels that are there.
float mean_inside(__global const float *in, const int x, const int y, const int width, const int height) {
  __global const float *p = in + (size_t)y * width + x;
  float sum = *p;
  int count = 1;
  if (x > 0) sum += p[-1], ++count;
  if (x < width - 1) sum += p[1], ++count;
  if (y > 0) sum += p[-width], ++count;
  if (y < height - 1) sum += p[width], ++count;
  return sum / count;
}

float mean_of_five(__global const float *p, const int stride) {
  return (p[0] + p[-1] + p[1] + p[-stride] + p[stride]) / 5;
}

__kernel void four_ifs(__global const float *restrict in, __global float *restrict out, const int width,
                       const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  LEAVE_OUTSIDE(x, y);
  out[(size_t)y * width + x] = mean_inside(in, x, y, width, height);
}

// The same without a branch: a neighbour outside is read inside, and does not count.
__kernel void selects(__global const float *restrict in, __global float *restrict out, const int width,
                      const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  LEAVE_OUTSIDE(x, y);
  __global const float *p = in + (size_t)y * width + x;
  const int left = x > 0, right = x < width - 1, up = y > 0, down = y < height - 1;
  const float sum = p[0] + select(0.0f, p[-left], left) + select(0.0f, p[right], right) +
                    select(0.0f, p[-up * width], up) + select(0.0f, p[down * width], down);
  out[(size_t)y * width + x] = sum / (1 + left + right + up + down);
}

// `in` has a frame of one pixel on each side.
__kernel void padded(__global const float *restrict in, __global float *restrict out, const int width,
                     const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  LEAVE_OUTSIDE(x, y);
  const int stride = width + 2;
  out[(size_t)y * width + x] = mean_of_five(in + (size_t)(y + 1) * stride + x + 1, stride);
}

// Makes the padded image, with zeros outside: one item for each of its pixels.
__kernel void pad(__global const float *restrict in, __global float *restrict out, const int width, const int height) {
  const int x = (int)get_global_id(0) - 1, y = (int)get_global_id(1) - 1;
  if (x > width || y > height) return;
  const bool inside = x >= 0 && x < width && y >= 0 && y < height;
  out[(size_t)(y + 1) * (width + 2) + x + 1] = inside ? in[(size_t)y * width + x] : 0;
}

// The pixel is moved to the nearest that has all neighbours; the result stays where it belongs.
__kernel void moved_centre(__global const float *restrict in, __global float *restrict out, const int width,
                           const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  LEAVE_OUTSIDE(x, y);
  const int inner_x = max(min(x, width - 2), 1), inner_y = max(min(y, height - 2), 1);
  out[(size_t)y * width + x] = mean_of_five(in + (size_t)inner_y * width + inner_x, width);
}

// Each neighbour is moved into the image.
__kernel void moved_neighbours(__global const float *restrict in, __global float *restrict out, const int width,
                               const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  LEAVE_OUTSIDE(x, y);
  const size_t row = (size_t)y * width;
  const float sum = in[row + x] + in[row + max(x - 1, 0)] + in[row + min(x + 1, width - 1)] +
                    in[(size_t)max(y - 1, 0) * width + x] + in[(size_t)min(y + 1, height - 1) * width + x];
  out[row + x] = sum / 5;
}

// For pixels that have all neighbours: the launch begins at 1, 1. Guarded, it ends at the last column.
__kernel void interior(__global const float *restrict in, __global float *restrict out, const int width) {
  if (GUARD && (int)get_global_id(0) >= width - 1) return;
  const size_t i = get_global_id(1) * width + get_global_id(0);
  out[i] = mean_of_five(in + i, width);
}

// What the interior's columns from 1 to `end` leave: the first and the last row, then from each other row the first
// pixel and those from `end` on.
__kernel void rest(__global const float *restrict in, __global float *restrict out, const int width, const int height,
                   const int end) {
  const int item = get_global_id(0), sides = 1 + width - end, k = item - 2 * width;
  const int side = k % sides;
  const int x = k < 0 ? item % width : side == 0 ? 0 : end + side - 1;
  const int y = k >= 0 ? 1 + k / sides : item < width ? 0 : height - 1;
  out[(size_t)y * width + x] = mean_inside(in, x, y, width, height);
}

// Image objects. The rules that repeat the image need normalized coordinates; without a rule, the kernel keeps to the
// image itself.
#define SAMPLED(name, flags, AT)                                                                            \
  __kernel void name(__read_only image2d_t in, __global float *restrict out, const int width,               \
                     const int height, const float2 texel) {                                                \
    const sampler_t sampler = CLK_FILTER_NEAREST | flags;                                                   \
    const int x = get_global_id(0), y = get_global_id(1);                                                   \
    LEAVE_OUTSIDE(x, y);                                                                                    \
    const float sum = read_imagef(in, sampler, AT(x, y)).x + read_imagef(in, sampler, AT(x - 1, y)).x +     \
                      read_imagef(in, sampler, AT(x + 1, y)).x + read_imagef(in, sampler, AT(x, y - 1)).x + \
                      read_imagef(in, sampler, AT(x, y + 1)).x;                                             \
    out[(size_t)y * width + x] = sum / 5;                                                                   \
  }

#define PIXEL(x, y) (int2)(x, y)
#define PIXEL_INSIDE(x, y) (int2)(clamp(x, 0, width - 1), clamp(y, 0, height - 1))
#define NORMALIZED(x, y) (((float2)(x, y) + 0.5f) * texel)

SAMPLED(sampler_none, CLK_ADDRESS_NONE | CLK_NORMALIZED_COORDS_FALSE, PIXEL_INSIDE)
SAMPLED(sampler_clamp, CLK_ADDRESS_CLAMP | CLK_NORMALIZED_COORDS_FALSE, PIXEL)
SAMPLED(sampler_clamp_to_edge, CLK_ADDRESS_CLAMP_TO_EDGE | CLK_NORMALIZED_COORDS_FALSE, PIXEL)
SAMPLED(sampler_repeat, CLK_ADDRESS_REPEAT | CLK_NORMALIZED_COORDS_TRUE, NORMALIZED)
SAMPLED(sampler_mirrored_repeat, CLK_ADDRESS_MIRRORED_REPEAT | CLK_NORMALIZED_COORDS_TRUE, NORMALIZED)
