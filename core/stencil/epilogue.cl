// Point functions that a result passes before it is stored. They give the bits that a launch of their own would give on
// the stored result. Lists say what there is to do (see core/point/point.cl): NUMBERS_OF_STEPS, and STEPS. The steps
// make the value LAST_VALUE, of STORED_TYPE. They start from the result, which is the value RESULT_VALUE of DST_TYPE,
// and from images beside it, whose samples are taken at the result's own place. BESIDE(F) has F(type, value) for each
// such image, and TABLES_OF_STEPS(F) has F(type, table) for each look-up table. CUT is defined where the steps ask of a
// byte only whether it reaches a threshold, see gradient.cl.

#ifndef STEPS
#define NUMBERS_OF_STEPS 0
#define BESIDE(F) F(U8, 1)
#define TABLES_OF_STEPS(F) F(U8, 0)
#define STEPS                                                                               \
  VECTOR(DST_SAMPLE) v_2[1] = {v_0[0] + CONVERT(DST_SAMPLE, v_1[0]) + (DST_SAMPLE)numbers[0]}; \
  v_2[0] += (DST_SAMPLE)table0[0];                                                             \
  KEEP_ALPHA_LANES(U8, 2, 0)
#define RESULT_VALUE 0
#define LAST_VALUE 2
#define BITS_OF(type) uchar
#endif

#define BESIDE_PARAMETER(type, value)                                                              \
  , __global const BITS_OF(type) *restrict beside_##value, const long beside_offset_##value, \
      const long beside_stride_##value
#define BESIDE_ARG(type, value) , beside_##value, beside_offset_##value, beside_stride_##value
#define TABLE_PARAMETER(type, k) , __global const BITS_OF(type) *restrict table##k
#define TABLE_ARG(type, k) , table##k
#define BESIDE_PARAMETERS BESIDE(BESIDE_PARAMETER) TABLES_OF_STEPS(TABLE_PARAMETER)
#define BESIDE_ARGS BESIDE(BESIDE_ARG) TABLES_OF_STEPS(TABLE_ARG)

// Where sample x of row y of an image beside the result lies.
#define PLACE_BESIDE(value, x, y) (beside_##value + (beside_offset_##value + (y)*beside_stride_##value + (x)))

// The fields of Beside: for each image its vector at a place, which may be loaded long before the result exists, and
// for each look-up table its pointer.
#define FIELD_BESIDE(type, value) VECTOR(BITS_OF(type)) at_##value;
#define LOAD_OF_BESIDE(type, value) beside.at_##value = LOAD_BITS(BITS_OF(type), PLACE_BESIDE(value, x, y));
#define FIELD_TABLE(type, k) __global const BITS_OF(type) *table_##k;
#define PUT_TABLE(type, k) beside.table_##k = table##k;
#define TAKE_TABLE(type, k) __global const BITS_OF(type) *restrict table##k = beside.table_##k;
#define TAKE_BESIDE(type, value) const VECTOR(BITS_OF(type)) v_##value[1] = {beside.at_##value};

typedef struct {
  int none;  // for programs without images beside the result
  BESIDE(FIELD_BESIDE)
  TABLES_OF_STEPS(FIELD_TABLE)
} Beside;

INLINE Beside load_beside(const int x, const int y BESIDE_PARAMETERS) {
  Beside beside;
  BESIDE(LOAD_OF_BESIDE)
  TABLES_OF_STEPS(PUT_TABLE)
  return beside;
}
#define LOAD_BESIDE(x, y) load_beside(x, y BESIDE_ARGS)

// In the lanes of alpha, a step keeps the samples of the value before it.
#define ALPHA_FLAG_1 char
#define ALPHA_FLAG_3 short
#define ALPHA_FLAG_10 int
#define KEEP_ALPHA_LANES(type, value, of) \
  v_##value[0] = select(v_##value[0], v_##of[0], CONVERT(JOIN(ALPHA_FLAG_, type), alpha_lanes(x, down)));

// The lanes that hold alpha. Lanes below each other lie in one column.
INLINE VECTOR(int) alpha_lanes(const int x, const bool down) {
  return (x + (LANES_UPWARD) * (down ? 0 : 1)) % CHANNELS == (VECTOR(int))(CHANNELS - 1);
}

#define AFTER_STEPS                                               \
  const float numbers[] = {NUMBERS_OF_STEPS};                    \
  const VECTOR(DST_SAMPLE) JOIN(v_, RESULT_VALUE)[1] = {result}; \
  STEPS                                                           \
  return JOIN(v_, LAST_VALUE)[0];

// `x` is the first lane's column, in samples.
INLINE VECTOR(STORED_SAMPLE) after(const VECTOR(DST_SAMPLE) result, const int x, const Beside beside) {
  const bool down = false;
  BESIDE(TAKE_BESIDE)
  TABLES_OF_STEPS(TAKE_TABLE)
  AFTER_STEPS
}
#define AFTER(v, x, beside) after(v, x, beside)

// Loads only lanes `begin` to before `end`, which lie in the image, below each other or side by side.
#define GATHER_BESIDE(type, value)                                                         \
  BITS_OF(type) lanes_##value[VEC];                                                       \
  for (int l = 0; l < VEC; ++l)                                                            \
    lanes_##value[l] =                                                                     \
        l >= begin && l < end ? *PLACE_BESIDE(value, x + (down ? 0 : l), y + (down ? l : 0)) : 0; \
  const VECTOR(BITS_OF(type)) v_##value[1] = {LOAD_PLAIN(lanes_##value)};

INLINE VECTOR(STORED_SAMPLE) after_lanes(const VECTOR(DST_SAMPLE) result, const int x, const int y, const int begin,
                                         const int end, const bool down BESIDE_PARAMETERS) {
  BESIDE(GATHER_BESIDE)
  AFTER_STEPS
}
#define AFTER_LANES(v, lanes) \
  after_lanes(v, (lanes)->x, (lanes)->y, (lanes)->begin, (lanes)->end, DOWN(lanes) BESIDE_ARGS)
