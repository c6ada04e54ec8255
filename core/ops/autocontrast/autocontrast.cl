// Stretches the levels of each channel, with the same arithmetic as levels.cl.

#ifndef PIXELS
#define PIXELS 1  // pixels of a work-item, side by side
#endif

// `numbers` has a low level and a scale for each channel.
__kernel void stretch(IMAGE_IN(image), IMAGE_OUT(out), __global const float *restrict numbers) {
  const int first = get_global_id(0) * PIXELS, y = get_global_id(1), end = min(first + PIXELS, out_width);
  __global const ELEMENT *from = ROW(image, y) + (long)first * CHANNELS;
  __global ELEMENT *to = ROW(out, y) + (long)first * CHANNELS;
  for (int x = first; x < end; ++x, from += CHANNELS, to += CHANNELS)
    for (int c = 0; c < CHANNELS; ++c) store_rounded(((float)from[c] - numbers[2 * c]) * numbers[2 * c + 1], to + c);
}
