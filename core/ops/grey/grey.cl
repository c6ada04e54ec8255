// The luma of red, green and blue.

INLINE void NAMED(grey_pixel)(const VALUES *v, const int channels, const float *n, VALUES *out) {
  out[0] = v[0] * 0.299f + v[1] * 0.587f + v[2] * 0.114f;
}
