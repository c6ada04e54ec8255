// Hue, saturation and value. n[0] is the hue of a full circle, n[1] the saturation of a pure colour, and n[2] the least
// hue that rounds to a full circle and so becomes 0.

INLINE void NAMED(rgb_to_hsv_pixel)(const VALUES *v, const int channels, const float *n, VALUES *out) {
  const VALUES greater = GREATER_OR_NAN(v[0], v[1]), lesser = LESSER_OR_NAN(v[0], v[1]);
  const VALUES most = GREATER_OR_NAN(greater, v[2]), range = most - LESSER_OR_NAN(lesser, v[2]);
  const VALUES difference = v[0] == most ? v[1] - v[2] : v[1] == most ? v[2] - v[0] : v[0] - v[1];
  const VALUES sector = v[0] == most ? ALL(0) : v[1] == most ? ALL(2) : ALL(4);
  const VALUES turn = sector + difference / (range == ALL(0) ? ALL(1) : range);
  const VALUES hue = (turn < ALL(0) ? turn + 6 : turn) * (n[0] / 6);
  out[0] = hue >= ALL(n[2]) ? ALL(0) : hue;
  out[1] = most == ALL(0) ? ALL(0) : range * n[1] / most;
  out[2] = most;
}
