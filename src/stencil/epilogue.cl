// Point functions that a result goes through before it is stored, as their own launch would compute them of the stored
// result. What there is to do reaches this file as lists, see src/point/point.cl: NUMBERS_OF_STEPS, and STEPS, which
// make the value LAST_VALUE of the value 0.

#ifndef STEPS
#define NUMBERS_OF_STEPS 0
#define STEPS const VECTOR(DST_SAMPLE) v_1[1] = {v_0[0] + (VECTOR(DST_SAMPLE))(DST_SAMPLE)numbers[0]};
#define LAST_VALUE 1
#endif

INLINE VECTOR(DST_SAMPLE) after(const VECTOR(DST_SAMPLE) result) {
  const float numbers[] = {NUMBERS_OF_STEPS};
  const VECTOR(DST_SAMPLE) v_0[1] = {result};
  STEPS
  return JOIN(v_, LAST_VALUE)[0];
}
#define AFTER(v) after(v)
