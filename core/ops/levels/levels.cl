// Stretches samples from a low level to a high one over all that the type has, from 0 to white.

INLINE VALUES NAMED(levels_stretch)(const VALUES v, const NUMBER low, const NUMBER scale, const NUMBER white) {
  const VALUES stretched = (v - low) * scale;
  const VALUES above = GREATER_OR_NAN(stretched, ALL(0));
  return LESSER_OR_NAN(above, ALL(white));
}

INLINE VALUES NAMED(levels_samples)(const VALUES *v, const NUMBER *n) {
  return NAMED(levels_stretch)(v[0], n[0], n[1], n[2]);
}

// n has white, and then a low level and a scale for each channel.
INLINE void NAMED(levels_pixel)(const VALUES *v, const int channels, const NUMBER *n, VALUES *out) {
#pragma unroll
  for (int c = 0; c < channels; ++c) out[c] = NAMED(levels_stretch)(v[c], n[1 + 2 * c], n[2 + 2 * c], n[0]);
}
