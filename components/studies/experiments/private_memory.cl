// A value that each work-item changes again and again, kept in private, local or global memory. It is volatile outside
// of private memory: compilers otherwise keep it in a register by themselves.

#define STEP(x) ((x) * 1664525u + 1013904223u)

__kernel void keep_private(__global const uint *restrict in, __global uint *restrict out, const uint rounds) {
  uint x = in[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) x = STEP(x);
  out[get_global_id(0)] = x;
}

__kernel void keep_local(__global const uint *restrict in, __global uint *restrict out, const uint rounds,
                         __local volatile uint *values) {
  __local volatile uint *mine = values + get_local_id(0);
  *mine = in[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) *mine = STEP(*mine);
  out[get_global_id(0)] = *mine;
}

__kernel void keep_global(__global const uint *restrict in, __global volatile uint *out, const uint rounds) {
  __global volatile uint *mine = out + get_global_id(0);
  *mine = in[get_global_id(0)];
  for (uint round = 0; round < rounds; ++round) *mine = STEP(*mine);
}

// The same in a private array. With places that only the run knows the array cannot be registers.
#define PLACES 16

__kernel void keep_array(__global const uint *restrict in, __global uint *restrict out, const uint rounds,
                         const uint stride) {
  uint values[PLACES];
#pragma unroll
  for (uint i = 0; i < PLACES; ++i) values[i] = in[get_global_id(0)] + i;
#ifdef KNOWN
  for (uint round = 0; round < rounds; round += PLACES) {
#pragma unroll
    for (uint i = 0; i < PLACES; ++i) values[i] = STEP(values[i]);
  }
#else
  for (uint round = 0; round < rounds; ++round) {
    const uint place = round * stride % PLACES;
    values[place] = STEP(values[place]);
  }
#endif
  uint sum = 0;
#pragma unroll
  for (uint i = 0; i < PLACES; ++i) sum += values[i];
  out[get_global_id(0)] = sum;
}
