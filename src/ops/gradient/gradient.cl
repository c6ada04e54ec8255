// Makes the gradient's magnitude of its two components, and edges where it reaches a threshold.

#ifndef NORM_L1
#define NORM_L1 0
#endif
#ifndef WHITE
#define WHITE 255.0f  // where the magnitude reaches the threshold, the op's number; 0: none
#endif

// Of whole samples the sum of squares is 0 or so large that PTX's root needs no care for denormals.
INLINE RESULT length_of(RESULT dx, RESULT dy) {
#if defined(__NV_CL_C_VERSION) && (SRC_TYPE == U8 || SRC_TYPE == U16)
  RESULT squares = fma(dx, dx, dy * dy);
  UNROLL for (int l = 0; l < VEC; ++l) __asm__("sqrt.approx.ftz.f32 %0, %0;" : "+f"(((float *)&squares)[l]));
  return squares;
#else
  return sqrt(dx * dx + dy * dy);
#endif
}

RESULT gradient(SUMS) {
#if NORM_L1
  const RESULT magnitude = fabs(SUM(0)) + fabs(SUM(1));
#else
  const RESULT magnitude = length_of(SUM(0), SUM(1));
#endif
  return number > 0.0f ? step((RESULT)number, magnitude) * WHITE : magnitude;
}
