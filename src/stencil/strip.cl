// Passes `separated_strip`, for CPUs: one work-item computes the block of a whole group, a strip of the image. It goes
// down the rows that the strip's windows hold, puts each with its border into private memory, where a sample is
// converted once and not for every tap, sums along it, and keeps the sums of a window's last rows in a ring, to be
// added down the columns. Row and ring stay in a core's nearest caches.

#if STRIP

#define CACHE_LINE __attribute__((aligned(64)))

// Samples one by one are few, and code for vectors of them much.
#define KEEP_LOOP _Pragma("clang loop vectorize(disable) interleave(disable) unroll(disable)")

// Samples `begin` to before `end` of the line that begins at sample x of row y.
void fill_by_border_rule(IMAGE, ARITH *line, int begin, int end, int x, int y) {
  KEEP_LOOP for (int i = begin; i < end; ++i) line[i] = TO_ARITH(read_sample(IMAGE_ARGS, x + i, y));
}

// All of its samples. The last vector that lies in the image is moved inside.
INLINE void fill_line(IMAGE, ARITH *line, int length, int x, int y) {
  const int row = border_index(y, height);
  int begin = clamp(-x, 0, length), end = clamp(width * CHANNELS - x, begin, length);
  if (row < 0 || end - begin < VEC) begin = end = length;
  fill_by_border_rule(IMAGE_ARGS, line, 0, begin, x, y);
  for (int i = begin; i < end; i += VEC) {
    const int place = min(i, end - VEC);
    STORE_PIXEL(TO_PIXEL(load_samples(SOURCE_ARGS, x + place, row)), line + place);
  }
  fill_by_border_rule(IMAGE_ARGS, line, end, length, x, y);
}

// Has samples of a row on their way before they are read or written: a strip leaves each row after a few cache lines,
// so that no processor foresees the next ones.
#define ROWS_AHEAD (2 * ITEMS_Y)  // tried on an EPYC alone
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

// Stores past the caches want no lines there.
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

// Puts the sums along the line into a row of the ring.
INLINE void sum_line(const ARITH *line, ARITH *ring, int length PARAMETERS) {
  for (int i = 0; i < length; i += VEC) {
    const int place = min(i, length - VEC);
    PIXEL sums[MASKS];
    CLEAR(sums, MASKS);
    UNROLL_IF_SMALL for (int kx = 0; kx < KSIZE_X; ++kx)
        add_pixel(sums, kx, LOAD_PIXEL(line + place + kx * CHANNELS) PARAMETER_ARGS);
    UNROLL for (int mask = 0; mask < MASKS; ++mask)
        STORE_PIXEL(sums[mask], ring + mask * RING_ROWS * STRIP_WIDTH + place);
  }
}

// Stores a strip that is narrower than a vector. Its results are a copy: others stay in registers.
INLINE void store_narrow(IMAGE, const int4 region, int x, int y, const RESULT *results, OUTPUT_PARAMETERS) {
  RESULT copies[ITEMS_Y * OUTPUTS];
  UNROLL for (int k = 0; k < ITEMS_Y * OUTPUTS; ++k) copies[k] = results[k];
  store_inside(IMAGE_ARGS, region, false, x, y, copies, OUTPUT_ARGS);
}

__kernel __attribute__((reqd_work_group_size(1, 1, 1))) void block(KERNEL_PARAMETERS) {
  OPEN_INPUT;
  OPEN_OUTPUTS;
  CACHE_LINE ARITH line[STRIP_WIDTH + 2 * HALO];
  CACHE_LINE ARITH sums[MASKS * RING_ROWS * STRIP_WIDTH];
  // The launch has as many strips below each other as it wants; all are of the same number of steps.
  const int strips = (int)get_global_size(1), steps = (region.w - region.y + ITEMS_Y - 1) / ITEMS_Y;
  const int strip_height = (steps + strips - 1) / strips * ITEMS_Y;
  const int x = region.x + (int)get_global_id(0) * STRIP_WIDTH, y = region.y + (int)get_global_id(1) * strip_height;
  const int end = min(y + strip_height, region.w);
  const int length = max(min(STRIP_WIDTH, region.z - x), VEC);
  int next = y - RADIUS_Y, uppermost = 0;  // the row to be summed, and where in the ring: in place of the uppermost
  for (int row = y; row < end; row += ITEMS_Y) {
    for (; next < row + ITEMS_Y + RADIUS_Y; ++next) {
      fill_line(IMAGE_ARGS, line, length + 2 * HALO, x - HALO, next);
      if (next + ROWS_AHEAD < end + RADIUS_Y)
        prefetch_line(IMAGE_ARGS, length + 2 * HALO, x - HALO, next + ROWS_AHEAD);
      sum_line(line, sums + uppermost * STRIP_WIDTH, length PARAMETER_ARGS);
      uppermost = uppermost + 1 < RING_ROWS ? uppermost + 1 : 0;
    }
    prefetch_block(min(STRIP_WIDTH, region.z - x), x, row + ITEMS_Y, end, OUTPUT_ARGS);
    for (int i = 0; i < length; i += VEC) {
      const int place = min(i, length - VEC);
      const ARITH *ring = sums + place;
      RESULT results[ITEMS_Y * OUTPUTS];
      block_results(IMAGE_ARGS TILE_ARGS, x + place, row, results PARAMETER_ARGS);
      if (region.z - x >= VEC)
        store_block(IMAGE_ARGS, x + place, row, min(end - row, ITEMS_Y), results, OUTPUT_ARGS);
      else
        store_narrow(IMAGE_ARGS, region, x, row, results, OUTPUT_ARGS);
    }
  }
}

#endif
