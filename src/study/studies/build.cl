// The small program of the study `build`: saxpy, and a number that makes its text and its code new.
#ifndef STAMP
#define STAMP 0
#endif

__kernel void saxpy(__global const float *restrict x, __global const float *restrict y, __global float *restrict out,
                    const float a, const ulong count) {
  const size_t i = get_global_id(0);
  if (i < count) out[i] = a * x[i] + y[i] + (float)STAMP;
}
