// Products; n[0] is a factor on them.

INLINE VALUES NAMED(multiply_samples)(const VALUES *v, const float *n) { return v[0] * v[1] * n[0]; }
