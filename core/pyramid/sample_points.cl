// Reads the pixels at a list of points, in any octave and level of a pyramid, through the look-up table. It
// interpolates where a point lies between pixels.

#define U8 1
#define U16 2
#define F16 3
#define F32 4

#ifndef TYPE
#define TYPE U8
#define CHANNELS 3
#define IMAGE_BUFFER 0  // 1: pixels are read through an image object over the buffer
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

// The value between two pixels. Where the share is 0, the second one may not exist.
float between(PIXELS, const long first, const long step, const float share) {
  const float value = read_at(pixels, first);
  if (share == 0) return value;
  return value + share * (read_at(pixels, first + step) - value);
}

// `places` has the first sample and the stride of each level. A point is octave, level, x and y. `shares` says how far
// it lies from there to the next pixel in x and in y: less than 1.
__kernel void sample_points(PIXELS, __global const long2 *restrict places, const int levels,
                            __global const int4 *restrict points, __global const float2 *restrict shares,
                            const int count, __global float *restrict values) {
  const int i = (int)get_global_id(0);
  if (i >= count) return;
  const int4 point = points[i];
  const long2 place = places[point.x * levels + point.y];
  const long first = place.x + point.w * place.y + point.z * CHANNELS;
  const float2 share = shares[i];
  for (int c = 0; c < CHANNELS; ++c) {
    const float above = between(pixels, first + c, CHANNELS, share.x);
    values[i * CHANNELS + c] = above;
    if (share.y == 0) continue;
    const float below = between(pixels, first + place.y + c, CHANNELS, share.x);
    values[i * CHANNELS + c] = above + share.y * (below - above);
  }
}
