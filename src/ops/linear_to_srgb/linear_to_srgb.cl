// Linear light as samples of sRGB.

INLINE VALUES NAMED(linear_to_srgb_sample)(const VALUES *v, const float *n) {
  const VALUES light = max(v[0], ALL(0));
  return light <= ALL(0.0031308f) ? light * 12.92f : 1.055f * pow(light, ALL(1 / 2.4f)) - 0.055f;
}
