// c = a + b, by one element for each work-item, and by a given number of work-items that share all elements.

// A work-item beyond the end does nothing: the launch is rounded up to whole groups.
__kernel void one_per_item(__global const float *restrict a, __global const float *restrict b, __global float *restrict c,
                           const ulong count) {
  const size_t i = get_global_id(0);
  if (i < count) c[i] = a[i] + b[i];
}

// Neighbouring items take neighbouring elements, then all move on by the launch's size.
__kernel void grid_stride(__global const float *restrict a, __global const float *restrict b, __global float *restrict c,
                          const ulong count) {
  for (size_t i = get_global_id(0); i < count; i += get_global_size(0)) c[i] = a[i] + b[i];
}

// Each item takes a stretch of its own.
__kernel void chunked(__global const float *restrict a, __global const float *restrict b, __global float *restrict c,
                      const ulong count) {
  const size_t chunk = (count + get_global_size(0) - 1) / get_global_size(0);
  const size_t begin = get_global_id(0) * chunk;
  const size_t end = min(begin + chunk, (size_t)count);
  for (size_t i = begin; i < end; ++i) c[i] = a[i] + b[i];
}
