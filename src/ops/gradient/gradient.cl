// Makes the gradient's magnitude of its two components, and edges where it reaches a threshold.

#ifndef NORM_L1
#define NORM_L1 0
#endif
#ifndef WHITE
#define WHITE 255.0f  // where the magnitude reaches the threshold, the op's number; 0: none
#endif

RESULT gradient(SUMS) {
#if NORM_L1
  const RESULT magnitude = fabs(SUM(0)) + fabs(SUM(1));
#else
  const RESULT magnitude = sqrt(SUM(0) * SUM(0) + SUM(1) * SUM(1));
#endif
  return number > 0.0f ? step((RESULT)number, magnitude) * WHITE : magnitude;
}
