// Computes point functions in one launch. Values are loaded once, each function makes new values of earlier ones, and
// some values are stored. Lists of macros say what there is to do:
//
//   INPUTS(F), OUTPUTS(F)   F(type, channels, value) for each image; channels is 1 where all functions work on samples
//   TABLES(F)               F(type, table) for each look-up table
//   NUMBERS(F)              F(number) for each number that the functions have
//   STEPS                   what makes values, in order, of the macros below
//
// The value k is v_k: planes as they lie in memory. f_k is the value k where f32 arithmetic made integers: still
// floats.

#ifndef EPILOGUE
#define EPILOGUE 0
#endif

#ifndef TABLED
#define TABLED 0  // 1: groups first make a table of all results, for one image of u8 with results of u8
#endif

#if !EPILOGUE && !defined(STEPS)
#define INPUTS(F) F(F32, 3, 0)
#define OUTPUTS(F) F(F32, 3, 1)
#define TABLES(F)
#define NUMBERS(F) F(0)
#define PLACED 1
#define STEPS                                                            \
  PREPARE(1, F32, 6, 2) TAKE(1, F32, F32, 2, 0, 0) TAKE_PLACE(1, 2, 2) ON_SAMPLES(1, scaled, F32, 3, 2, 0) \
  GIVE(1, F32, F32, 3, 2, 1, 0) TAKE_ALPHA(1, 2, 0, 2)
INLINE VALUES NAMED(scaled)(const VALUES *v, const float *n) { return v[0] * n[0]; }
#define ITEMS 1  // units of a work-item
#endif

#ifndef PLACED
#define PLACED 0  // 1: functions are told the place of their pixels
#endif

#define PLANES(type, channels, name) VECTOR(BITS_OF(type)) name[channels];

// A node's function takes its inputs' channels one after the other, and so it returns its outputs'.
#define PREPARE(node, arithmetic, taken, given) VECTOR(VALUE_OF(arithmetic)) taken_##node[taken], given_##node[given];
#define TAKE(node, arithmetic, type, channels, value, place) \
  for (int c = 0; c < channels; ++c) taken_##node[place + c] = VALUE_FROM(arithmetic, type)(v_##value[c]);
#define TAKE_FLOATS(node, channels, value, place) \
  for (int c = 0; c < channels; ++c) taken_##node[place + c] = f_##value[c];

// The pixels' columns, and then their rows.
#define TAKE_PLACE(node, channels, place)      \
  for (int c = 0; c < channels; ++c) {         \
    taken_##node[place + c] = columns_;        \
    taken_##node[place + channels + c] = row_; \
  }

#define ON_SAMPLES(node, function, arithmetic, images, channels, first) \
  for (int c = 0; c < channels; ++c) {                                  \
    VECTOR(VALUE_OF(arithmetic)) of_sample[images];                     \
    for (int k = 0; k < images; ++k) of_sample[k] = taken_##node[k * channels + c]; \
    given_##node[c] = JOIN(JOIN(function, _), arithmetic)(of_sample, numbers + first); \
  }
#define ON_PIXELS(node, function, arithmetic, channels, first) \
  JOIN(JOIN(function, _), arithmetic)(taken_##node, channels, numbers + first, given_##node);

#define GIVE(node, arithmetic, type, channels, given, value, place) \
  PLANES(type, channels, v_##value)                                 \
  for (int c = 0; c < given; ++c) v_##value[c] = BITS_FROM(type, arithmetic)(given_##node[place + c]);
#define GIVE_FLOATS(node, type, given, value, place) \
  FLOATS f_##value[given];                           \
  for (int c = 0; c < given; ++c) f_##value[c] = ROUNDED(type)(given_##node[place + c]);

#define LOOK_UP(type, channels, given, value, of, k) \
  PLANES(type, channels, v_##value)                  \
  for (int c = 0; c < given; ++c) v_##value[c] = JOIN(look_up_, type)(v_##of[c], table##k);
#define TAKE_ALPHA(value, last, of, last_of) v_##value[last] = v_##of[last_of];

#if !EPILOGUE  // elsewhere another family's kernels compute the steps, see epilogue.cl and prologue.cl
// The arguments of the kernel, and of the function that it calls for each unit.
#define IMAGE(access, type, name)                                                                              \
  __global access BITS_OF(type) *restrict name, const long name##_offset, const long name##_stride, \
      const int name##_width, \
      const int name##_height,
#define INPUT_IMAGE(type, channels, value) IMAGE(const, type, in_##value)
#define OUTPUT_IMAGE(type, channels, value) IMAGE(, type, out_##value)
#define TABLE_ARGUMENT(type, k) __global const BITS_OF(type) *restrict table##k,
#define NUMBER_ARGUMENT(k) const float number##k,
#define INPUT_ROW(type, channels, value) __global const BITS_OF(type) *in_##value,
#define OUTPUT_ROW(type, channels, value) __global BITS_OF(type) *out_##value,
#define THIS_INPUT_ROW(type, channels, value) ROW(in_##value, y),
#define THIS_OUTPUT_ROW(type, channels, value) ROW(out_##value, y),
#define THIS_TABLE(type, k) table##k,
#define THIS_NUMBER(k) number##k,

#define READ(type, channels, value) \
  PLANES(type, channels, v_##value) \
  JOIN(read_, type)(in_##value + at * channels, channels, count, aligned, v_##value);
#define WRITE(type, channels, value) \
  JOIN(write_, type)(out_##value + at * channels, channels, count, aligned, v_##value);

#if PLACED
#define PLACE_OF_UNIT , const int x, const int y
#define THIS_PLACE(unit) , left + (int)((unit)*VEC), top + (int)y
#define PLACE_OF_LAUNCH , const int left, const int top
#else
#define PLACE_OF_UNIT
#define THIS_PLACE(unit)
#define PLACE_OF_LAUNCH
#endif

#if TABLED
DEFINE_BYTE_LOOK_UP(look_up_local, __local)

#define TABLE_OF_GROUP __local uchar *results,
#define THIS_TABLE_OF_GROUP results,
#define ALL_SAMPLES(type, channels, value) \
  PLANES(type, channels, v_##value)        \
  v_##value[0] = KEPT(samples);
#define KEEP_ALL(type, channels, value) KEEP(v_##value[0], samples);

// Puts the result of each possible sample into the group's table.
INLINE void fill_table(TABLES(TABLE_ARGUMENT) NUMBERS(NUMBER_ARGUMENT) __local uchar *results) {
  const float numbers[] = {NUMBERS(THIS_NUMBER) 0};
  for (int first = (int)get_local_id(0) * VEC; first < 256; first += GROUP * VEC) {
    uchar samples[VEC];
    for (int lane = 0; lane < VEC; ++lane) samples[lane] = (uchar)(first + lane);
    INPUTS(ALL_SAMPLES)
    STEPS
    OUTPUTS(KEEP_ALL)
    for (int lane = 0; lane < VEC; ++lane) results[first + lane] = samples[lane];
  }
}

#define MAKE_TABLE                                                      \
  __local uchar results[256];                                           \
  fill_table(TABLES(THIS_TABLE) NUMBERS(THIS_NUMBER) results);          \
  barrier(CLK_LOCAL_MEM_FENCE);
#define LOOK_UP_RESULT(type, channels, value) const VECTOR(uchar) result = look_up_local(v_##value[0], results);
#define TAKE_RESULT(type, channels, value) const VECTOR(uchar) v_##value[1] = {result};
#define UNROLL_ITEMS _Pragma("unroll 1")  // unrolled items take registers, and fewer groups run side by side
#define EACH_ROW for (long y = get_global_id(1); y < rows; y += get_global_size(1))
#define EACH_BLOCK for (long first = begin; first * VEC < pixels; first += (long)get_global_size(0) * ITEMS)
#define COMPUTE_STEPS INPUTS(LOOK_UP_RESULT) OUTPUTS(TAKE_RESULT)
#else
#define TABLE_OF_GROUP
#define THIS_TABLE_OF_GROUP
#define MAKE_TABLE
#define COMPUTE_STEPS STEPS
#define UNROLL_ITEMS _Pragma("unroll")
#define EACH_ROW const long y = get_global_id(1);
#define EACH_BLOCK const long first = begin;
#endif

// Computes a unit of VEC pixels, of which the first `count` exist.
INLINE void compute(TABLE_OF_GROUP INPUTS(INPUT_ROW) OUTPUTS(OUTPUT_ROW) TABLES(TABLE_ARGUMENT) NUMBERS(NUMBER_ARGUMENT)
                    const long unit, const int count, const bool aligned PLACE_OF_UNIT) {
  const long at = unit * VEC;
  const float numbers[] = {NUMBERS(THIS_NUMBER) 0};
#if PLACED
  const FLOATS columns_ = CONVERT(float, LANES_UPWARD + x), row_ = (FLOATS)(float)y;
#endif
  INPUTS(READ)
  COMPUTE_STEPS
  OUTPUTS(WRITE)
}

#define IS_ALIGNED_IMAGE(type, name) \
  && ((((size_t)(name + name##_offset) | (size_t)(name##_stride * (long)sizeof(BITS_OF(type)))) & \
       (sizeof(VECTOR(BITS_OF(type))) - 1)) == 0)
#define INPUT_IS_ALIGNED(type, channels, value) IS_ALIGNED_IMAGE(type, in_##value)
#define OUTPUT_IS_ALIGNED(type, channels, value) IS_ALIGNED_IMAGE(type, out_##value)

#define COMPUTE(unit, count, aligned)                                                                             \
  compute(THIS_TABLE_OF_GROUP INPUTS(THIS_INPUT_ROW) OUTPUTS(THIS_OUTPUT_ROW) TABLES(THIS_TABLE) NUMBERS(THIS_NUMBER) \
          unit, count, aligned THIS_PLACE(unit))

// `pixels` is the length of a row: in pixels, or in samples where functions work on these. (left, top) is the place of
// the first one in the whole image. A group with a table computes several blocks and rows.
__kernel void point(INPUTS(INPUT_IMAGE) OUTPUTS(OUTPUT_IMAGE) TABLES(TABLE_ARGUMENT) NUMBERS(NUMBER_ARGUMENT)
                    const long pixels, const long rows PLACE_OF_LAUNCH) {
  MAKE_TABLE
  const long whole = pixels / VEC;
  const bool aligned = true INPUTS(INPUT_IS_ALIGNED) OUTPUTS(OUTPUT_IS_ALIGNED);
#if ACCESS == CHUNK
  const long begin = (long)get_global_id(0) * ITEMS, step = 1;
#else
  const long begin = (long)get_group_id(0) * (GROUP * ITEMS) + get_local_id(0), step = GROUP;
#endif
  EACH_ROW EACH_BLOCK {
    if (aligned && first + (ITEMS - 1) * step < whole) {
      UNROLL_ITEMS
      for (int item = 0; item < ITEMS; ++item) COMPUTE(first + item * step, VEC, true);
    } else {
      for (int item = 0; item < ITEMS; ++item) {
        const long unit = first + item * step, count = min(pixels - unit * VEC, (long)VEC);
        if (count > 0) COMPUTE(unit, (int)count, aligned);
      }
    }
  }
}
#endif
