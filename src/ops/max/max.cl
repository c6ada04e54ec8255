// The greater samples.

INLINE VALUES NAMED(max_samples)(const VALUES *v, const float *n) { return max(v[0], v[1]); }
