// Linear stencils of rank-1 masks, whose tap at (x, y) is row[x] * column[y]. The sums along a window's rows come
// first, then their sum down the column. The list of taps has for each mask the KSIZE_X taps of its row and then the
// KSIZE_Y taps of its column.
//
// Every schedule of separated passes adds in this order, so that all of them give the same bits.

#define ROW_TAP(mask, kx) taps[(mask) * (KSIZE_X + KSIZE_Y) + (kx)]
#define COLUMN_TAP(mask, ky) taps[(mask) * (KSIZE_X + KSIZE_Y) + KSIZE_X + (ky)]

// This is a macro: compilers do not unroll a loop in a function whose number of rounds they learn by inlining.
#define CLEAR(sums, count) UNROLL for (int k_ = 0; k_ < (count); ++k_)(sums)[k_] = (PIXEL)0

// Whether tap k is the first of a sum of whole samples, which is 0 before it.
#if UNROLL_TAPS && (SRC_TYPE == U8 || SRC_TYPE == U16)
#define IS_FIRST(k) ((k) == 0)
#else
#define IS_FIRST(k) false
#endif

// Adds a tap's product with v to a sum. For floats the bits are those of a multiply-add. A product by 1 or -1 is only
// added, which CPUs do beside multiplications. The first product of a sum needs no addition where the tap is above 0: 0
// + product is the product, since whole samples make no -0.
INLINE PIXEL add_tap(COEFFICIENT tap, PIXEL v, PIXEL sum, bool first) {
#if (ARITH_TYPE == F32 || ARITH_TYPE == F16) && LITERAL
  if (first && tap > 0) return tap == 1 ? v : v * (PIXEL)tap;
  if (tap == 1) return sum + v;
  if (tap == -1) return sum - v;
#endif
  return MULTIPLY_ADD((PIXEL)tap, v, sum);
}

// Adds pixel v to the sums of its row. Taps of zero are skipped: they would turn an infinite pixel into NaN.
INLINE void add_pixel(PIXEL *row_sums, int kx, PIXEL v, bool first PARAMETERS) {
  UNROLL for (int mask = 0; mask < MASKS; ++mask) {
    const COEFFICIENT tap = ROW_TAP(mask, kx);
    if (tap != 0) row_sums[mask] = add_tap(tap, v, row_sums[mask], first);
  }
}

INLINE void add_row(PIXEL *sums, int ky, const PIXEL *row_sums, bool first PARAMETERS) {
  UNROLL for (int mask = 0; mask < MASKS; ++mask) {
    const COEFFICIENT tap = COLUMN_TAP(mask, ky);
    if (tap != 0) sums[mask] = add_tap(tap, row_sums[mask], sums[mask], first);
  }
}

#if STRIP
#define RING_ROWS (ITEMS_Y + 2 * RADIUS_Y)
#define STRIP_WIDTH (GROUP_WIDTH * ITEMS_X * VEC)
#define RING_WIDTH (STRIP_WIDTH + VEC)  // one vector more, so that rows lie in different sets of a cache

// PoCL 3.1 splits vload16() and vstore16() of shorts in private memory.
typedef PIXEL LoosePixel __attribute__((aligned(sizeof(ARITH))));
#define LOAD_PIXEL(p) (*(const LoosePixel *)(p))
#define STORE_PIXEL(v, p) (*(LoosePixel *)(p) = (v))

// Loads the row's sums, which strip.cl made before.
INLINE void sum_row(IMAGE TILE, int x, int y, int dy, PIXEL *sums PARAMETERS) {
  const int below = uppermost + dy + RADIUS_Y;
  const int row = below < RING_ROWS ? below : below - RING_ROWS;
  UNROLL for (int mask = 0; mask < MASKS; ++mask)
    sums[mask] = LOAD_PIXEL(ring + (mask * RING_ROWS + row) * RING_WIDTH);
}
#else
#define ADD_PIXELS(sums) \
  UNROLL_IF_SMALL for (int kx = 0; kx < KSIZE_X; ++kx) add_pixel(sums, kx, READ(kx - RADIUS_X), IS_FIRST(kx) PARAMETER_ARGS)

// The sums along the row of VEC windows round (x, y + dy).
INLINE void sum_pixels(IMAGE TILE, int x, int y, int dy, PIXEL *sums PARAMETERS) {
  CLEAR(sums, MASKS);
  READ_ROW(x, y, dy);
  ADD_PIXELS(sums);
}

#if WORD_LOADS
// The same sums for a row that is loaded already.
INLINE void sum_words(const uint *words_, PIXEL *sums PARAMETERS) {
  CLEAR(sums, MASKS);
  ADD_PIXELS(sums);
}
#endif

#if ROW_SUMS_LOCAL
#if WORD_LOADS && BORDER != CONSTANT
// Sums a tile whose rows' words all lie in memory. Each row is loaded while the one before is summed.
INLINE void sum_inside(IMAGE TILE, int rows PARAMETERS) {
  UNROLL for (int i = 0; i < ITEMS_X; ++i) {
    const int column = ((int)get_local_id(0) + i * GROUP_WIDTH) * VEC;
    MEMORY place = src + tile_origin.x + HALO + column;
    int row = (int)get_local_id(1);
    uint words[ROW_WORDS], ahead[ROW_WORDS];
    load_words_from(place + border_index(tile_origin.y + row, height) * stride, ahead);
    _Pragma("unroll 1") for (; row < rows; row += GROUP_HEIGHT) {
      UNROLL for (int k = 0; k < ROW_WORDS; ++k) words[k] = ahead[k];
      load_words_from(place + border_index(tile_origin.y + min(row + GROUP_HEIGHT, rows - 1), height) * stride, ahead);
      PIXEL sums[MASKS];
      sum_words(words, sums PARAMETER_ARGS);
      UNROLL for (int mask = 0; mask < MASKS; ++mask) store_sums(sums[mask], row_sums, mask, row, column);
    }
  }
}
#endif

// Makes the sums along each row of the tile, for the columns of the group's blocks. `end` is the sample and the row
// behind the last ones.
void fill_row_sums(IMAGE TILE, const int2 end PARAMETERS) {
  const int columns = min(ROW_SUMS_WIDTH, end.x - tile_origin.x - HALO), rows = min(TILE_ROWS, end.y - tile_origin.y);
#if WORD_LOADS && BORDER != CONSTANT
  if (tile_origin.x + HALO >= loadable.x && tile_origin.x + HALO + ROW_SUMS_WIDTH <= loadable.z) {
    sum_inside(IMAGE_ARGS TILE_ARGS, rows PARAMETER_ARGS);
    return;
  }
#endif
  for (int row = (int)get_local_id(1); row < rows; row += GROUP_HEIGHT)
    for (int column = (int)get_local_id(0) * VEC; column < columns; column += GROUP_WIDTH * VEC) {
      PIXEL sums[MASKS];
      sum_pixels(IMAGE_ARGS TILE_ARGS, tile_origin.x + HALO + column, tile_origin.y, row, sums PARAMETER_ARGS);
      UNROLL for (int mask = 0; mask < MASKS; ++mask) store_sums(sums[mask], row_sums, mask, row, column);
    }
}

INLINE void sum_row(IMAGE TILE, int x, int y, int dy, PIXEL *sums PARAMETERS) {
  UNROLL for (int mask = 0; mask < MASKS; ++mask)
    sums[mask] = load_sums(row_sums, mask, y + dy - tile_origin.y, x - tile_origin.x - HALO);
}
#else
#define sum_row sum_pixels
#endif
#endif

// The outputs of VEC samples at (x, y) and the ITEMS_Y - 1 rows below. Each row's sums are made once and added to all
// outputs whose windows hold the row.
INLINE void block_results(IMAGE TILE, int x, int y, RESULT *results PARAMETERS) {
  PIXEL sums[ITEMS_Y * MASKS];
  UNROLL for (int k = 0; k < ITEMS_Y * MASKS; ++k) sums[k] = (PIXEL)FIRST_SUM;
  UNROLL_IF_SMALL for (int row = 0; row < ITEMS_Y + KSIZE_Y - 1; ++row) {
    PIXEL along[MASKS];
    sum_row(IMAGE_ARGS TILE_ARGS, x, y, row - RADIUS_Y, along PARAMETER_ARGS);
    UNROLL for (int j = 0; j < ITEMS_Y; ++j)
      if (row >= j && row < j + KSIZE_Y) add_row(sums + j * MASKS, row - j, along, IS_FIRST(row - j) PARAMETER_ARGS);
  }
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) finish(sums + j * MASKS, results + j * OUTPUTS PARAMETER_ARGS);
}

#if !WORD_LOADS
// The outputs of VEC samples anywhere in the image.
void lane_results(IMAGE, const Lanes *lanes, RESULT *results PARAMETERS) {
  PIXEL sums[MASKS];
  CLEAR(sums, MASKS);
  BEGIN_BORDER_WINDOW(lanes);
  UNROLL_BORDER for (int ky = 0; ky < KSIZE_Y; ++ky) {
    PIXEL row_sums[MASKS];
    CLEAR(row_sums, MASKS);
    READ_BORDER_ROW(lanes, ky - RADIUS_Y);
    UNROLL_ROW for (int kx = 0; kx < KSIZE_X; ++kx)
      add_pixel(row_sums, kx, READ_BORDER(lanes, kx - RADIUS_X), false PARAMETER_ARGS);
    add_row(sums, ky, row_sums, false PARAMETER_ARGS);
  }
  finish(sums, results PARAMETER_ARGS);
}
#endif
