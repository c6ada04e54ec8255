// Strips of the image that a work-item computes with histograms or sets that it moves. A strip is VEC * ITEMS_X pixels
// wide and ITEMS_Y windows high, or ITEMS_Y times 16 rows where that is more. Its windows read SPAN_PIXELS of each row.

#if GENERAL
#define RANK rank
#elif !defined(RANK)
#define RANK (KSIZE_X * KSIZE_Y / 2)
#endif

#define STRIP_PIXELS (VEC * ITEMS_X)
#define STRIP_SAMPLES (STRIP_PIXELS * CHANNELS)
#define ROWS_OF_STRIP(window_rows) (ITEMS_Y * ((window_rows) > 16 ? (window_rows) : 16))
#define STRIP_ROWS ROWS_OF_STRIP(WINDOW_ROWS)
#define SPAN_PIXELS (STRIP_PIXELS + WINDOW_COLUMNS - 1)
#define SPAN_SAMPLES (SPAN_PIXELS * CHANNELS)

// The span of the largest window, which limits what a strip keeps.
#define MOST_SPAN_PIXELS (STRIP_PIXELS + KSIZE_X - 1)
#define MOST_SPAN_SAMPLES (MOST_SPAN_PIXELS * CHANNELS)

// `count` samples of row y from sample x on, by the border rule.
INLINE void read_line(IMAGE, int x, int y, int count, ARITH *line) {
  const int row = border_index(y, height);
  if (row >= 0 && x >= 0 && x + count <= width * CHANNELS)
    for (int i = 0; i < count; ++i) line[i] = (ARITH)load_sample(SOURCE_ARGS, x + i, row);
  else
    for (int i = 0; i < count; ++i) line[i] = (ARITH)read_sample(IMAGE_ARGS, x + i, y);
}

INLINE void store_line(IMAGE, const int4 region, int x, int y, const ARITH *results, OUTPUT_PARAMETERS) {
  for (int i = 0; i < STRIP_SAMPLES && x + i < region.z; i += VEC) {
    const RESULT result = TO_RESULT(LOAD_PLAIN(results + i));
    if (x + i + VEC <= region.z) {
      STORE(stored(SOURCE_ARGS, x + i, y, result BESIDE_ARGS), dst0 + (offset0 + y * stride0 + x + i), false);
    } else {
      const Lanes lanes = lanes_along_row(x + i, x + i, region.z, y);
      store_lanes(IMAGE_ARGS, &lanes, &result, OUTPUT_ARGS);
    }
  }
}
