// How a block reads a row of its window. READ_ROW(x, y, dy) names row y + dy; READ(dx) is the pixel of that row dx to
// the right of x.

#define STAGE_DIRECT 0
#define STAGE_WINDOW 1
#define STAGE_LOCAL2 2  // the tile is filled by two loops, over rows and vectors
#define STAGE_LOCAL1 3  // the tile is filled by one loop, which divides its index
#define LOCAL (STAGING >= STAGE_LOCAL2)

#define EDGE_BRANCH 0
#define EDGE_CLAMP 1
#define EDGE_SPLIT 2
#define EDGE_SAMPLER 3
#define EDGE_PAD 4
// Whether all windows of `interior` can be read without checks. Its first and last blocks are then moved inside.
#define UNCHECKED (EDGES == EDGE_SPLIT || EDGES == EDGE_PAD)

#ifndef EDGES
#define EDGES (WORD_LOADS ? EDGE_BRANCH : EDGE_SPLIT)
#define STAGING STAGE_WINDOW
#define ITEMS_X 1
#define ITEMS_Y 2
#define GROUP_WIDTH 64
#define GROUP_HEIGHT 1
#define FRAME_GROUP 64
#define SIDE_BY_SIDE 1  // see border_path.cl
#define ROW_SUMS_LOCAL 0  // passes separated_local
#endif

#ifndef STRIP
#define STRIP 0  // passes separated_strip
#endif

#ifndef RUNNING
#define RUNNING 0  // passes running
#define CHORDED 0  // passes chords
#endif

#if ALIGNED && !WORD_LOADS
#define SPAN ((HALO + VEC - 1) / VEC)  // vectors on each side of the block's own, see launch.cpp

// Loads a row's whole vectors round the block into lanes that stay in registers.
INLINE void load_span(MEMORY row, ARITH *span) {
  UNROLL for (int k = -SPAN; k <= SPAN; ++k) {
    const PIXEL v = TO_PIXEL(LOAD(row + k * VEC));
    UNROLL for (int l = 0; l < VEC; ++l) span[(SPAN + k) * VEC + l] = ((const ARITH *)&v)[l];
  }
}

INLINE PIXEL collect(const ARITH *lanes) {
  PIXEL v;
  UNROLL for (int l = 0; l < VEC; ++l) ((ARITH *)&v)[l] = lanes[l];
  return v;
}
#endif

#define PLACE_ROW(first, row, dy) const int x_ = (first), y_ = (row) + (dy)

#if WORD_LOADS
#if ROW_SUMS_LOCAL  // a group loads rows of its tile, of a block or not
#define LOAD_ROW(x, y, dy, words) \
  load_words(IMAGE_ARGS, has_whole_words(height, loadable, x, (y) + (dy)), x, (y) + (dy), words)
#else
#define LOAD_ROW(x, y, dy, words)                                    \
  if (at_edge)                                                       \
    copy_words(edge_words + ((dy) + RADIUS_Y) * ROW_WORDS, words);   \
  else                                                               \
    load_words(IMAGE_ARGS, whole, x, (y) + (dy), words)
#endif
#define READ_ROW(x, y, dy) \
  uint words_[ROW_WORDS];  \
  LOAD_ROW(x, y, dy, words_)
#define READ(dx) collect(words_, (dx) * CHANNELS)
#elif LOCAL
#define READ_ROW(x, y, dy) \
  PLACE_ROW(x, y, dy);     \
  __local const SAMPLE *row_ = tile + (y_ - tile_origin.y) * TILE_WIDTH + x_ - tile_origin.x
#define READ(dx) TO_PIXEL(LOAD_LOCAL(SAMPLE, row_ + (dx) * CHANNELS))
#elif EDGES == EDGE_CLAMP || EDGES == EDGE_SAMPLER
#define READ_ROW PLACE_ROW
#define READ(dx) TO_PIXEL(read_samples(IMAGE_ARGS, x_ + (dx) * CHANNELS, y_))
#else
#if STORAGE != STORAGE_BUFFER
#define READ_ROW PLACE_ROW
#define READ(dx) TO_PIXEL(load_samples(SOURCE_ARGS, x_ + (dx) * CHANNELS, y_))
#else
// The pointer is made in this order, so that compilers compute the block's own address once.
#define POINT_ROW(x, y, dy)                      \
  PLACE_ROW(x, y, dy);                           \
  (void)y_; /* only READ_INSIDE asks for it */   \
  MEMORY row_ = src + (y) * stride + x_ + (dy) * stride
#if ALIGNED
#define READ_ROW(x, y, dy)           \
  POINT_ROW(x, y, dy);               \
  ARITH span_[(2 * SPAN + 1) * VEC]; \
  load_span(row_, span_)
#define READ(dx) collect(span_ + SPAN * VEC + (dx) * CHANNELS)
#else
#define READ_ROW POINT_ROW
#define READ(dx) TO_PIXEL(LOAD(row_ + (dx) * CHANNELS))
#endif
#endif
#endif

// Whether each lane is a read of its own. Compilers take minutes over many of them.
#define READS_LANES (!LOCAL && (EDGES == EDGE_CLAMP || STORAGE != STORAGE_BUFFER))

// Blocks whose windows may leave the image read a tile or a padded copy, or follow the border rule.
#if EDGES == EDGE_SPLIT || (EDGES == EDGE_BRANCH && !LOCAL)
#define READ_INSIDE(dx) ((PIXEL)1)
#else
#define READ_INSIDE(dx) inside_along_row(width, height, x_ + (dx) * CHANNELS, y_)
#endif
