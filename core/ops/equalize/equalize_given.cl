// Looks levels up in tables that the call brings, one for each channel.

#if TYPE == F32  // compiled alone: only integers have levels
#undef TYPE
#define TYPE U8
#endif

#ifndef LEVELS
#define LEVELS 256
#define PIXELS 1  // pixels of a work-item, side by side
#endif

__kernel void look_up(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict tables) {
  const int first = get_global_id(0) * PIXELS, y = get_global_id(1), end = min(first + PIXELS, image_width);
  __global const ELEMENT *from = ROW(image, y) + (long)first * CHANNELS;
  __global ELEMENT *to = ROW(out, y) + (long)first * CHANNELS;
  for (int x = first; x < end; ++x, from += CHANNELS, to += CHANNELS)
    for (int channel = 0; channel < CHANNELS; ++channel) to[channel] = tables[channel * LEVELS + from[channel]];
}
