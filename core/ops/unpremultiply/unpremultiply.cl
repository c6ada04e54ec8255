// Colours divided by alpha. n[0] is the share of white of one unit of alpha.

INLINE void NAMED(unpremultiply_pixel)(const VALUES *v, const int channels, const float *n, VALUES *out) {
  const VALUES weight = v[channels - 1] * n[0];
#pragma unroll
  for (int c = 0; c < channels - 1; ++c) out[c] = weight <= ALL(0) ? ALL(0) : v[c] / weight;
  out[channels - 1] = v[channels - 1];
}
