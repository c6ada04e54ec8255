// The channels of one image or of another, as the mask behind both says.

INLINE void NAMED(select_pixel)(const VALUES *v, const int channels, const float *n, VALUES *out) {
#pragma unroll
  for (int c = 0; c < channels; ++c) out[c] = v[2 * channels] != ALL(0) ? v[c] : v[channels + c];
}
