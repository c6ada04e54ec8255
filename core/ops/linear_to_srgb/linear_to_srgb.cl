// Linear light as samples of sRGB. The program has srgb.cl before this file.

INLINE VALUES NAMED(linear_to_srgb_sample)(const VALUES *v, const float *n) { return NAMED(srgb_of_light)(v[0]); }
