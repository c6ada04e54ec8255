// A correlation with its coefficients in each place that OpenCL C has for them. All kernels but one spell out the taps,
// so that nothing else differs. `in` has a frame of `radius` pixels, so that no tap needs a test.

#ifndef KSIZE
#define KSIZE 3
#endif
#define RADIUS (KSIZE / 2)

// Weights are small whole numbers, so that the sums are exact.
#define WEIGHT(dx, dy) ((float)((3 * (dx) * (dx) + 5 * (dy) * (dy) + (dx) + 2 * (dy)) % 7 + 1))

#define ROW_3(dy) TAP(-1, dy) TAP(0, dy) TAP(1, dy)
#define ROW_5(dy) TAP(-2, dy) ROW_3(dy) TAP(2, dy)
#define ROW_7(dy) TAP(-3, dy) ROW_5(dy) TAP(3, dy)
#define ROW_9(dy) TAP(-4, dy) ROW_7(dy) TAP(4, dy)

#if KSIZE == 3
#define TAPS ROW_3(-1) ROW_3(0) ROW_3(1)
#elif KSIZE == 5
#define TAPS ROW_5(-2) ROW_5(-1) ROW_5(0) ROW_5(1) ROW_5(2)
#elif KSIZE == 7
#define TAPS ROW_7(-3) ROW_7(-2) ROW_7(-1) ROW_7(0) ROW_7(1) ROW_7(2) ROW_7(3)
#else
#define TAPS ROW_9(-4) ROW_9(-3) ROW_9(-2) ROW_9(-1) ROW_9(0) ROW_9(1) ROW_9(2) ROW_9(3) ROW_9(4)
#endif

#define TAP(dx, dy) WEIGHT(dx, dy),
__constant float table[KSIZE * KSIZE] = {TAPS};
#undef TAP

#define TAP(dx, dy) sum += COEFFICIENT(dx, dy) * p[(dy)*stride + (dx)];
#define PLACE(dx, dy) (((dy) + RADIUS) * KSIZE + (dx) + RADIUS)

// `mask` is an argument of all kernels, though two do not read it.
#define KERNEL(name, space, SUM)                                                                       \
  __kernel void name(__global const float* restrict in, __global float* restrict out, const int width, \
                     const int height, space const float* restrict mask) {                             \
    const int x = get_global_id(0), y = get_global_id(1), stride = width + 2 * RADIUS;                 \
    if (x >= width || y >= height) return;                                                             \
    __global const float* p = in + (size_t)(y + RADIUS) * stride + x + RADIUS;                         \
    float sum = 0;                                                                                     \
    SUM out[(size_t)y * width + x] = sum;                                                              \
  }

#define COEFFICIENT(dx, dy) mask[PLACE(dx, dy)]
KERNEL(constant_argument, __constant, TAPS)
KERNEL(global_argument, __global, TAPS)

// Here the taps are loops, and the compiler must not unroll them.
#define LOOPS                                                          \
  _Pragma("unroll 1") for (int dy = -RADIUS; dy <= RADIUS; ++dy)       \
      _Pragma("unroll 1") for (int dx = -RADIUS; dx <= RADIUS; ++dx) { \
    TAP(dx, dy)                                                        \
  }
KERNEL(constant_loops, __constant, LOOPS)
#undef COEFFICIENT

#define COEFFICIENT(dx, dy) table[PLACE(dx, dy)]
KERNEL(program_scope, __global, TAPS)
#undef COEFFICIENT

#define COEFFICIENT WEIGHT
KERNEL(literals, __global, TAPS)

// In these kernels every item of a group reads a different coefficient.
__kernel void own_constant(__global const float* restrict in, __global float* restrict out,
                           __constant const float* restrict filter) {
  const size_t i = get_global_id(0);
  out[i] = in[i] * filter[get_local_id(0)];
}

__kernel void own_global(__global const float* restrict in, __global float* restrict out,
                         __global const float* restrict filter) {
  const size_t i = get_global_id(0);
  out[i] = in[i] * filter[get_local_id(0)];
}
