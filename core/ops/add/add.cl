// Sums. Sums of integers saturate.

INLINE VALUES NAMED(add_samples)(const VALUES *v, const NUMBER *n) {
#if FLOATING
  return v[0] + v[1];
#else
  return add_sat(v[0], v[1]);
#endif
}
