// The largest or least sample of a rectangle at a cost that hardly grows with it, two samples in each word.
//
// As in running_blocks.cl, a window is the end of one block and the start of the next. A block has no more rows, or
// samples along a row, than registers can keep. A larger window also holds samples between its two blocks. They are the
// same for all of a block's windows, and are combined with the end that each window holds. Down columns the two lanes
// are neighbours in a row. Along rows they are samples of two rows, so that no lane moves. For bytes the upper eight
// bits of a lane are compared; its lower bits do not matter.

#if RUNNING && PACKED
#ifndef EXTREME
#define EXTREME 2  // 1: the least, 2: the largest
#endif

#if EXTREME == 1
#define COMBINE_TWO(a, b) LESSER(a, b)
#define COMBINE_WORDS(a, b) lesser_of_word(a, b)
#define NOTHING 0xffffffffu
#else
#define COMBINE_TWO(a, b) GREATER(a, b)
#define COMBINE_WORDS(a, b) greater_of_word(a, b)
#define NOTHING 0u
#endif

#define BLOCK_ROWS (ITEMS_Y < KSIZE_Y ? ITEMS_Y : KSIZE_Y)
#define ROW_PAIRS_OF_BLOCK ((BLOCK_ROWS + 1) / 2)

INLINE PIXEL raise(WORDS words) {
#if SRC_TYPE == U16
  return words;
#else
  PIXEL pairs;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i) {
    ELEMENT(pairs, i) = ELEMENT(words, i) << 8;
    ELEMENT(pairs, WORDS_OF_BLOCK + i) = ELEMENT(words, i);
  }
  return pairs;
#endif
}

INLINE WORDS lower(PIXEL pairs) {
#if SRC_TYPE == U16
  return pairs;
#else
  WORDS words;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i)
    ELEMENT(words, i) = join_upper_bytes(ELEMENT(pairs, i), ELEMENT(pairs, WORDS_OF_BLOCK + i));
  return words;
#endif
}

#define PIXELS_OF_ROW(y) \
  raise(JOIN(as_, WORDS)(samples_of_tile(IMAGE_ARGS, TILE_OF_GROUP_ARGS, inside, v, y)))

// The results down the columns of vector v; the first window begins in row y.
INLINE void combine_columns(IMAGE, TILE_OF_GROUP, bool inside, int v, int y, __local WORDS *place) {
  PIXEL ends[BLOCK_ROWS], end = PIXELS_OF_ROW(y + KSIZE_Y - 1), begin;
  _Pragma("unroll 8") for (int i = KSIZE_Y - 2; i >= BLOCK_ROWS; --i) end = COMBINE_TWO(end, PIXELS_OF_ROW(y + i));
  UNROLL for (int i = BLOCK_ROWS - 1; i >= 0; --i) {
    if (i < KSIZE_Y - 1) end = COMBINE_TWO(end, PIXELS_OF_ROW(y + i));
    ends[i] = end;
  }
  place[0] = lower(end);
  UNROLL for (int i = 1; i < BLOCK_ROWS; ++i) {
    const PIXEL row = PIXELS_OF_ROW(y + KSIZE_Y - 1 + i);
    begin = i == 1 ? row : COMBINE_TWO(begin, row);
    place[i * ROW_PLACES] = lower(COMBINE_TWO(ends[i], begin));
  }
}

// Sample k of two rows, counted from the segment's first window.
INLINE uint two_rows_at(__local const WORDS *segment, int k) {
  const int place = PLACE_OF_SAMPLE(WINDOW_BEGIN + k), i = (WINDOW_BEGIN + k) % SAMPLES_PER_WORD;
  const WORDS upper = segment[place], lower = segment[ROW_PLACES + place];
  const int word = (WINDOW_BEGIN + k) % VEC / SAMPLES_PER_WORD;
  const uint a = ELEMENT(upper, word), b = ELEMENT(lower, word);
#if SRC_TYPE == U16
  return i == 0 ? join_lower_lanes(a, b) : join_upper_lanes(a, b);
#else
  return upper_bytes_of(a, b, i);
#endif
}

// This is a macro: compilers do not unroll a loop in a function whose number of rounds they learn by inlining.
#define COMBINE_SAMPLES(segment, first, count, ends)            \
  UNROLL for (int k = (first); k < (first) + (count); ++k)      \
  (ends)[k % CHANNELS] = COMBINE_WORDS((ends)[k % CHANNELS], two_rows_at(segment, k))

// Combines what lies in all windows of the segment, behind the segment itself.
INLINE void combine_common(__local const WORDS *segment, uint *ends) {
  UNROLL for (int c = 0; c < CHANNELS; ++c) ends[c] = NOTHING;
  _Pragma("unroll 1") for (int i = 0; i < (WINDOW - SEGMENT) / SAMPLES_ALIKE; ++i) {
    COMBINE_SAMPLES(segment, SEGMENT, SAMPLES_ALIKE, ends);
    segment += SEGMENTS_ALIKE * (SEGMENT_VECTORS + 1);
  }
  COMBINE_SAMPLES(segment, SEGMENT, (WINDOW - SEGMENT) % SAMPLES_ALIKE, ends);
}

// Stores VEC results of two rows. Each word of `lanes` has a result of both rows.
INLINE void keep_two_rows(const uint *lanes, __local RESULT *upper, __local RESULT *lower) {
  WORDS a, b;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i) {
#if SRC_TYPE == U16
    const uint first = lanes[2 * i], second = lanes[2 * i + 1];
#else
    const uint first = join_upper_bytes(lanes[4 * i], lanes[4 * i + 1]);
    const uint second = join_upper_bytes(lanes[4 * i + 2], lanes[4 * i + 3]);
#endif
    ELEMENT(a, i) = join_lower_lanes(first, second);
    ELEMENT(b, i) = join_upper_lanes(first, second);
  }
  *upper = JOIN(as_, RESULT)(a);
  *lower = JOIN(as_, RESULT)(b);
}

INLINE void walk(__local const WORDS *segment, __local RESULT *results) {
  uint ends[SEGMENT], end[CHANNELS], begins[CHANNELS];
  combine_common(segment, end);
  UNROLL for (int k = SEGMENT - 1; k >= 0; --k) {
    end[k % CHANNELS] = COMBINE_WORDS(end[k % CHANNELS], two_rows_at(segment, k));
    ends[k] = end[k % CHANNELS];
  }
  UNROLL for (int c = 0; c < CHANNELS; ++c) begins[c] = NOTHING;
  UNROLL for (int v = 0; v < SEGMENT_VECTORS; ++v) {
    uint lanes[VEC];
    UNROLL for (int l = 0; l < VEC; ++l) {
      const int k = v * VEC + l, c = k % CHANNELS;
      if (k >= CHANNELS) begins[c] = COMBINE_WORDS(begins[c], two_rows_at(segment, WINDOW + k - CHANNELS));
      lanes[l] = COMBINE_WORDS(ends[k], begins[c]);
    }
    keep_two_rows(lanes, results + v, results + RESULT_PLACES + v);
  }
}

__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_TILE;
  __local WORDS rows[2 * ROW_PAIRS_OF_BLOCK * ROW_PLACES];
  __local RESULT results[2 * ROW_PAIRS_OF_BLOCK * RESULT_PLACES];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < ITEMS_X; ++k) {
    const int v = VECTOR_AT(k), y = top - RADIUS_Y;
    if (is_inside(width, height, whole, left, v, y, y + BLOCK_ROWS + KSIZE_Y - 1))
      combine_columns(IMAGE_ARGS, TILE_OF_GROUP_ARGS, true, v, y, rows + PLACE_OF(v));
    else
      combine_columns(IMAGE_ARGS, TILE_OF_GROUP_ARGS, false, v, y, rows + PLACE_OF(v));
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int task = (int)get_local_id(0); task < ROW_PAIRS_OF_BLOCK * SEGMENTS; task += GROUP_WIDTH) {
    const int row = task / SEGMENTS * 2, first = task % SEGMENTS * (SEGMENT_VECTORS + 1);
    walk(rows + row * ROW_PLACES + first, results + row * RESULT_PLACES + first);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  store_rows_of_tile(IMAGE_ARGS, region, whole, begin, top, bottom - top, results, stream, OUTPUT_ARGS);
}
#endif
