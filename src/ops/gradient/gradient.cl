// Makes the gradient's magnitude of its two components, and edges where it reaches a threshold.

#ifndef NORM_L1
#define NORM_L1 0
#endif
#ifndef THRESHOLD
#define THRESHOLD 0.0f  // 0: none
#define WHITE 255.0f    // where the magnitude reaches the threshold
#endif

PIXEL gradient(SUMS) {
#if NORM_L1
  const PIXEL magnitude = fabs(SUM(0)) + fabs(SUM(1));
#else
  const PIXEL magnitude = sqrt(SUM(0) * SUM(0) + SUM(1) * SUM(1));
#endif
  return THRESHOLD > 0.0f ? step((PIXEL)THRESHOLD, magnitude) * WHITE : magnitude;
}
