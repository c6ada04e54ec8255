// Work whose groups take some of a unit's local memory, so that only so many groups fit on the unit.

// Each item walks over numbers that tell the next place. It waits for each read.
__kernel void walk(__global const uint *restrict next, __global uint *restrict place, const uint steps,
                   __local uint *room) {
  uint at = place[get_global_id(0)];
  for (uint i = 0; i < steps; ++i) at = next[at];
  room[get_local_id(0)] = at;
  place[get_global_id(0)] = room[get_local_id(0)];
}

// Each item makes four chains of steps that wait for nobody: enough work without other groups.
#define STEP(x) x = x * 1664525u + 1013904223u;
#define FOUR_STEPS STEP(a) STEP(b) STEP(c) STEP(d)

__kernel void compute(__global uint *restrict out, const uint rounds, __local uint *room) {
  uint a = (uint)get_global_id(0), b = a + 1, c = a + 2, d = a + 3;
  for (uint round = 0; round < rounds; ++round) {
    FOUR_STEPS FOUR_STEPS FOUR_STEPS FOUR_STEPS
  }
  room[get_local_id(0)] = a ^ b ^ c ^ d;
  out[get_global_id(0)] = room[get_local_id(0)];
}
