// Reads that wait for one another, and reads by many work-items, from local and from global memory.

// A walk in which each read gives the next place. It continues where the last one ended, so that no part of it is in a
// cache from an earlier walk.
__kernel void walk_global(__global const uint *restrict next, __global uint *restrict place, const uint steps) {
  uint at = place[0];
  for (uint i = 0; i < steps; ++i) at = next[at];
  place[0] = at;
}

__kernel void walk_local(__global const uint *restrict next, __global uint *restrict place, const uint steps,
                         const uint count, __local uint *nodes) {
  for (uint i = 0; i < count; ++i) nodes[i] = next[i];
  uint at = place[0];
  for (uint i = 0; i < steps; ++i) at = nodes[at];
  place[0] = at;
}

#ifdef __IMAGE_SUPPORT__
__kernel void walk_image(__read_only image1d_buffer_t next, __global uint *restrict place, const uint steps) {
  uint at = place[0];
  for (uint i = 0; i < steps; ++i) at = read_imageui(next, (int)at).x;
  place[0] = at;
}
#endif

// Registers have no addresses, so arithmetic replaces each read. `count` is a power of two.
__kernel void walk_private(__global const uint *restrict next, __global uint *restrict place, const uint steps,
                           const uint count) {
  uint at = place[0];
  for (uint i = 0; i < steps; ++i) at = (at * 1664525u + 1013904223u) & (count - 1);
  place[0] = at;
}

// Work-items begin `spread` values apart and advance by `step`. `size` is a power of two.
__kernel void sum_local(__global float *restrict out, const uint reads, const uint spread, const uint step,
                        const uint size, __local float *values) {
  for (uint i = get_local_id(0); i < size; i += get_local_size(0)) values[i] = i % 16;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint at = get_local_id(0) * spread & (size - 1);
  float sum = 0;
  for (uint i = 0; i < reads; ++i) {
    sum += values[at];
    at = (at + step) & (size - 1);
  }
  out[get_global_id(0)] = sum;
}

// Every value is read once. Neighbouring work-items read neighbouring values.
__kernel void sum_global(__global float *restrict out, const uint reads, __global const float *restrict values) {
  const size_t begin = get_group_id(0) * get_local_size(0) * reads + get_local_id(0);
  float sum = 0;
  for (uint i = 0; i < reads; ++i) sum += values[begin + i * get_local_size(0)];
  out[get_global_id(0)] = sum;
}
