// Differences. Differences of integers saturate.

INLINE VALUES NAMED(subtract_samples)(const VALUES *v, const NUMBER *n) {
#if FLOATING
  return v[0] - v[1];
#else
  return sub_sat(v[0], v[1]);
#endif
}
