// v[0], or n[0] where v[1] is missing: where it is n[1], or where it is NaN and n[2] is 1. Where v[1] is there, a v[0]
// of n[0] becomes n[3].

INLINE VALUES NAMED(blank_sample)(const VALUES *v, const float *n) {
  const VALUES kept = v[0] == ALL(n[0]) ? ALL(n[3]) : v[0];
  const VALUES of_value = v[1] == ALL(n[1]) ? ALL(n[0]) : kept;
  return n[2] == 1 ? (v[1] != v[1] ? ALL(n[0]) : of_value) : of_value;
}
