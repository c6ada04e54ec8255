// Makes the gradient's magnitude of its two components, or edges where it reaches a threshold.

#ifndef NORM_L1
#define NORM_L1 0
#endif
#ifndef WHITE
#define WHITE 255.0f  // the value where the magnitude reaches the threshold, which is the op's number; 0: no threshold
#endif

// With whole samples the sum of squares is 0 or no denormal.
INLINE RESULT length_of(RESULT dx, RESULT dy) {
#if ROOT_OF_NORMAL && (SRC_TYPE == U8 || SRC_TYPE == U16)
  RESULT squares = fma(dx, dx, dy * dy);
  UNROLL for (int l = 0; l < VEC; ++l) ((float *)&squares)[l] = root_of_normal(((float *)&squares)[l]);
  return squares;
#else
  return sqrt(dx * dx + dy * dy);
#endif
}

RESULT gradient(SUMS) {
#if defined(CUT) && !NORM_L1
  // Only one thing matters: whether the result rounds to CUT or more. The square of CUT - 1/2 is no whole number, and
  // is so far from one that no root can come out on the other side.
  if (number <= 0.0f)
    return step((RESULT)(CUT * CUT - CUT + 0.25f), SUM(0) * SUM(0) + SUM(1) * SUM(1)) * (RESULT)CUT;
#endif
#if NORM_L1
  const RESULT magnitude = fabs(SUM(0)) + fabs(SUM(1));
#else
  const RESULT magnitude = length_of(SUM(0), SUM(1));
#endif
  return number > 0.0f ? step((RESULT)number, magnitude) * WHITE : magnitude;
}
