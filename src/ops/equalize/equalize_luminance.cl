// Equalisation by luminance: the levels that are counted, and what they gain added to the colours.

#if TYPE == F32  // this file by itself: only integers have levels
#undef TYPE
#define TYPE U8
#endif

#define RED 4899u
#define GREEN 9617u
#define BLUE 1868u
#define HALF 8192u
#define SHIFT 14

#if TYPE == U16
#define SATURATE(v) convert_ushort_sat(v)
#else
#define SATURATE(v) convert_uchar_sat(v)
#endif

uint luminance_of(__global const ELEMENT *pixel) {
  return (RED * pixel[0] + GREEN * pixel[1] + BLUE * pixel[2] + HALF) >> SHIFT;
}

// Rows of levels follow each other without gaps.
__kernel void luminance(IMAGE_IN(image), __global ELEMENT *restrict levels) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= image_width) return;
  __global const ELEMENT *pixel = ROW(image, y) + x * CHANNELS;
  levels[(long)y * image_width + x] = luminance_of(pixel);
}

__kernel void shift(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict table) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= image_width) return;
  __global const ELEMENT *pixel = ROW(image, y) + x * CHANNELS;
  __global ELEMENT *to = ROW(out, y) + x * CHANNELS;
  const uint level = luminance_of(pixel);
  const int gain = (int)table[level] - (int)level;
  for (int c = 0; c < 3; ++c) to[c] = SATURATE(pixel[c] + gain);
#if CHANNELS == 4
  to[3] = pixel[3];
#endif
}
