// Absolute differences.

INLINE VALUES NAMED(absdiff_samples)(const VALUES *v, const float *n) {
#if TYPE == F32
  return fabs(v[0] - v[1]);
#else
  return abs_diff(v[0], v[1]);
#endif
}
