// Point functions that samples go through when they are loaded, or what producer.cl makes before it lies in a tile, as
// their own launch would compute them. What there is to do reaches this file as lists, see src/point/point.cl:
// NUMBERS_BEFORE, and STEPS_BEFORE, which make the value LAST_VALUE_BEFORE of the value 0.

#ifndef STEPS_BEFORE
#define NUMBERS_BEFORE 0
#define STEPS_BEFORE const VECTOR(SAMPLE) v_1[1] = {v_0[0] + (VECTOR(SAMPLE))(SAMPLE)numbers[0]};
#define LAST_VALUE_BEFORE 1
#endif

INLINE VECTOR(SAMPLE) before(const VECTOR(SRC) sample) {
  const float numbers[] = {NUMBERS_BEFORE};
  const VECTOR(SRC) v_0[1] = {sample};
  STEPS_BEFORE
  return JOIN(v_, LAST_VALUE_BEFORE)[0];
}

// Functions are there for vectors. Compilers leave out the lanes that nobody asks for.
INLINE SAMPLE before_one(const SRC sample) {
  const VECTOR(SAMPLE) all = before((VECTOR(SRC))sample);
  return ((const SAMPLE *)&all)[0];
}

#if PRODUCED
#define BEHIND_PRODUCER(v) before(v)
#else
#define BEFORE(v) before(v)
#define BEFORE_ONE(v) before_one(v)
#endif
