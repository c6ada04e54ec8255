// Equalises by luminance: finds the levels to be counted, and adds their changes to the colours.

#if TYPE == F32  // compiled alone: only integers have levels
#undef TYPE
#define TYPE U8
#define MOST 255.0f
#endif

#define RED 4899u
#define GREEN 9617u
#define BLUE 1868u
#define HALF 8192u
#define SHIFT 14

#ifndef PIXELS
#define PIXELS 1  // pixels of a work-item, side by side
#endif

#define SATURATE(v) ((ELEMENT)clamp(v, 0, (int)MOST))

uint luminance_of(__global const ELEMENT *pixel) {
  return (RED * pixel[0] + GREEN * pixel[1] + BLUE * pixel[2] + HALF) >> SHIFT;
}

// Writes the luminance of each pixel as a level. Rows of levels follow each other without gaps.
__kernel void luminance(IMAGE_IN(image), __global ELEMENT *restrict levels) {
  const int first = get_global_id(0) * PIXELS, y = get_global_id(1), end = min(first + PIXELS, image_width);
  __global const ELEMENT *row = ROW(image, y);
  __global ELEMENT *to = levels + (long)y * image_width;
  for (int x = first; x < end; ++x) to[x] = luminance_of(row + (long)x * CHANNELS);
}

// Adds the luminance's change to the colours. The image is the part that the result has. The table has a loop of its
// own, so that compilers make vectors of the other loop.
__kernel void shift(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict table) {
  const int first = get_global_id(0) * PIXELS, y = get_global_id(1), end = min(first + PIXELS, image_width);
  __global const ELEMENT *row = ROW(image, y);
  __global ELEMENT *to_row = ROW(out, y);
  int gains[PIXELS];
  for (int x = first; x < end; ++x) {
    const uint level = luminance_of(row + (long)x * CHANNELS);
    gains[x - first] = (int)table[level] - (int)level;
  }
  for (int x = first; x < end; ++x) {
    __global const ELEMENT *pixel = row + (long)x * CHANNELS;
    __global ELEMENT *to = to_row + (long)x * CHANNELS;
    const int gain = gains[x - first], red = pixel[0] + gain, green = pixel[1] + gain, blue = pixel[2] + gain;
    to[0] = SATURATE(red);
    to[1] = SATURATE(green);
    to[2] = SATURATE(blue);
#if CHANNELS == 4
    to[3] = pixel[3];
#endif
  }
}
