// The smooth filter: the mean of a pixel and its four neighbours, with every way to treat neighbours outside the image.

#ifndef GUARD
#define GUARD 0  // 1: the launch is rounded up to whole groups, and items outside the image do nothing
#endif

#if GUARD
#define LEAVE_OUTSIDE(x, y) \
  if (x >= width || y >= height) return
#else
#define LEAVE_OUTSIDE(x, y)
#endif

// Returns the mean of the pixels in the image.
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

// `in` has a frame of one pixel on each side.
__kernel void padded(__global const float *restrict in, __global float *restrict out, const int width,
                     const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  LEAVE_OUTSIDE(x, y);
  const int stride = width + 2;
  out[(size_t)y * width + x] = mean_of_five(in + (size_t)(y + 1) * stride + x + 1, stride);
}

// The window is moved to the nearest pixel with all neighbours. The result stays in its own place.
__kernel void moved_centre(__global const float *restrict in, __global float *restrict out, const int width,
                           const int height) {
  const int x = get_global_id(0), y = get_global_id(1);
  LEAVE_OUTSIDE(x, y);
  const int inner_x = max(min(x, width - 2), 1), inner_y = max(min(y, height - 2), 1);
  out[(size_t)y * width + x] = mean_of_five(in + (size_t)inner_y * width + inner_x, width);
}

// Computes the pixels with all neighbours: the launch begins at 1, 1. With GUARD it ends at the last column.
__kernel void interior(__global const float *restrict in, __global float *restrict out, const int width) {
  if (GUARD && (int)get_global_id(0) >= width - 1) return;
  const size_t i = get_global_id(1) * width + get_global_id(0);
  out[i] = mean_of_five(in + i, width);
}

// Computes the pixels outside the interior's columns 1 to `end`: the first and the last row, and of each other row the
// first pixel and those from `end` on.
__kernel void rest(__global const float *restrict in, __global float *restrict out, const int width, const int height,
                   const int end) {
  const int item = get_global_id(0), sides = 1 + width - end, k = item - 2 * width;
  const int side = k % sides;
  const int x = k < 0 ? item % width : side == 0 ? 0 : end + side - 1;
  const int y = k >= 0 ? 1 + k / sides : item < width ? 0 : height - 1;
  out[(size_t)y * width + x] = mean_inside(in, x, y, width, height);
}
