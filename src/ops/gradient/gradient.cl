// Makes the gradient's magnitude of its two components, and edges where it reaches a threshold.

#ifndef NORM_L1
#define NORM_L1 0
#endif
#ifndef THRESHOLD
#define THRESHOLD 0.0f  // 0: none
#define WHITE 255.0f    // where the magnitude reaches the threshold
#endif

RESULT gradient(SUMS) {
#if NORM_L1
  const RESULT magnitude = fabs(SUM(0)) + fabs(SUM(1));
#else
  const RESULT magnitude = sqrt(SUM(0) * SUM(0) + SUM(1) * SUM(1));
#endif
  return THRESHOLD > 0.0f ? step((RESULT)THRESHOLD, magnitude) * WHITE : magnitude;
}
