// Which samples are missing: n[2] where they are, n[3] elsewhere. Those of n[0] are, and NaN where n[1] is 1.

INLINE VALUES NAMED(present_sample)(const VALUES *v, const float *n) {
  const VALUES of_value = v[0] == ALL(n[0]) ? ALL(n[2]) : ALL(n[3]);
  return n[1] == 1 ? (v[0] != v[0] ? ALL(n[2]) : of_value) : of_value;
}
