// n[0] times a sample plus n[1], rounded as the stencil of one pixel rounds it: see taps.cl.

INLINE VALUES NAMED(brightness_sample)(const VALUES *v, const float *n) {
#if FAST_FMA
  return fma(v[0], ALL(n[0]), ALL(n[1]));
#else
  return v[0] * n[0] + n[1];
#endif
}
