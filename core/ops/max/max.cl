// The greater sample. Of floats, NaN wins.

INLINE VALUES NAMED(max_samples)(const VALUES *v, const NUMBER *n) {
#if FLOATING
  return GREATER_OR_NAN(v[0], v[1]);
#else
  return max(v[0], v[1]);
#endif
}
