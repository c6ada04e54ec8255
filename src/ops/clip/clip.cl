// Samples kept between n[0] and n[1].

INLINE VALUES NAMED(clip_sample)(const VALUES *v, const float *n) { return min(max(v[0], ALL(n[0])), ALL(n[1])); }
