// Means of a rectangle of bytes or shorts at a cost that hardly grows with it.
//
// As in running_sums.cl, each sum down a column is made of the one before. For bytes these sums fit 16 bits, two in a
// word. Then each work-item walks along a segment of a row. It makes the sum of its first window sample by sample, and
// each other sum from the one before, by the column that enters the window and the one that leaves it.

#if RUNNING && PACKED
// A row's words lie in two parts. For bytes these are the even pairs and the odd ones, for shorts the first half and
// the second half of each vector.
#define ROW_OF_SUMS (2 * ROW_PLACES)

#if SRC_TYPE == U8
#define COLUMNS PIXEL
#define COLUMNS_OF_ROW(y) TO_PIXEL(samples_of_tile(IMAGE_ARGS, TILE_OF_GROUP_ARGS, inside, v, y))
#define PART_OF(k) ((k) % 2)
#define WORD_OF(k) ((k) % VEC / 4)
#define ADD_COLUMN(sum, word, k) add_lane(sum, word, (k) / 2 % 2)
#define SUBTRACT_COLUMN(sum, word, k) subtract_lane(sum, word, (k) / 2 % 2)
#else
#define COLUMNS VECTOR(uint)
#define COLUMNS_OF_ROW(y) CONVERT(uint, samples_of_tile(IMAGE_ARGS, TILE_OF_GROUP_ARGS, inside, v, y))
#define PART_OF(k) ((k) % VEC / WORDS_OF_BLOCK)
#define WORD_OF(k) ((k) % WORDS_OF_BLOCK)
#define ADD_COLUMN(sum, word, k) ((sum) + (word))
#define SUBTRACT_COLUMN(sum, word, k) ((sum) - (word))
#endif

// Makes sums that lack the last row of the windows at row y.
INLINE COLUMNS begin_column(IMAGE, TILE_OF_GROUP, bool inside, int v, int y) {
  COLUMNS column = (COLUMNS)0;
  _Pragma("unroll 8") for (int i = -RADIUS_Y; i < RADIUS_Y; ++i) column += COLUMNS_OF_ROW(y + i);
  return column;
}

INLINE void begin_columns(IMAGE, TILE_OF_GROUP, int y, COLUMNS *columns) {
  UNROLL_VECTORS for (int k = 0; k < ITEMS_X; ++k) {
    const int v = VECTOR_AT(k);
    columns[k] = is_inside(width, height, whole, left, v, y - RADIUS_Y, y + RADIUS_Y)
                     ? begin_column(IMAGE_ARGS, TILE_OF_GROUP_ARGS, true, v, y)
                     : begin_column(IMAGE_ARGS, TILE_OF_GROUP_ARGS, false, v, y);
  }
}

INLINE void keep_columns(COLUMNS columns, __local WORDS *place) {
  WORDS first, second;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i) {
    ELEMENT(first, i) = ELEMENT(columns, i);
    ELEMENT(second, i) = ELEMENT(columns, WORDS_OF_BLOCK + i);
  }
  place[0] = first;
  place[ROW_PLACES] = second;
}

// A word is computed as one number: a lane may borrow from the other on the way, but not in the end.
INLINE COLUMNS run_column(IMAGE, TILE_OF_GROUP, bool inside, int v, int y, COLUMNS column, __local WORDS *place) {
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) {
    column += COLUMNS_OF_ROW(y + j + RADIUS_Y);
    keep_columns(column, place + j * ROW_OF_SUMS);
    column -= COLUMNS_OF_ROW(y + j - RADIUS_Y);
  }
  return column;
}

INLINE void run_columns(IMAGE, TILE_OF_GROUP, int y, COLUMNS *columns, __local WORDS *sums) {
  UNROLL_VECTORS for (int k = 0; k < ITEMS_X; ++k) {
    const int v = VECTOR_AT(k);
    __local WORDS *place = sums + PLACE_OF(v);
    columns[k] = is_inside(width, height, whole, left, v, y - RADIUS_Y, y + ITEMS_Y + RADIUS_Y)
                     ? run_column(IMAGE_ARGS, TILE_OF_GROUP_ARGS, true, v, y, columns[k], place)
                     : run_column(IMAGE_ARGS, TILE_OF_GROUP_ARGS, false, v, y, columns[k], place);
  }
}

// The word that has the sum of the column of sample k, counted from the segment's start.
INLINE uint column_of(__local const WORDS *segment, int k) {
  const WORDS words = segment[PART_OF(k) * ROW_PLACES + PLACE_OF_SAMPLE(k)];
  return ELEMENT(words, WORD_OF(k));
}

// A sum below 2^23 can be added to the low bits of a float.
#define LARGEST_SUM (KSIZE_X * KSIZE_Y * (SRC_TYPE == U8 ? 255ul : 65535ul))
#if LARGEST_SUM < 8388608
#define NO_SUM 0x4b000000u
#define FLOATS_OF(sums) (JOIN(as_, VECTOR(float))(sums) - 8388608.0f)
#else
#define NO_SUM 0u
#define FLOATS_OF(sums) CONVERT(float, sums)
#endif

// This is a macro: compilers do not unroll a loop in a function whose number of rounds they learn by inlining.
#define ADD_SAMPLES(segment, count, sums)  \
  UNROLL for (int k = 0; k < (count); ++k) \
  (sums)[k % CHANNELS] =                   \
      ADD_COLUMN((sums)[k % CHANNELS], column_of(segment, WINDOW_BEGIN + k), WINDOW_BEGIN + k)

// Adds up the segment's first windows, one for each channel.
INLINE void add_first_windows(__local const WORDS *segment, uint *sums) {
  UNROLL for (int c = 0; c < CHANNELS; ++c) sums[c] = NO_SUM;
  _Pragma("unroll 1") for (int i = 0; i < WINDOW / SAMPLES_ALIKE; ++i) {
    ADD_SAMPLES(segment, SAMPLES_ALIKE, sums);
    segment += SEGMENTS_ALIKE * (SEGMENT_VECTORS + 1);
  }
  ADD_SAMPLES(segment, WINDOW % SAMPLES_ALIKE, sums);
}

// Means lie in the samples' range. Those of bytes are so far from halves that an earlier rounding to a float does not
// change them.
#define IS_MEAN (DELTA == 0 && SCALE == 1.0f / (float)(KSIZE_X * KSIZE_Y))
#define ROUNDS_AT_ONCE (IS_MEAN && DST_TYPE == U8 && KSIZE_X * KSIZE_Y < 8192)

INLINE RESULT rounded_means(VECTOR(uint) sums) {
  const VECTOR(float) numbers = FLOATS_OF(sums), whole = (VECTOR(float))8388608.0f;
  VECTOR(float) means;
  if (ROUNDS_AT_ONCE) {
    means = MULTIPLY_ADD_F32(numbers, (VECTOR(float))SCALE, whole);
  } else {
    means = MULTIPLY_ADD_F32(numbers, (VECTOR(float))SCALE, (VECTOR(float))DELTA);
    if (!IN_RANGE && !IS_MEAN) means = clamp(means, 0.0f, DST_MAX);
    means += whole;
  }
  return CONVERT(DST_SAMPLE, JOIN(as_, VECTOR(uint))(means));
}

INLINE void walk(__local const WORDS *segment, __local RESULT *results) {
  uint sums[CHANNELS];
  add_first_windows(segment, sums);
  UNROLL for (int v = 0; v < SEGMENT_VECTORS; ++v) {
    uint lanes[VEC];
    UNROLL for (int l = 0; l < VEC; ++l) {
      const int c = (v * VEC + l) % CHANNELS, leaves = WINDOW_BEGIN + v * VEC + l - CHANNELS, enters = leaves + WINDOW;
      if (v * VEC + l >= CHANNELS) {
        sums[c] = ADD_COLUMN(sums[c], column_of(segment, enters), enters);
        sums[c] = SUBTRACT_COLUMN(sums[c], column_of(segment, leaves), leaves);
      }
      lanes[l] = sums[c];
    }
    results[v] = rounded_means(LOAD_PLAIN(lanes));
  }
}

__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_TILE;
  __local WORDS sums[ITEMS_Y * ROW_OF_SUMS];
  __local RESULT results[ITEMS_Y * RESULT_PLACES];
  barrier(CLK_LOCAL_MEM_FENCE);
  COLUMNS columns[ITEMS_X];
  begin_columns(IMAGE_ARGS, TILE_OF_GROUP_ARGS, top, columns);
  for (int y = top; y < bottom; y += ITEMS_Y) {
    run_columns(IMAGE_ARGS, TILE_OF_GROUP_ARGS, y, columns, sums);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int task = (int)get_local_id(0); task < ITEMS_Y * SEGMENTS; task += GROUP_WIDTH) {
      const int row = task / SEGMENTS, first = task % SEGMENTS * (SEGMENT_VECTORS + 1);
      walk(sums + row * ROW_OF_SUMS + first, results + row * RESULT_PLACES + first);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    store_rows_of_tile(IMAGE_ARGS, region, whole, begin, y, min(ITEMS_Y, bottom - y), results, stream, OUTPUT_ARGS);
  }
}
#endif
