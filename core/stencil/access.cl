// Reads samples by the border rule, and answers what blocks ask about the image's edges and its alpha.

INLINE float component(float4 v, int channel) {
  return channel == 0 ? v.x : channel == 1 ? v.y : channel == 2 ? v.z : v.w;
}

// The pixel of sample x. The sample may lie up to MOST_LEFT pixels to the left of the image. C's division would round a
// negative x towards zero.
#define MOST_LEFT (RADIUS_X + PRODUCER_RADIUS_X)
INLINE int pixel_of(int x) { return CHANNELS == 1 ? x : (x + MOST_LEFT * CHANNELS) / CHANNELS - MOST_LEFT; }
INLINE int channel_of(int x) { return CHANNELS == 1 ? 0 : (x + MOST_LEFT * CHANNELS) % CHANNELS; }

// Sample x of row y.
INLINE SAMPLE read_sample(IMAGE, int x, int y) {
#if HARDWARE_BORDER
  return sample_of(read_imageui(input, border_sampler, BORDER_PLACE(x, y)));
#else
  const int column = border_index(pixel_of(x), width);
  const int row = border_index(y, height);
#if BORDER == CONSTANT
  if (column < 0 || row < 0) return (SAMPLE)component(border_value, channel_of(x));
#endif
  return load_sample(SOURCE_ARGS, column * CHANNELS + channel_of(x), row);
#endif
}

// VEC samples side by side, from sample x of row y on.
VECTOR(LANE) read_samples(IMAGE, int x, int y) {
  LANE value[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l) value[l] = (LANE)read_sample(IMAGE_ARGS, x + l, y);
  return LOAD_PLAIN(value);
}

// 1 for each lane that lies in [0, n). The first lane is `first`.
INLINE PIXEL inside_line(int first, int n) {
  const VECTOR(int) place = LANES_UPWARD + first;
  const VECTOR(int) nearest = clamp(place, (VECTOR(int))0, (VECTOR(int))(n - 1));
  return TO_PIXEL(CONVERT(LANE, 1 - min(max(place - nearest, nearest - place), (VECTOR(int))1)));
}

// 1 for lanes whose sample lies in the image.
INLINE PIXEL inside_along_row(int width, int height, int x, int y) {
  return y >= 0 && y < height ? inside_line(x, width * CHANNELS) : (PIXEL)0;
}

// Replaces the lanes that hold alpha by the same lanes of `centre`, the input's samples from sample x on.
INLINE RESULT restore_alpha(RESULT result, RESULT centre, int x) {
  const VECTOR(int) is_alpha = (LANES_UPWARD + x) % CHANNELS == (VECTOR(int))(CHANNELS - 1);
  return select(result, centre, CONVERT(FLAG, is_alpha));
}
