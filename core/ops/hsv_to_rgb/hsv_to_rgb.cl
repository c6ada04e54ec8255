// Colours from hue, saturation and value. n[0] is the hue of a full circle, n[1] the saturation of a pure colour.

INLINE VALUES NAMED(hsv_channel)(const VALUES *v, const float *n, const float ahead) {
  const VALUES turn = v[0] * (6 / n[0]) + ahead, place = turn - 6 * floor(turn / 6);
  const VALUES near = place < 4 - place ? place : 4 - place;
  const VALUES dark = near > ALL(1) ? ALL(1) : near < ALL(0) ? ALL(0) : near;
  return v[2] - v[2] * (v[1] / n[1]) * dark;
}
INLINE void NAMED(hsv_to_rgb_pixel)(const VALUES *v, const int channels, const float *n, VALUES *out) {
  out[0] = NAMED(hsv_channel)(v, n, 5);
  out[1] = NAMED(hsv_channel)(v, n, 3);
  out[2] = NAMED(hsv_channel)(v, n, 1);
}
