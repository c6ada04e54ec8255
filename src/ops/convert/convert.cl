// A straight line through the samples, which are then rounded to another type.

INLINE VALUES NAMED(convert_sample)(const VALUES *v, const float *n) { return v[0] * n[0] + n[1]; }
