// Products times n[0].

INLINE VALUES NAMED(multiply_samples)(const VALUES *v, const float *n) { return v[0] * v[1] * n[0]; }
