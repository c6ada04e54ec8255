// Reads the pixels at a list of points in any octave and level of a pyramid, which it finds through the look-up table.

#define U8 1
#define U16 2
#define F16 3
#define F32 4

#ifndef TYPE
#define TYPE U8
#define CHANNELS 3
#define IMAGE_BUFFER 0  // pixels are read through an image object over the buffer
#endif

#if TYPE == U8
#define SAMPLE uchar
#elif TYPE == U16
#define SAMPLE ushort
#elif TYPE == F16
#define SAMPLE half
#else
#define SAMPLE float
#endif

#if TYPE == F16
#define LOAD(p) vload_half(0, p)
#elif TYPE == F32
#define LOAD(p) (*(p))
#else
#define LOAD(p) convert_float(*(p))
#endif

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

// `places` has the first sample and the stride of each level; a point is octave, level, x, y.
__kernel void sample_points(PIXELS, __global const long2 *restrict places, const int levels,
                            __global const int4 *restrict points, const int count, __global float *restrict values) {
  const int i = (int)get_global_id(0);
  if (i >= count) return;
  const int4 point = points[i];
  const long2 place = places[point.x * levels + point.y];
  const long first = place.x + point.w * place.y + point.z * CHANNELS;
  for (int c = 0; c < CHANNELS; ++c) values[i * CHANNELS + c] = read_at(pixels, first + c);
}
