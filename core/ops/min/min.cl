// The lesser sample. Of floats, NaN wins.

INLINE VALUES NAMED(min_samples)(const VALUES *v, const NUMBER *n) {
#if FLOATING
  return LESSER_OR_NAN(v[0], v[1]);
#else
  return min(v[0], v[1]);
#endif
}
