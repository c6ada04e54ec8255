// Absolute differences.

INLINE VALUES NAMED(absdiff_samples)(const VALUES *v, const float *n) {
#if TYPE == F32
  return fabs(v[0] - v[1]);
#else
  return max(v[0], v[1]) - min(v[0], v[1]);  // PoCL 3.1 splits abs_diff() into samples
#endif
}
