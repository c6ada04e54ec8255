// Work for the study `sync`: a known number of steps without memory, and sums that show whether all came first.

// Exact steps that cannot be shortened by algebra, as a chain of multiply-adds would be. 16 of them are one round,
// because a driver may limit a loop's rounds.
#define STEP                      \
  x = x * 1664525u + 1013904223u; \
  x ^= x >> 15;
#define STEPS4 STEP STEP STEP STEP
#define STEPS16 STEPS4 STEPS4 STEPS4 STEPS4

__kernel void spin(__global const uint *restrict in, __global uint *restrict out, const uint rounds) {
  uint x = in[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) {
    STEPS16
  }
  out[get_global_id(0)] = x;
}

// Each sum takes its share of every 16th block of both buffers that were written, and a number of the kernel before.
// All of them would take longer than the writes, and hide what these gain.
__kernel void combine(__global const uint *restrict a, __global const uint *restrict b,
                      __global const uint *restrict spun, __global uint *restrict sums, const uint count,
                      const uint spun_count) {
  const uint me = (uint)get_global_id(0), all = (uint)get_global_size(0);
  uint sum = spun[me % spun_count];
  for (uint i = me; i < count; i += 16 * all) sum += a[i] ^ b[i];
  sums[me] = sum;
}
