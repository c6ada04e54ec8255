// The lesser samples.

INLINE VALUES NAMED(min_samples)(const VALUES *v, const float *n) { return min(v[0], v[1]); }
