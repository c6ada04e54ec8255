// A power of the sample, times a factor. Negative samples count as 0; NaN stays.

INLINE VALUES NAMED(gamma_sample)(const VALUES *v, const float *n) {
  return pow(v[0] < ALL(0) ? ALL(0) : v[0], ALL(n[0])) * n[1];
}
