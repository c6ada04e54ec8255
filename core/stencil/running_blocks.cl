// The largest or least sample of a rectangle, or the sum of its fractions, at a cost that hardly grows with it.
//
// Down a column, a window as high as a block of rows is the end of one block and the start of the next. So three
// operations make a result (van Herk, A fast algorithm for local minimum and maximum filters, 1992; Gil and Werman,
// Computing 2-D min, median, and max filters, 1993). Along a row, two neighbouring windows of 1, 2, 4, ... samples make
// a window of twice the length. For extremes two such windows cover a window; for sums the windows of its binary digits
// add up to it. Nothing is ever subtracted, so a sum has the rounding of its own additions and nothing from outside its
// window. Blocks are counted from the whole image's start, so that every region has the same ones.

#if RUNNING
#ifndef EXTREME
#define EXTREME 2  // 0: the sum, 1: the least, 2: the largest
#endif

#if EXTREME == 0
#define COMBINE_TWO(a, b) ((a) + (b))
#elif EXTREME == 1
#define COMBINE_TWO(a, b) LESSER(a, b)
#else
#define COMBINE_TWO(a, b) GREATER(a, b)
#endif

// The largest power of two that is no more than n.
#define POWER_BELOW(n) \
  ((n) >= 128 ? 128 : (n) >= 64 ? 64 : (n) >= 32 ? 32 : (n) >= 16 ? 16 : (n) >= 8 ? 8 : (n) >= 4 ? 4 : (n) >= 2 ? 2 : 1)
#define LARGEST_POWER POWER_BELOW(WINDOW_COLUMNS)

// A row's vectors in local memory, and vectors behind them that are read but that no window needs.
#define ROW_VECTORS (TILE_VECTORS + (POWER_BELOW(KSIZE_X) / 2 * CHANNELS + VEC - 1) / VEC + 1)

// General programs learn only at run time how many powers there are.
#if !GENERAL
#define UNROLL_POWERS UNROLL
#else
#define UNROLL_POWERS _Pragma("unroll 1")
#endif

#define PIXELS_OF_ROW(v, y) TO_PIXEL(CONVERT(LANE, column_samples(IMAGE_ARGS, TILE_OF_GROUP_ARGS, v, y)))

// Combines the rows of the block that begins at row y: each row, from `first` on, with all rows behind it in the block.
INLINE void find_ends(IMAGE, TILE_OF_GROUP, int y, int first, PIXEL* ends) {
  for (int i = WINDOW_ROWS - 1; i >= first; --i) UNROLL_VECTORS for (int k = 0; k < ITEMS_X; ++k) {
      const PIXEL row = PIXELS_OF_ROW(VECTOR_AT(k), y + i);
      ends[i * ITEMS_X + k] = i == WINDOW_ROWS - 1 ? row : COMBINE_TWO(row, ends[(i + 1) * ITEMS_X + k]);
    }
}

// Combines row `i` of the block that begins at row y with the rows before it.
INLINE void add_begin(IMAGE, TILE_OF_GROUP, int y, int i, PIXEL* begins) {
  UNROLL_VECTORS for (int k = 0; k < ITEMS_X; ++k) {
    PREFETCH(VECTOR_AT(k), y + i + 4);
    const PIXEL row = PIXELS_OF_ROW(VECTOR_AT(k), y + i);
    begins[k] = i == 0 ? row : COMBINE_TWO(begins[k], row);
  }
}

// The results down the columns for row y. Their windows begin in row `phase` of a block.
INLINE void run_columns(IMAGE, TILE_OF_GROUP, int y, int phase, PIXEL* ends, PIXEL* begins, __local PIXEL* row) {
  const int block_begin = y - REACH_Y - phase;
  if (phase == 0)
    find_ends(IMAGE_ARGS, TILE_OF_GROUP_ARGS, block_begin, 0, ends);
  else
    add_begin(IMAGE_ARGS, TILE_OF_GROUP_ARGS, block_begin + WINDOW_ROWS, phase - 1, begins);
  UNROLL_VECTORS for (int k = 0; k < ITEMS_X; ++k) row[VECTOR_AT(k)] =
      phase == 0 ? ends[k] : COMBINE_TWO(ends[phase * ITEMS_X + k], begins[k]);
}

typedef PIXEL LOOSE_PIXEL __attribute__((aligned(sizeof(LANE))));

// The pixels `shift` samples to the right of those of the vector. GPUs load two whole vectors and take lanes of both.
INLINE PIXEL pixels_at(__local const PIXEL* row, int vector, int shift) {
#if GROUP_WIDTH > 1
  LANE lanes[2 * VEC];
  STORE_PLAIN(row[vector + shift / VEC], lanes);
  STORE_PLAIN(row[vector + shift / VEC + 1], lanes + VEC);
  return LOAD_PLAIN(lanes + shift % VEC);
#else
  return *(__local const LOOSE_PIXEL*)((__local const LANE*)(row + vector) + shift);
#endif
}

#define FOR_ROWS_AND_VECTORS(j, k) \
  UNROLL_ROWS for (int j = 0; j < ITEMS_Y; ++j) UNROLL_VECTORS for (int k = 0; k < ITEMS_X; ++k)

// Makes windows of twice `power` pixels of windows of `power` pixels.
INLINE void widen(__local const PIXEL* narrow, __local PIXEL* wide, int power) {
  FOR_ROWS_AND_VECTORS(j, k) {
    const int place = j * ROW_VECTORS + VECTOR_AT(k);
    wide[place] = COMBINE_TWO(narrow[place], pixels_at(narrow, place, power * CHANNELS));
  }
}

// Where the windows of a group's results begin, relative to the results' vectors.
#define WINDOW_BEGIN (MARGIN - REACH_X)
#define RESULT_AT(k) min(VECTOR_AT(k), GROUP_RESULTS / VEC - 1)

INLINE void cover(__local const PIXEL* row, PIXEL* results WINDOW_SHAPE) {
  FOR_ROWS_AND_VECTORS(j, k) {
    const int place = j * ROW_VECTORS + RESULT_AT(k);
    results[j * ITEMS_X + k] = COMBINE_TWO(pixels_at(row, place, WINDOW_BEGIN),
                                           pixels_at(row, place, WINDOW_BEGIN + (WINDOW_COLUMNS - LARGEST_POWER) * CHANNELS));
  }
}

// Adds windows that begin `done` pixels behind the start of the results' windows.
INLINE void add_windows(__local const PIXEL* row, int done, PIXEL* results WINDOW_SHAPE) {
  FOR_ROWS_AND_VECTORS(j, k) {
    const PIXEL window = pixels_at(row, j * ROW_VECTORS + RESULT_AT(k), WINDOW_BEGIN + done * CHANNELS);
    results[j * ITEMS_X + k] = done == 0 ? window : COMBINE_TWO(results[j * ITEMS_X + k], window);
  }
}

INLINE RESULT result_of(PIXEL pixels PARAMETERS) {
#if EXTREME == 0 && defined(MASKS)
  RESULT result;
  finish(&pixels, &result PARAMETER_ARGS);
  return result;
#else
  return TO_RESULT(pixels);
#endif
}

// `interior.y` is the place of the memory's first row in its block. Blocks are counted from the whole image's start.
__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_TILE;
  __local PIXEL rows[2][ITEMS_Y * ROW_VECTORS];
  barrier(CLK_LOCAL_MEM_FENCE);
  PIXEL ends[KSIZE_Y * ITEMS_X], begins[ITEMS_X], results[ITEMS_Y * ITEMS_X];
  int phase = (top - REACH_Y + interior.y + WINDOW_ROWS) % WINDOW_ROWS;
  if (phase > 0) find_ends(IMAGE_ARGS, TILE_OF_GROUP_ARGS, top - REACH_Y - phase, phase, ends);
  for (int i = 0; i < phase - 1; ++i)
    add_begin(IMAGE_ARGS, TILE_OF_GROUP_ARGS, top - REACH_Y - phase + WINDOW_ROWS, i, begins);
  for (int y = top; y < bottom; y += ITEMS_Y) {
    for (int j = 0; j < ITEMS_Y; ++j) {
      run_columns(IMAGE_ARGS, TILE_OF_GROUP_ARGS, y + j, phase, ends, begins, rows[0] + j * ROW_VECTORS);
      phase = phase + 1 < WINDOW_ROWS ? phase + 1 : 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int current = 0;
#if EXTREME == 0
    int done = 0;
#endif
    UNROLL_POWERS for (int power = 1; power <= LARGEST_POWER; power *= 2) {
#if EXTREME == 0
      if (WINDOW_COLUMNS & power) {
        add_windows(rows[current], done, results WINDOW_SHAPE_ARGS);
        done += power;
      }
#endif
      if (power < LARGEST_POWER) {
        widen(rows[current], rows[1 - current], power);
        barrier(CLK_LOCAL_MEM_FENCE);
        current = 1 - current;
      }
    }
#if EXTREME != 0
    cover(rows[current], results WINDOW_SHAPE_ARGS);
#endif
    FOR_ROWS_AND_VECTORS(j, k) {
      const int x = begin + VECTOR_AT(k) * VEC;
      if (VECTOR_AT(k) * VEC < GROUP_RESULTS && x < region.z && y + j < bottom)
        store_results(IMAGE_ARGS, region, whole, x, y + j, result_of(results[j * ITEMS_X + k] PARAMETER_ARGS), stream,
                      OUTPUT_ARGS);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
#endif
