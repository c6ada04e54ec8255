// Clamps samples to n[0] to n[1]; NaN stays.

INLINE VALUES NAMED(clip_sample)(const VALUES *v, const NUMBER *n) {
#if FLOATING
  return v[0] < ALL(n[0]) ? ALL(n[0]) : v[0] > ALL(n[1]) ? ALL(n[1]) : v[0];
#else
  return min(max(v[0], ALL(n[0])), ALL(n[1]));
#endif
}
