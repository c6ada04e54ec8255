// The luma of red, green and blue, and a grey sample as it is.

INLINE void NAMED(grey_pixel)(const VALUES *v, const int channels, const float *n, VALUES *out) {
  out[0] = v[0] * 0.299f + v[1] * 0.587f + v[2] * 0.114f;
}

INLINE VALUES NAMED(grey_sample)(const VALUES *v, const float *n) {
  return v[0];
}
