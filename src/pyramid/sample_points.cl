// The pixels at a list of points in any octave and level of a pyramid, found through the look-up table.

#if IMAGE_BUFFER
#define PIXELS __read_only image1d_buffer_t pixels
#else
#define PIXELS __global const SAMPLE *restrict pixels
#endif

float read_at(PIXELS, long place) {
#if !IMAGE_BUFFER
  return LOAD(pixels + place);
#else
  const uint bits = read_imageui(pixels, (int)place).x;
#if TYPE == F32
  return as_float(bits);
#elif TYPE == F16
  const ushort half_bits = (ushort)bits;
  return vload_half(0, (const half *)&half_bits);
#else
  return convert_float(bits);
#endif
#endif
}

// Of `places` the first sample and the stride of each level; a point is octave, level, x, y.
__kernel void sample_points(PIXELS, __global const long2 *restrict places, const int levels,
                            __global const int4 *restrict points, const int count, __global float *restrict values) {
  const int i = (int)get_global_id(0);
  if (i >= count) return;
  const int4 point = points[i];
  const long2 place = places[point.x * levels + point.y];
  const long first = place.x + point.w * place.y + point.z * CHANNELS;
  for (int c = 0; c < CHANNELS; ++c) values[i * CHANNELS + c] = read_at(pixels, first + c);
}
