// A filter as plain as the literature's: whether its loops are unrolled, and where its coefficients lie.

#ifndef SIZE
#define SIZE 3
#define UNROLLED 1
#define IN_CONSTANT_MEMORY 1
#endif

#define RADIUS (SIZE / 2)

#if UNROLLED
#define LOOP _Pragma("unroll")
#else
#define LOOP _Pragma("unroll 1")
#endif

#if IN_CONSTANT_MEMORY
#define COEFFICIENTS __constant float *restrict
#else
#define COEFFICIENTS __global const float *restrict
#endif

// Pixels whose window leaves the image stay as they are.
__kernel void filter(__global const float *restrict from, __global float *restrict to, COEFFICIENTS taps, const int width,
                     const int height) {
  const int x = (int)get_global_id(0);
  const int y = (int)get_global_id(1);
  if (x < RADIUS || x >= width - RADIUS || y < RADIUS || y >= height - RADIUS) return;
  float sum = 0;
  LOOP for (int dy = 0; dy < SIZE; ++dy)
    LOOP for (int dx = 0; dx < SIZE; ++dx)
      sum += taps[dy * SIZE + dx] * from[(long)(y + dy - RADIUS) * width + x + dx - RADIUS];
  to[(long)y * width + x] = sum;
}
