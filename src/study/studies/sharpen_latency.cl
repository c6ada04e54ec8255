// Follows a ring of numbers, each the place of the next: no read can begin before the last has ended.

#ifndef PLACES
#define PLACES 1024  // of the ring in local memory
#endif

__kernel void follow_global(__global const uint *restrict ring, __global uint *restrict place, const uint steps) {
  uint at = *place;
  for (uint i = 0; i < steps; ++i) at = ring[at];
  *place = at;
}

// The whole group copies the ring, its first item follows it.
__kernel void follow_local(__global const uint *restrict ring, __global uint *restrict place, const uint steps) {
  __local uint near[PLACES];
  for (uint i = get_local_id(0); i < PLACES; i += get_local_size(0)) near[i] = ring[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    uint at = *place;
    for (uint i = 0; i < steps; ++i) at = near[at];
    *place = at;
  }
}
