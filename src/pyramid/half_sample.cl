// An image of half the width and height, each pixel the mean of 2 x 2. What is left of an odd size is not read. Offsets
// and strides count samples; `samples` and `rows` are the result's.
__kernel void half_sample(__global const SAMPLE *restrict from, const long from_offset, const long from_stride,
                          __global SAMPLE *restrict to, const long to_offset, const long to_stride, const int samples,
                          const int rows) {
  const int x = (int)get_global_id(0);
  const int y = (int)get_global_id(1);
  if (x >= samples || y >= rows) return;
  const int left = x / CHANNELS * 2 * CHANNELS + x % CHANNELS;
  __global const SAMPLE *top = from + from_offset + 2 * y * from_stride + left;
  __global const SAMPLE *bottom = top + from_stride;
  const float above = 0.25f * LOAD(top) + 0.25f * LOAD(top + CHANNELS);
  const float below = 0.25f * LOAD(bottom) + 0.25f * LOAD(bottom + CHANNELS);
  STORE(above + below, to + to_offset + y * to_stride + x);
}
