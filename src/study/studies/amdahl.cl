// amdahl: work that is bound by arithmetic and work that is bound by memory, in any number of groups.

// Not to be shortened by algebra, as a chain of multiply-adds would be.
#define STEP                            \
  x = x * 1664525u + 1013904223u;       \
  x ^= x >> 15;
#define FOUR_STEPS STEP STEP STEP STEP
#define SIXTEEN_STEPS FOUR_STEPS FOUR_STEPS FOUR_STEPS FOUR_STEPS

// 32 steps a round. There are 16 different results.
__kernel void compute(__global uint *restrict out, const uint rounds) {
  uint x = get_global_id(0) % 16;
  for (uint round = 0; round < rounds; ++round) {
    SIXTEEN_STEPS
    SIXTEEN_STEPS
  }
  out[get_global_id(0)] = x;
}

__kernel void read_all(__global uint4 *restrict out, const uint count, __global const uint4 *restrict values) {
  uint4 sum = 0;
  for (size_t i = get_global_id(0); i < count; i += get_global_size(0)) sum += values[i];
  out[get_global_id(0)] = sum;
}
