// Luma, and the differences of red and blue from it. n[0] is the middle of the differences.

INLINE void NAMED(rgb_to_ycrcb_pixel)(const VALUES *v, const int channels, const float *n, VALUES *out) {
  const VALUES luma = v[0] * 0.299f + v[1] * 0.587f + v[2] * 0.114f;
  out[0] = luma;
  out[1] = (v[0] - luma) * 0.713f + n[0];
  out[2] = (v[2] - luma) * 0.564f + n[0];
}
