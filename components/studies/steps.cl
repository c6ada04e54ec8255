// Work that only takes time: steps without memory that wait for each other. Algebra cannot shorten them, as it could a
// chain of multiply-adds. 16 steps are one round, because a driver may limit a loop's rounds.

#define STEP                      \
  x = x * 1664525u + 1013904223u; \
  x ^= x >> 15;
#define FOUR_STEPS STEP STEP STEP STEP

__kernel void steps(__global const uint *restrict in, __global uint *restrict out, const uint rounds) {
  uint x = in[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) {
    FOUR_STEPS FOUR_STEPS FOUR_STEPS FOUR_STEPS
  }
  out[get_global_id(0)] = x;
}
