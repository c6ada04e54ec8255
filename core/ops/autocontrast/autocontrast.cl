// Stretches the levels of each channel, with the same arithmetic as levels.cl.

#ifndef PIXELS
#define PIXELS 16  // pixels of a work-item, side by side
#endif

// Lows and scales of the samples of VEC pixels, whose channels take turns in the vectors.
typedef union {
  FLOATS all[CHANNELS];
  float at[CHANNELS * VEC];
} Lanes;

// `numbers` has a low level and a scale for each channel.
__kernel void stretch(IMAGE_IN(image), IMAGE_OUT(out), __global const float *restrict numbers) {
  const int first = get_global_id(0) * PIXELS, y = get_global_id(1), end = min(first + PIXELS, out_width);
  __global const ELEMENT *from = ROW(image, y) + (long)first * CHANNELS;
  __global ELEMENT *to = ROW(out, y) + (long)first * CHANNELS;
  const bool from_aligned = IS_ALIGNED(image), to_aligned = IS_ALIGNED(out);
  Lanes low, scale;
#pragma unroll
  for (int i = 0; i < CHANNELS * VEC; ++i) {
    low.at[i] = numbers[2 * (i % CHANNELS)];
    scale.at[i] = numbers[2 * (i % CHANNELS) + 1];
  }
  int x = first;
  for (; x + VEC <= end; x += VEC, from += CHANNELS * VEC, to += CHANNELS * VEC)
#pragma unroll
    for (int k = 0; k < CHANNELS; ++k) {
      const FLOATS samples = floats_of(load_bits(from + k * VEC, from_aligned));
      store_bits(bits_of((samples - low.all[k]) * scale.all[k]), to + k * VEC, to_aligned);
    }
  for (; x < end; ++x, from += CHANNELS, to += CHANNELS)
    for (int c = 0; c < CHANNELS; ++c) store_rounded(((float)from[c] - numbers[2 * c]) * numbers[2 * c + 1], to + c);
}
