// What becomes of samples on both sides of a level. n[0] is the least sample above it.

INLINE VALUES NAMED(threshold_cut)(const VALUES *v, const float *n) {
  return v[0] >= ALL(n[0]) ? ALL(n[1]) : ALL(n[2]);
}
INLINE VALUES NAMED(threshold_truncate)(const VALUES *v, const float *n) {
  return v[0] > ALL(n[0]) ? ALL(n[0]) : v[0];
}
INLINE VALUES NAMED(threshold_above)(const VALUES *v, const float *n) {
  return v[0] >= ALL(n[0]) ? v[0] : ALL(0);
}
INLINE VALUES NAMED(threshold_below)(const VALUES *v, const float *n) {
  return v[0] >= ALL(n[0]) ? ALL(0) : v[0];
}
