// Linear stencils: sums of taps times pixels, all masks at once. The list of taps has the masks one after the other,
// each row by row. Each output adds its taps row by row from the top left. Every schedule of this skeleton does so, so
// that all give the same bits.

// Adds pixel v to the sums of all masks, times their taps (kx, ky). Taps of zero are skipped: they would turn an
// infinite pixel into NaN.
INLINE void add_pixel(PIXEL *sums, int kx, int ky, PIXEL v PARAMETERS) {
  UNROLL for (int mask = 0; mask < MASKS; ++mask) {
    const COEFFICIENT tap = taps[(mask * KSIZE_Y + ky) * KSIZE_X + kx];
    if (tap != 0) sums[mask] = MULTIPLY_ADD((PIXEL)tap, v, sums[mask]);
  }
}

// The outputs of VEC samples at (x, y) and the ITEMS_Y - 1 rows below.
INLINE void block_results(IMAGE TILE, int x, int y, RESULT *results PARAMETERS) {
  PIXEL sums[ITEMS_Y * MASKS];
  UNROLL for (int k = 0; k < ITEMS_Y * MASKS; ++k) sums[k] = (PIXEL)FIRST_SUM;
#if STAGING != STAGE_DIRECT
  UNROLL_IF_SMALL for (int row = 0; row < ITEMS_Y + KSIZE_Y - 1; ++row) {
    READ_ROW(x, y, row - RADIUS_Y);
    UNROLL_IF_SMALL for (int kx = 0; kx < KSIZE_X; ++kx) {
      const PIXEL v = READ(kx - RADIUS_X);
      UNROLL for (int j = 0; j < ITEMS_Y; ++j)
        if (row >= j && row < j + KSIZE_Y) add_pixel(sums + j * MASKS, kx, row - j, v PARAMETER_ARGS);
    }
  }
#else
  UNROLL for (int j = 0; j < ITEMS_Y; ++j)
    UNROLL_IF_SMALL for (int ky = 0; ky < KSIZE_Y; ++ky) {
      READ_ROW(x, y, j + ky - RADIUS_Y);
      UNROLL_IF_SMALL for (int kx = 0; kx < KSIZE_X; ++kx)
        add_pixel(sums + j * MASKS, kx, ky, READ(kx - RADIUS_X) PARAMETER_ARGS);
    }
#endif
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) finish(sums + j * MASKS, results + j * OUTPUTS PARAMETER_ARGS);
}

#if !WORD_LOADS
// The outputs of VEC samples anywhere in the image.
void lane_results(IMAGE, const Lanes *lanes, RESULT *results PARAMETERS) {
  PIXEL sums[MASKS];
  UNROLL for (int mask = 0; mask < MASKS; ++mask) sums[mask] = (PIXEL)0;
  BEGIN_BORDER_WINDOW(lanes);
  UNROLL_BORDER for (int ky = 0; ky < KSIZE_Y; ++ky) {
    READ_BORDER_ROW(lanes, ky - RADIUS_Y);
    UNROLL_ROW for (int kx = 0; kx < KSIZE_X; ++kx)
      add_pixel(sums, kx, ky, READ_BORDER(lanes, kx - RADIUS_X) PARAMETER_ARGS);
  }
  finish(sums, results PARAMETER_ARGS);
}
#endif
