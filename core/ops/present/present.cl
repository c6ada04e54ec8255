// n[2] for missing samples, n[3] for others. Missing are samples of n[0], and NaN where n[1] is 1.

INLINE VALUES NAMED(present_sample)(const VALUES *v, const float *n) {
  const VALUES of_value = v[0] == ALL(n[0]) ? ALL(n[2]) : ALL(n[3]);
  return n[1] == 1 ? (v[0] != v[0] ? ALL(n[2]) : of_value) : of_value;
}
