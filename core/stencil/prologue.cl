// Point functions that samples pass when they are loaded, or that producer.cl's results pass before they lie in a tile.
// They give the bits that a launch of their own would give. Lists say what there is to do (see core/point/point.cl):
// NUMBERS_BEFORE, TABLES_BEFORE(F) of F(type, table), and STEPS_BEFORE, which make the value LAST_VALUE_BEFORE of the
// value 0. Wherever samples are loaded, the tables are arguments, see storage.cl.

#ifndef STEPS_BEFORE
#define NUMBERS_BEFORE 0
#define STEPS_BEFORE const VECTOR(SAMPLE) v_1[1] = {v_0[0] + (VECTOR(SAMPLE))(SAMPLE)numbers[0]};
#define LAST_VALUE_BEFORE 1
#define TABLES_BEFORE(F) F(U8, 0)
#define BITS_OF(type) uchar
#endif

#define TABLE_OF_STEP(type, k) , __global const BITS_OF(type) *restrict table##k
#define TABLE_BEFORE(type, k) , __global const BITS_OF(type) *restrict table_before##k
#define TABLE_BEFORE_ARG(type, k) , table_before##k
#define BEFORE_PARAMETERS TABLES_BEFORE(TABLE_BEFORE)
#define BEFORE_ARGS TABLES_BEFORE(TABLE_BEFORE_ARG)

INLINE VECTOR(SAMPLE) before(const VECTOR(SRC) sample TABLES_BEFORE(TABLE_OF_STEP)) {
  const float numbers[] = {NUMBERS_BEFORE};
  const VECTOR(SRC) v_0[1] = {sample};
  STEPS_BEFORE
  return JOIN(v_, LAST_VALUE_BEFORE)[0];
}

// The functions exist for vectors only. Compilers leave out the lanes that nobody uses.
INLINE SAMPLE before_one(const SRC sample BEFORE_PARAMETERS) {
  const VECTOR(SAMPLE) all = before((VECTOR(SRC))sample BEFORE_ARGS);
  return ((const SAMPLE *)&all)[0];
}

#if PRODUCED
#define BEHIND_PRODUCER(v) before(v)  // such functions have no tables
#else
#define BEFORE(v) before(v BEFORE_ARGS)
#define BEFORE_ONE(v) before_one(v BEFORE_ARGS)
#endif
