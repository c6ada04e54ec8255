// Absolute differences.

INLINE VALUES NAMED(absdiff_samples)(const VALUES *v, const NUMBER *n) {
#if FLOATING
  return fabs(v[0] - v[1]);
#elif TYPE == I8 || TYPE == I16 || TYPE == I32 || TYPE == I64
  return sub_sat(max(v[0], v[1]), min(v[0], v[1]));
#else
  return max(v[0], v[1]) - min(v[0], v[1]);  // PoCL 3.1 splits abs_diff() into samples
#endif
}
