// Multiplies by literals of type float, and by literals that are double if the device has it and no option changes
// that.

#ifndef ROUNDS
#define ROUNDS 64
#endif

__kernel void float_literals(__global const float *restrict in, __global float *restrict out) {
  const size_t i = get_global_id(0);
  float x = in[i];
  for (int r = 0; r < ROUNDS; ++r) x = x * 0.99f + 12.3f;
  out[i] = x;
}

__kernel void plain_literals(__global const float *restrict in, __global float *restrict out) {
  const size_t i = get_global_id(0);
  float x = in[i];
  for (int r = 0; r < ROUNDS; ++r) x = x * 0.99 + 12.3;
  out[i] = x;
}

__kernel void literal_bytes(__global uint *out) { *out = sizeof(12.3); }
