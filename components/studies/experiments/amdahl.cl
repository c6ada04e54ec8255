// amdahl: work that is limited by memory, in any number of groups.
__kernel void read_all(__global uint4 *restrict out, const uint count, __global const uint4 *restrict values) {
  uint4 sum = 0;
  for (size_t i = get_global_id(0); i < count; i += get_global_size(0)) sum += values[i];
  out[get_global_id(0)] = sum;
}
