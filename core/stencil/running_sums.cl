// Means of a rectangle of whole samples at a cost that hardly grows with it.
//
// Each sum down a column of the tile is made of the one above: it adds the sample that enters its window and subtracts
// the one that leaves it. Along a row the sums become sums from the row's start; the difference of two is the sum of a
// window. All are modulo 2^32. No window's sum reaches that, so every difference is exact.

#if RUNNING
#ifndef SEGMENTS
#define SEGMENTS 2  // of a row, which are summed side by side; one work-item sums a whole row
#endif

#define TILE_PIXELS ((TILE_SAMPLES + CHANNELS - 1) / CHANNELS)

// How many of a work-item's vectors the results need: only a part at an image's right edge and in small images.
// Counting them pays where the vectors have a loop.
#if GROUP_WIDTH > 1 || ITEMS_X <= 8
#define NEEDED_VECTORS ITEMS_X
#else
#define NEEDED_VECTORS vectors
#endif
#define NEEDED_PIXELS min((NEEDED_VECTORS * GROUP_WIDTH * VEC + CHANNELS - 1) / CHANNELS, TILE_PIXELS)
#define SEGMENT ((TILE_PIXELS + SEGMENTS - 1) / SEGMENTS)  // pixels
#define LEAD ((CHANNELS + VEC - 1) / VEC * VEC)            // zeros before a row's first sums
#define SUMS_STRIDE (LEAD + (TILE_PIXELS * CHANNELS + VEC - 1) / VEC * VEC)

// A column as high as a window may be has sums of 16 bits for bytes.
#if SRC_TYPE == U8
#define COLUMN_LANE ushort
#else
#define COLUMN_LANE uint
#endif
#define COLUMN VECTOR(COLUMN_LANE)
#define SAMPLES_OF_ROW(v, y) CONVERT(COLUMN_LANE, column_samples(IMAGE_ARGS, TILE_OF_GROUP_ARGS, v, y))

// In a GPU's local memory one word behind each 32 puts the words of neighbouring work-items into different banks.
#if GROUP_WIDTH > 1
#define PLACE_OF(i) ((i) + (i) / 32)
#else
#define PLACE_OF(i) (i)
#endif

typedef VECTOR(uint) LOOSE_SUMS __attribute__((aligned(sizeof(uint))));

INLINE VECTOR(uint) load_sums(__local const uint* sums, int i) {
#if GROUP_WIDTH > 1
  uint lanes[VEC];
  UNROLL for (int l = 0; l < VEC; ++l) lanes[l] = sums[PLACE_OF(i + l)];
  return LOAD_PLAIN(lanes);
#else
  return *(__local const LOOSE_SUMS*)(sums + i);
#endif
}

INLINE void keep_sums(__local uint* sums, int i, VECTOR(uint) v) {
#if GROUP_WIDTH > 1
  uint lanes[VEC];
  STORE_PLAIN(v, lanes);
  UNROLL for (int l = 0; l < VEC; ++l) sums[PLACE_OF(i + l)] = lanes[l];
#else
  *(__local LOOSE_SUMS*)(sums + i) = v;
#endif
}

// Makes sums that lack the last row of the windows at row y.
INLINE void begin_columns(IMAGE, TILE_OF_GROUP, int vectors, int y, COLUMN* columns) {
  UNROLL_VECTORS for (int k = 0; k < NEEDED_VECTORS; ++k) columns[k] = (COLUMN)0;
  for (int dy = -REACH_Y; dy < REACH_Y; ++dy)
    UNROLL_VECTORS for (int k = 0; k < NEEDED_VECTORS; ++k) columns[k] += SAMPLES_OF_ROW(VECTOR_AT(k), y + dy);
}

INLINE void run_columns(IMAGE, TILE_OF_GROUP, int vectors, int y, COLUMN* columns, __local uint* sums) {
  UNROLL_ROWS for (int j = 0; j < ITEMS_Y; ++j) UNROLL_VECTORS for (int k = 0; k < NEEDED_VECTORS; ++k) {
    PREFETCH(VECTOR_AT(k), y + j + REACH_Y + 4);
    columns[k] += SAMPLES_OF_ROW(VECTOR_AT(k), y + j + REACH_Y);
    keep_sums(sums, j * SUMS_STRIDE + LEAD + VECTOR_AT(k) * VEC, CONVERT(uint, columns[k]));
    columns[k] -= SAMPLES_OF_ROW(VECTOR_AT(k), y + j - REACH_Y);
  }
}

// Clears the words before and behind the columns of each row.
INLINE void clear_ends(__local uint* sums) {
  for (int j = (int)get_local_id(0); j < ITEMS_Y; j += GROUP_WIDTH) {
    for (int i = 0; i < LEAD; ++i) sums[PLACE_OF(j * SUMS_STRIDE + i)] = 0;
    for (int i = LEAD + TILE_SAMPLES; i < SUMS_STRIDE; ++i) sums[PLACE_OF(j * SUMS_STRIDE + i)] = 0;
  }
}

// A task is a segment of a row.
#define TASKS (ITEMS_Y * SEGMENTS)
#define FIRST_PIXEL(task) ((task) % SEGMENTS * SEGMENT)
#define END_PIXEL(task) min(FIRST_PIXEL(task) + SEGMENT, NEEDED_PIXELS)
#define SUM_AT(task, pixel) ((task) / SEGMENTS * SUMS_STRIDE + LEAD + (pixel)*CHANNELS)

#if SEGMENTS > 1
INLINE void add_segments(int vectors, __local const uint* sums, __local uint* totals) {
  for (int task = (int)get_local_id(0); task < TASKS; task += GROUP_WIDTH) {
    uint total[CHANNELS];
    UNROLL for (int c = 0; c < CHANNELS; ++c) total[c] = 0;
    for (int p = FIRST_PIXEL(task); p < END_PIXEL(task); ++p)
      UNROLL for (int c = 0; c < CHANNELS; ++c) total[c] += sums[PLACE_OF(SUM_AT(task, p) + c)];
    UNROLL for (int c = 0; c < CHANNELS; ++c) totals[task * CHANNELS + c] = total[c];
  }
}

// Replaces each segment's total by the sum of all segments before it.
INLINE void run_segments(__local uint* totals) {
  for (int i = (int)get_local_id(0); i < ITEMS_Y * CHANNELS; i += GROUP_WIDTH) {
    __local uint* total = totals + i / CHANNELS * SEGMENTS * CHANNELS + i % CHANNELS;
    uint sum = 0;
    for (int s = 0; s < SEGMENTS; ++s) {
      const uint own = total[s * CHANNELS];
      total[s * CHANNELS] = sum;
      sum += own;
    }
  }
}
#endif

// Replaces sums down columns by sums from the row's start.
INLINE void run_rows(int vectors, __local uint* sums, __local const uint* totals) {
  for (int task = (int)get_local_id(0); task < TASKS; task += GROUP_WIDTH) {
    uint sum[CHANNELS];
    UNROLL for (int c = 0; c < CHANNELS; ++c) sum[c] = SEGMENTS > 1 ? totals[task * CHANNELS + c] : 0;
    for (int p = FIRST_PIXEL(task); p < END_PIXEL(task); ++p) UNROLL for (int c = 0; c < CHANNELS; ++c) {
        __local uint* place = sums + PLACE_OF(SUM_AT(task, p) + c);
        sum[c] += *place;
        *place = sum[c];
      }
  }
}

// The sums of the windows round VEC samples. `i` is the place of the first window's centre among the sums.
INLINE RESULT mean_of(__local const uint* sums, int i WINDOW_SHAPE PARAMETERS) {
  const VECTOR(uint) sum = load_sums(sums, i + REACH_X) - load_sums(sums, i - REACH_X - CHANNELS);
  const PIXEL pixels = TO_PIXEL(sum);
  RESULT result;
  finish(&pixels, &result PARAMETER_ARGS);
  return result;
}

__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_TILE;
  const int vectors = min(ITEMS_X, (min(GROUP_RESULTS, region.z - begin) + 2 * MARGIN + VEC - 1) / VEC);
  __local uint sums[PLACE_OF(ITEMS_Y * SUMS_STRIDE)];
  __local uint totals[TASKS * CHANNELS];
  clear_ends(sums);
  barrier(CLK_LOCAL_MEM_FENCE);
  COLUMN columns[ITEMS_X];
  begin_columns(IMAGE_ARGS, TILE_OF_GROUP_ARGS, vectors, top, columns);
  for (int y = top; y < bottom; y += ITEMS_Y) {
    run_columns(IMAGE_ARGS, TILE_OF_GROUP_ARGS, vectors, y, columns, sums);
    barrier(CLK_LOCAL_MEM_FENCE);
#if SEGMENTS > 1
    add_segments(vectors, sums, totals);
    barrier(CLK_LOCAL_MEM_FENCE);
    run_segments(totals);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    run_rows(vectors, sums, totals);
    barrier(CLK_LOCAL_MEM_FENCE);
    UNROLL_ROWS for (int j = 0; j < ITEMS_Y; ++j) for (int i = (int)get_local_id(0) * VEC; i < GROUP_RESULTS;
                                                       i += GROUP_WIDTH * VEC) {
      if (begin + i >= region.z || y + j >= bottom) break;
      const RESULT result = mean_of(sums, j * SUMS_STRIDE + LEAD + MARGIN + i WINDOW_SHAPE_ARGS PARAMETER_ARGS);
      store_results(IMAGE_ARGS, region, whole, begin + i, y + j, result, stream, OUTPUT_ARGS);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
#endif
