// sRGB from CIE L*a*b*, under the white of D65. n[0] is white, n[1] the scale of L*, and n[2] the middle of a* and b*.
// The program has srgb.cl before this file.

INLINE VALUES NAMED(cube_of)(const VALUES v) {
  return v > ALL(0.20689655f) ? v * v * v : (v - 0.13793103f) / 7.787037f;
}
INLINE void NAMED(lab_to_rgb_pixel)(const VALUES *v, const int channels, const float *n, VALUES *out) {
  const VALUES root = (v[0] / n[1] + 16.0f) / 116.0f;
  const VALUES x = NAMED(cube_of)(root + (v[1] - n[2]) / 500.0f) * 0.950456f, y = NAMED(cube_of)(root);
  const VALUES z = NAMED(cube_of)(root - (v[2] - n[2]) / 200.0f) * 1.088754f;
  out[0] = NAMED(srgb_of_light)(3.240479f * x - 1.53715f * y - 0.498535f * z) * n[0];
  out[1] = NAMED(srgb_of_light)(-0.969256f * x + 1.875991f * y + 0.041556f * z) * n[0];
  out[2] = NAMED(srgb_of_light)(0.055648f * x - 0.204043f * y + 1.057311f * z) * n[0];
}
