// Colours from luma and differences. n[0] is the middle of the differences.

INLINE void NAMED(ycrcb_to_rgb_pixel)(const VALUES *v, const int channels, const float *n, VALUES *out) {
  const VALUES red = v[1] - n[0], blue = v[2] - n[0];
  out[0] = v[0] + red * 1.403f;
  out[1] = v[0] - red * 0.714f - blue * 0.344f;
  out[2] = v[0] + blue * 1.773f;
}
