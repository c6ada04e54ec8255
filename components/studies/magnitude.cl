// Makes the length of gradients in a launch of its own, in place of the first component.
__kernel void magnitude(__global float *restrict dx, __global const float *restrict dy, const ulong count) {
  const size_t i = get_global_id(0);
  if (i < count) dx[i] = sqrt(dx[i] * dx[i] + dy[i] * dy[i]);
}
