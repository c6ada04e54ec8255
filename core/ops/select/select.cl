// Takes a pixel's channels from one of two images. The mask behind both says from which.

INLINE void NAMED(select_pixel)(const VALUES *v, const int channels, const NUMBER *n, VALUES *out) {
#pragma unroll
  for (int c = 0; c < channels; ++c) out[c] = v[2 * channels] != ALL(0) ? v[c] : v[channels + c];
}
