// A straight line through the samples, which are then rounded to another type.

INLINE VALUES NAMED(convert_sample)(const VALUES *v, const float *n) {
  const VALUES scaled = v[0] * n[0];
  return n[1] == 0 ? scaled : scaled + n[1];  // -0 stays
}
