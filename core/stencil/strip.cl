// Passes `separated_strip`, for CPUs: one work-item computes the block of a whole group, a strip of the image. It goes
// down the rows that the strip's windows hold. It puts each row with its border into private memory, so that a sample
// is converted once and not for every tap, and sums along it (see strip_lines.cl). A ring keeps the sums of a window's
// last rows, which are then added down the columns. Row and ring stay in a core's nearest caches. The rows may be made
// by another filter (see producer_lines.cl).

#if STRIP

// Prefetches samples before they are read or written. A strip leaves each row after a few cache lines, so no processor
// foresees the next ones.
#define ROWS_AHEAD 16  // measured on an EPYC only
#ifdef PREFETCH_GLOBAL
#define PREFETCH_ROW(prefetch, type, row, length)                        \
  for (int byte = 0; byte < (length) * (int)sizeof(type); byte += 64) \
    prefetch((__global const char *)(row) + byte)
#else
#define PREFETCH_ROW(prefetch, type, row, length) (void)(row), (void)(length)
#endif

INLINE void prefetch_line(IMAGE, int length, int x, int y) {
  const int begin = max(x, 0), end = min(x + length, width * CHANNELS);
  PREFETCH_ROW(PREFETCH_GLOBAL, SRC, src + clamp(y, 0, height - 1) * stride + begin, end - begin);
}

// Stores past the caches need no prefetch.
INLINE void prefetch_block(int length, int x, int y, int end, OUTPUT_PARAMETERS) {
#if !STREAM
  for (int j = 0; j < ITEMS_Y && y + j < end; ++j) {
    PREFETCH_ROW(PREFETCH_TO_WRITE, DST, dst0 + (offset0 + (y + j) * stride0 + x), length);
#if OUTPUTS == 2
    PREFETCH_ROW(PREFETCH_TO_WRITE, DST, dst1 + (offset1 + (y + j) * stride1 + x), length);
#endif
  }
#endif
}

// Stores a strip that is narrower than a vector, from a copy of the results: so other results stay in registers.
INLINE void store_narrow(IMAGE, const int4 region, int x, int y, const RESULT *results, OUTPUT_PARAMETERS) {
  RESULT copies[ITEMS_Y * OUTPUTS];
  UNROLL for (int k = 0; k < ITEMS_Y * OUTPUTS; ++k) copies[k] = results[k];
  store_inside(IMAGE_ARGS, region, false, x, y, copies, OUTPUT_ARGS);
}

// Stores the results of a step's rows, from the ring's sums. `place` is their first sample in the strip.
INLINE void put_results(IMAGE, const int4 region, const ARITH *sums, int uppermost, int x, int place, int row,
                        int rows PARAMETERS, OUTPUT_PARAMETERS) {
  const ARITH *ring = sums + place;
  RESULT results[ITEMS_Y * OUTPUTS];
  block_results(IMAGE_ARGS TILE_ARGS, x + place, row, results PARAMETER_ARGS);
  if (region.z - x >= VEC)
    store_block(IMAGE_ARGS, x + place, row, rows, results, OUTPUT_ARGS);
  else
    store_narrow(IMAGE_ARGS, region, x, row, results, OUTPUT_ARGS);
}

#if PRODUCED
#define NEXT_LINE(y) produce_line(IMAGE_ARGS, &rows_taken, line, length, x, y)
#else
#define NEXT_LINE(y) fill_line(IMAGE_ARGS, line, length, x, y)
#endif

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void block(KERNEL_PARAMETERS) {
  OPEN_INPUT;
  OPEN_OUTPUTS;
  CACHE_LINE ARITH line[STRIP_WIDTH + 2 * MARGIN];
  CACHE_LINE ARITH sums[MASKS * RING_ROWS * RING_WIDTH];
  // The launch chooses how many strips lie below each other; all have the same number of steps.
  const int strips = (int)get_global_size(1), steps = (region.w - region.y + ITEMS_Y - 1) / ITEMS_Y;
  const int strip_height = (steps + strips - 1) / strips * ITEMS_Y;
  const int x = region.x + (int)get_global_id(0) * STRIP_WIDTH, y = region.y + (int)get_global_id(1) * strip_height;
  const int end = min(y + strip_height, region.w);
  const int length = max(min(STRIP_WIDTH, region.z - x), VEC);
  int next = y - RADIUS_Y, uppermost = 0;  // the next row, and the ring's row that it replaces
#if PRODUCED
  CACHE_LINE PRODUCER_LANE taken[PRODUCER_HEIGHT * TAKEN_WIDTH];
  TakenRows rows_taken = {taken, max(next, 0) - PRODUCER_RADIUS_Y, 0};
#endif
  for (int row = y; row < end; row += ITEMS_Y) {
    const int last = row + ITEMS_Y - 1 + RADIUS_Y;
    for (; next <= last; ++next) {
      NEXT_LINE(next);
      if (next + ROWS_AHEAD < end + RADIUS_Y)
        prefetch_line(IMAGE_ARGS, length + 2 * HALO, x - HALO, next + ROWS_AHEAD);
      ARITH *to = sums + uppermost * RING_WIDTH;
      uppermost = uppermost + 1 < RING_ROWS ? uppermost + 1 : 0;
      if (next < last) sum_line(line, to, length PARAMETER_ARGS);
    }
    prefetch_block(min(STRIP_WIDTH, region.z - x), x, row + LARGER(ITEMS_Y, ROWS_AHEAD / 2), end, OUTPUT_ARGS);
    // The last row is summed while the results are made: they need its sums at once.
    ARITH *to = sums + (uppermost > 0 ? uppermost - 1 : RING_ROWS - 1) * RING_WIDTH;
    OPEN_LINE(near, line);
    int i = 0;
    if (row + ITEMS_Y <= end && region.z - x >= VEC)
      for (; i + VEC <= length; i += VEC) {
        sum_vector(line, near, to, i PARAMETER_ARGS);
        put_results(IMAGE_ARGS, region, sums, uppermost, x, i, row, ITEMS_Y PARAMETER_ARGS, OUTPUT_ARGS);
      }
    for (; i < length; i += VEC) {
      sum_vector(line, near, to, i PARAMETER_ARGS);
      put_results(IMAGE_ARGS, region, sums, uppermost, x, min(i, length - VEC), row, min(end - row, ITEMS_Y) PARAMETER_ARGS,
                  OUTPUT_ARGS);
    }
  }
}

#endif
