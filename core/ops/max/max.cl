// The greater sample. Of floats, NaN wins.

INLINE VALUES NAMED(max_samples)(const VALUES *v, const float *n) {
#if TYPE == F32
  return GREATER_OR_NAN(v[0], v[1]);
#else
  return max(v[0], v[1]);
#endif
}
