// One work-item follows a cycle through memory: each step waits for the one before. A launch goes on where the last one
// ended, so that a long cycle is never read twice. The cycle is that of a linear
// congruential generator, so that registers can follow it by arithmetic.

#ifndef LENGTH
#define LENGTH 2048  // of the cycle in local memory and registers, a power of 2
#endif

#define NEXT(at) (((at) * 1664525u + 1013904223u) & (LENGTH - 1))

__kernel void global_memory(__global const uint *restrict cycle, const uint steps, __global uint *restrict result) {
  uint at = *result;
  for (uint i = 0; i < steps; ++i) at = cycle[at];
  *result = at;
}

__kernel void image_object(__read_only image1d_buffer_t cycle, const uint steps, __global uint *restrict result) {
  uint at = *result;
  for (uint i = 0; i < steps; ++i) at = read_imageui(cycle, (int)at).x;
  *result = at;
}

__kernel void local_memory(__global const uint *restrict cycle, const uint steps, __global uint *restrict result) {
  __local uint copy[LENGTH];
  for (uint i = 0; i < LENGTH; ++i) copy[i] = cycle[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint at = *result;
  for (uint i = 0; i < steps; ++i) at = copy[at];
  *result = at;
}

__kernel void private_memory(__global const uint *restrict cycle, const uint steps, __global uint *restrict result) {
  uint at = *result;
  for (uint i = 0; i < steps; ++i) at = NEXT(at);
  *result = at;
}
