// CIE L*a*b* from sRGB, under the white of D65. n[0] is white, n[1] the scale of L*, and n[2] the middle of a* and b*.
// The program has srgb.cl before this file.

INLINE VALUES NAMED(root_of)(const VALUES v) {
  return v > ALL(0.0088564517f) ? cbrt(v) : v * 7.787037f + 0.13793103f;
}
INLINE void NAMED(rgb_to_lab_pixel)(const VALUES *v, const int channels, const float *n, VALUES *out) {
  const VALUES r = NAMED(light_of_srgb)(v[0] / n[0]), g = NAMED(light_of_srgb)(v[1] / n[0]);
  const VALUES b = NAMED(light_of_srgb)(v[2] / n[0]);
  const VALUES x = NAMED(root_of)((0.412453f * r + 0.357580f * g + 0.180423f * b) / 0.950456f);
  const VALUES y = NAMED(root_of)(0.212671f * r + 0.715160f * g + 0.072169f * b);
  const VALUES z = NAMED(root_of)((0.019334f * r + 0.119193f * g + 0.950227f * b) / 1.088754f);
  out[0] = (116.0f * y - 16.0f) * n[1];
  out[1] = 500.0f * (x - y) + n[2];
  out[2] = 200.0f * (y - z) + n[2];
}
