// Multiplies the distance from n[0] by n[1].

INLINE VALUES NAMED(contrast_sample)(const VALUES *v, const float *n) { return (v[0] - n[0]) * n[1] + n[0]; }
