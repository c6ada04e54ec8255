// White minus the sample; n[0] is white.

INLINE VALUES NAMED(invert_sample)(const VALUES *v, const NUMBER *n) { return ALL(n[0]) - v[0]; }
