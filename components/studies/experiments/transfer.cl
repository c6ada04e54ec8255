// The device's work between transfers: one step of work, and conversions of buffers of half.

__kernel void increment(__global uint *data, const ulong count) {
  const size_t i = get_global_id(0);
  if (i < count) data[i] += 1;
}

__kernel void to_float(__global const half *restrict in, __global float *restrict out, const ulong count) {
  const size_t i = get_global_id(0);
  if (i < count) out[i] = vload_half(i, in);
}

__kernel void to_half(__global const float *restrict in, __global half *restrict out, const ulong count) {
  const size_t i = get_global_id(0);
  if (i < count) vstore_half_rte(in[i], i, out);
}
