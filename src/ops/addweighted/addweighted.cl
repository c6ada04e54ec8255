// A sum of two samples with a factor for each, and a number.

INLINE VALUES NAMED(weighted_sum)(const VALUES *v, const float *n) { return v[0] * n[0] + (v[1] * n[1] + n[2]); }
