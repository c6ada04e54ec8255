// Samples of sRGB as linear light. The program has srgb.cl before this file.

INLINE VALUES NAMED(srgb_to_linear_sample)(const VALUES *v, const float *n) { return NAMED(light_of_srgb)(v[0]); }
