// Each channel as it is.

INLINE void NAMED(split_pixel)(const VALUES *v, const int channels, const NUMBER *n, VALUES *out) {
#pragma unroll
  for (int c = 0; c < channels; ++c) out[c] = v[c];
}
