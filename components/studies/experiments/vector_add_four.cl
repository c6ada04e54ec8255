// vector-add: work-items that add up four floats each. The ways differ in which four they read, and how.

// Four scalars side by side. The items of a group read 16 bytes apart, four times.
__kernel void scalars(__global const float *restrict in, __global float *restrict out) {
  const size_t i = get_global_id(0);
  float sum = 0;
#pragma unroll 1
  for (uint k = 0; k < 4; ++k) sum += in[4 * i + k];
  out[i] = sum;
}

// Four scalars a group's length apart. The items of a group read side by side, four times.
__kernel void scalars_apart(__global const float *restrict in, __global float *restrict out) {
  const size_t first = get_group_id(0) * get_local_size(0) * 4 + get_local_id(0);
  float sum = 0;
#pragma unroll 1
  for (uint k = 0; k < 4; ++k) sum += in[first + k * get_local_size(0)];
  out[get_global_id(0)] = sum;
}

// Four floats side by side in one read.
__kernel void vector(__global const float4 *restrict in, __global float *restrict out) {
  const float4 v = in[get_global_id(0)];
  out[get_global_id(0)] = v.x + v.y + v.z + v.w;
}
