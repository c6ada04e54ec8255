// Makes an image of another image, from image object to image object of one kind: of the same size, or halved, each
// pixel the mean of 2 x 2 as `resize` by area makes it. A texel is a sample's bits: see core/ocl/image_object.hpp.

#define U8 1
#define U16 2
#define F16 3
#define F32 4
#define IMAGE_BUFFER 1
#define IMAGE 2
#define IMAGE_ARRAY 3

#ifndef TYPE
#define TYPE U8
#define STORAGE IMAGE_ARRAY
#define HALVES 1  // 0: of the same size
#endif

// A place of an image in its object is, in a buffer, its first sample and the distance of rows, and in an array its
// layer.
#if STORAGE == IMAGE_BUFFER
#define OBJECT image1d_buffer_t
#define TEXEL(at, column, row) (int)((at).x + (row) * (at).y + (column))
#elif STORAGE == IMAGE
#define OBJECT image2d_t
#define TEXEL(at, column, row) (int2)(column, row)
#else
#define OBJECT image2d_array_t
#define TEXEL(at, column, row) (int4)(column, row, (int)(at).x, 0)
#endif

#if TYPE == F32 || TYPE == F16
float number_of(const uint bits) {
#if TYPE == F32
  return as_float(bits);
#else
  const ushort half_bits = (ushort)bits;
  return vload_half(0, (const half *)&half_bits);
#endif
}

uint bits_of(const float number) {
#if TYPE == F32
  return as_uint(number);
#else
  ushort bits;
  vstore_half_rte(number, 0, (half *)&bits);
  return bits;
#endif
}

// Multiplying by a half is exact.
uint mean(const uint a, const uint right, const uint below, const uint last) {
  const float left_half = number_of(a) * 0.5f + number_of(below) * 0.5f;
  const float right_half = number_of(right) * 0.5f + number_of(last) * 0.5f;
  return bits_of(left_half * 0.5f + right_half * 0.5f);
}
#else
// Rounds to the nearest, from the middle to even numbers.
uint mean(const uint a, const uint right, const uint below, const uint last) {
  const uint sum = a + right + below + last;
  return (sum + 1 + ((sum >> 2) & 1)) >> 2;
}
#endif

// A row of `to` has `width` samples, in pixels of so many channels.
__kernel void take(__read_only OBJECT from, const long2 place, __write_only OBJECT to, const long2 target,
                   const int width, const int height, const int channels) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width || y >= height) return;
#if HALVES
  const int left = x / channels * 2 * channels + x % channels, right = left + channels, top = 2 * y;
  const uint bits = mean(read_imageui(from, TEXEL(place, left, top)).x, read_imageui(from, TEXEL(place, right, top)).x,
                         read_imageui(from, TEXEL(place, left, top + 1)).x,
                         read_imageui(from, TEXEL(place, right, top + 1)).x);
#else
  const uint bits = read_imageui(from, TEXEL(place, x, y)).x;
#endif
  write_imageui(to, TEXEL(target, x, y), (uint4)(bits, 0, 0, 0));
}
