// Reads the pixels at a list of points: in any octave and level of a pyramid in one buffer, through the look-up table,
// else in one image object. It interpolates where a point lies between pixels.

#define U8 1
#define U16 2
#define F16 3
#define F32 4
#define BUFFER 0
#define IMAGE_BUFFER 1
#define IMAGE 2
#define IMAGE_ARRAY 3

#ifndef TYPE
#define TYPE U8
#define CHANNELS 3
#define STORAGE BUFFER
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

#if STORAGE == BUFFER
#define PIXELS __global const SAMPLE *restrict pixels
#elif STORAGE == IMAGE_BUFFER
#define PIXELS __read_only image1d_buffer_t pixels
#define TEXEL (int)(place.x + sample.y * place.y + sample.x)
#elif STORAGE == IMAGE
#define PIXELS __read_only image2d_t pixels
#define TEXEL sample
#else
#define PIXELS __read_only image2d_array_t pixels
#define TEXEL (int4)(sample, level, 0)
#endif

// `place` is where the level lies in a buffer.
float read_at(PIXELS, const long2 place, const int level, const int2 sample) {
#if STORAGE == BUFFER
  return LOAD(pixels + place.x + sample.y * place.y + sample.x);
#else
  const uint bits = read_imageui(pixels, TEXEL).x;
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
float between(PIXELS, const long2 place, const int level, const int2 sample, const float share) {
  const float value = read_at(pixels, place, level, sample);
  if (share == 0) return value;
  return value + share * (read_at(pixels, place, level, sample + (int2)(CHANNELS, 0)) - value);
}

// `places` has the first sample and the stride of each level. A point is octave, level, x and y. `shares` says how far
// it lies from there to the next pixel in x and in y: less than 1.
__kernel void sample_points(PIXELS, __global const long2 *restrict places, const int levels,
                            __global const int4 *restrict points, __global const float2 *restrict shares,
                            const int begin, const int end, __global float *restrict values) {
  const int i = begin + (int)get_global_id(0);
  if (i >= end) return;
  const int4 point = points[i];
  const long2 place = places[point.x * levels + point.y];
  const float2 share = shares[i];
  for (int c = 0; c < CHANNELS; ++c) {
    const int2 sample = (int2)(point.z * CHANNELS + c, point.w);
    const float above = between(pixels, place, point.y, sample, share.x);
    values[i * CHANNELS + c] = above;
    if (share.y == 0) continue;
    const float below = between(pixels, place, point.y, sample + (int2)(0, 1), share.x);
    values[i * CHANNELS + c] = above + share.y * (below - above);
  }
}
