// Linear stencils of any masks. The taps, their places, scale and delta are arguments, so that one program serves every
// mask. RADIUS_X and RADIUS_Y belong to the largest mask; `reach` is the reach of the windows, in samples and rows.
//
// The list of taps has the order of linear.cl, row by row from the top left. Places where no mask has a tap are left
// out.
#if GENERAL

// Adds a pixel to the sums of all masks, each times its tap.
INLINE void add_tap(PIXEL *sums, __constant Tap *tap, const PIXEL *v, int stride) {
  UNROLL for (int mask = 0; mask < MASKS; ++mask) {
    const COEFFICIENT value = (COEFFICIENT)tap->values[mask];
    if (MASKS == 1 || value != 0) sums[mask] = MULTIPLY_ADD((PIXEL)value, v[mask * stride], sums[mask]);
  }
}

INLINE void clear_sums(PIXEL *sums, int count) {
  UNROLL for (int k = 0; k < count; ++k) sums[k] = (PIXEL)0;
}

#if STRIPS
// For masks that are a row times a column, an item computes a strip of STRIP_ROWS rows. It makes the sums along each
// row that its windows reach once, keeps them, and then adds them down the columns. The list has the row's taps and
// then the column's, in the order of separated.cl.
#define KEPT_ROWS (STRIP_ROWS + 2 * RADIUS_Y + 2 * ITEMS_Y)

// Sums ITEMS_Y rows at once, so that their sums do not wait for each other. Rows after `last` repeat it.
INLINE void sum_whole_rows(IMAGE, int x, int y, int last, PIXEL *kept PARAMETERS) {
  PIXEL sums[ITEMS_Y * MASKS];
  clear_sums(sums, ITEMS_Y * MASKS);
  MEMORY rows[ITEMS_Y];
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) rows[j] = src + border_index(min(y + j, last), height) * stride + x;
  _Pragma("unroll 1") for (int t = 0; t < tap_counts.x; ++t) UNROLL for (int j = 0; j < ITEMS_Y; ++j) {
    const PIXEL v = TO_PIXEL(LOAD(rows[j] + taps[t].dx * CHANNELS));
    add_tap(sums + j * MASKS, taps + t, &v, 0);
  }
  UNROLL for (int k = 0; k < ITEMS_Y * MASKS; ++k) kept[k] = sums[k];
}

// Sums along a row whose windows may leave the image.
INLINE void sum_border_row(IMAGE, int x, int y, PIXEL *kept PARAMETERS) {
  LANE samples[VEC + 2 * HALO];
  read_span(IMAGE_ARGS, x, y, samples);
  PIXEL sums[MASKS];
  clear_sums(sums, MASKS);
  _Pragma("unroll 1") for (int t = 0; t < tap_counts.x; ++t) {
    const PIXEL v = TO_PIXEL(LOAD_PLAIN(samples + reach.x + taps[t].dx * CHANNELS));
    add_tap(sums, taps + t, &v, 0);
  }
  UNROLL for (int mask = 0; mask < MASKS; ++mask) kept[mask] = sums[mask];
}

// Keeps the sums along the rows that the windows of rows y to before `end` reach. Later rows repeat the last one.
INLINE void sum_rows(IMAGE, int x, int y, int end, PIXEL *kept PARAMETERS) {
  const bool inside = columns_inside(width, x WINDOW_SHAPE_ARGS);
  const int last = end - 1 + reach.y;
  _Pragma("unroll 1") for (int r = 0; r < end - y + 2 * reach.y + ITEMS_Y - 1; r += ITEMS_Y) {
    const int top = y - reach.y + r;
    if (inside && (BORDER != CONSTANT || (top >= 0 && top + ITEMS_Y <= height)))
      sum_whole_rows(IMAGE_ARGS, x, top, last, kept + r * MASKS PARAMETER_ARGS);
    else
      _Pragma("unroll 1") for (int j = 0; j < ITEMS_Y; ++j)
          sum_border_row(IMAGE_ARGS, x, min(top + j, last), kept + (r + j) * MASKS PARAMETER_ARGS);
  }
}

// The outputs of ITEMS_Y rows. `kept` points to the first sums that they add.
INLINE void add_rows(const PIXEL *kept, RESULT *results WINDOW_SHAPE PARAMETERS) {
  PIXEL sums[ITEMS_Y * MASKS];
  clear_sums(sums, ITEMS_Y * MASKS);
  __constant Tap *column = taps + tap_counts.x;
  _Pragma("unroll 1") for (int t = 0; t < tap_counts.y; ++t) UNROLL for (int j = 0; j < ITEMS_Y; ++j)
      add_tap(sums + j * MASKS, column + t, kept + (reach.y + column[t].dy + j) * MASKS, 1);
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) finish(sums + j * MASKS, results + j * OUTPUTS PARAMETER_ARGS);
}

#else

// The outputs of VEC samples at (x, y) and the ITEMS_Y - 1 rows below.
INLINE void block_results(IMAGE TILE, int x, int y, RESULT *results PARAMETERS) {
  PIXEL sums[ITEMS_Y * MASKS];
  clear_sums(sums, ITEMS_Y * MASKS);
  MEMORY first = src + y * stride + x;
  _Pragma("unroll 1") for (int t = 0; t < tap_counts.x; ++t) {
    MEMORY place = first + (taps[t].dy * stride + taps[t].dx * CHANNELS);
    UNROLL for (int j = 0; j < ITEMS_Y; ++j) {
      const PIXEL v = TO_PIXEL(LOAD(place + j * stride));
      add_tap(sums + j * MASKS, taps + t, &v, 0);
    }
  }
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) finish(sums + j * MASKS, results + j * OUTPUTS PARAMETER_ARGS);
}

// The outputs of VEC samples side by side anywhere in the image.
void lane_results(IMAGE, const Lanes *lanes, RESULT *results PARAMETERS) {
  PIXEL sums[MASKS];
  clear_sums(sums, MASKS);
  ListedRow of;
  begin_rows(IMAGE_ARGS, lanes, &of);
  _Pragma("unroll 1") for (int t = 0; t < tap_counts.x; ++t) {
    const PIXEL v = read_place(IMAGE_ARGS, lanes, taps[t].dx, taps[t].dy, &of);
    add_tap(sums, taps + t, &v, 0);
  }
  finish(sums, results PARAMETER_ARGS);
}

#endif
#endif
