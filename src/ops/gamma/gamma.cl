// A power of what is not negative, times a factor.

INLINE VALUES NAMED(gamma_sample)(const VALUES *v, const float *n) { return pow(max(v[0], ALL(0)), ALL(n[0])) * n[1]; }
