// Samples of sRGB as linear light.

INLINE VALUES NAMED(srgb_to_linear_sample)(const VALUES *v, const float *n) {
  const VALUES light = max(v[0], ALL(0));
  return light <= ALL(0.04045f) ? light / 12.92f : pow((light + 0.055f) / 1.055f, ALL(2.4f));
}
