// How a block reads a row of its window: READ_ROW(x, y, dy) names row y + dy, READ(dx) is its pixel dx to the right
// of x.

#define STAGE_DIRECT 0
#define STAGE_WINDOW 1
#define STAGE_LOCAL2 2  // the tile is filled by two loops, over rows and vectors
#define STAGE_LOCAL1 3  // by one, which divides its index
#define LOCAL (STAGING >= STAGE_LOCAL2)

#define EDGE_BRANCH 0
#define EDGE_CLAMP 1
#define EDGE_SPLIT 2
#define EDGE_SAMPLER 3
#define EDGE_PAD 4
// All windows of `interior` can be read, and its first and last blocks are moved inside.
#define UNCHECKED (EDGES == EDGE_SPLIT || EDGES == EDGE_PAD)

#ifndef EDGES
#define EDGES (PACKED ? EDGE_BRANCH : EDGE_SPLIT)
#define STAGING STAGE_WINDOW
#define ITEMS_X 1
#define ITEMS_Y 2
#define GROUP_WIDTH 64
#define GROUP_HEIGHT 1
#define FRAME_GROUP 64
#define SIDE_BY_SIDE 1  // see border_path.cl
#define ROW_SUMS_LOCAL 0  // passes separated_local
#define FAST_FMA 1  // fma() is an instruction
#endif

#if ALIGNED && !PACKED
#define SPAN ((HALO + VEC - 1) / VEC)  // vectors on each side of the block's own, see interior.cpp

// A row's whole vectors round the block, taken apart into lanes that stay in registers.
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

#if PACKED
// A row is loaded as words: those of the block and SIDE on each side of it. Words that leave the image are put together by
// the border rule, so that blocks at the edges are computed like others.
#define SIDE ((HALO + SAMPLES_PER_WORD - 1) / SAMPLES_PER_WORD)
#define ROW_WORDS (WORDS_OF_BLOCK + 2 * SIDE)

// Word i of the block at sample x of row y, by the border rule. What no window of the block reads may lie further outside
// than border rules reach.
INLINE uint border_word(IMAGE, int x, int y, int i) {
  uint word = 0;
  UNROLL for (int l = 0; l < SAMPLES_PER_WORD; ++l) {
    const int k = (i - SIDE) * SAMPLES_PER_WORD + l;
    if (k >= -HALO && k < VEC + HALO)
      word |= (uint)read_sample(IMAGE_ARGS, x + k, y) << (l * (32 / SAMPLES_PER_WORD));
  }
  return word;
}

// All words lie in the rows' memory, the block's own at multiples of the vector's size.
INLINE void load_whole_words(SOURCE, int x, int row, uint *words) {
  __global const uint *place = (__global const uint *)(src + row * stride + x);
  const WORDS block = *(__global const WORDS *)place;
  UNROLL for (int i = 0; i < SIDE; ++i) words[i] = place[i - SIDE];
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i) words[SIDE + i] = ((const uint *)&block)[i];
  UNROLL for (int i = WORDS_OF_BLOCK; i < WORDS_OF_BLOCK + SIDE; ++i) words[SIDE + i] = place[i];
}

#if ROW_WORDS <= 6
#define EDGE_FUNCTION INLINE
#define UNROLL_WORDS UNROLL
#else  // too much code, whose registers a call keeps from the blocks inside
#define EDGE_FUNCTION __attribute__((noinline))
#define UNROLL_WORDS _Pragma("unroll 1")
#endif

// Words in the image are loaded where they lie at multiples of their size, all at once; the others are made by samples.
EDGE_FUNCTION void load_words_at_edge(IMAGE, int x, int y, uint *words) {
  const int row = border_index(y, height), end = width * CHANNELS - SAMPLES_PER_WORD;
  const bool aligned = (((size_t)src | (size_t)stride * sizeof(SRC)) & 3) == 0 && row >= 0 && end >= 0;
  UNROLL_WORDS for (int i = 0; i < ROW_WORDS; ++i) {
    const int place = clamp(x + (i - SIDE) * SAMPLES_PER_WORD, 0, end);
    words[i] = aligned ? *(__global const uint *)(src + row * stride + place / SAMPLES_PER_WORD * SAMPLES_PER_WORD) : 0;
  }
  UNROLL_WORDS for (int i = 0; i < ROW_WORDS; ++i) {
    const int place = x + (i - SIDE) * SAMPLES_PER_WORD;
    if (!aligned || place < 0 || place > end) words[i] = border_word(IMAGE_ARGS, x, y, i);
  }
}

INLINE void load_words(IMAGE, bool whole, int x, int y, uint *words) {
  if (whole)
    load_whole_words(SOURCE_ARGS, x, border_index(y, height), words);
  else
    load_words_at_edge(IMAGE_ARGS, x, y, words);
}

// The pair whose low lane is sample k of the row's words: of u8 samples k and k + 2, of u16 k and k + 1.
INLINE uint pair_at(const uint *words, int k) {
#if SRC_TYPE == U16
  return k % 2 == 0 ? words[k / 2] : pair_across(words[k / 2], words[k / 2 + 1]);
#else
  const uint *word = words + k / 4;
  return k % 4 == 0   ? even_pair(word[0])
         : k % 4 == 1 ? odd_pair(word[0])
         : k % 4 == 2 ? pair_across(even_pair(word[0]), even_pair(word[1]))
                      : pair_across(odd_pair(word[0]), odd_pair(word[1]));
#endif
}

// The pixels `shift` samples to the right of the block's.
INLINE PIXEL collect(const uint *words, int shift) {
  PIXEL pairs;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i) {
    const int k = (SIDE + i) * SAMPLES_PER_WORD + shift;
    ELEMENT(pairs, i) = pair_at(words, k);
    if (SRC_TYPE == U8) ELEMENT(pairs, WORDS_OF_BLOCK + i) = pair_at(words, k + 1);
  }
  return pairs;
}
#endif

#define PLACE_ROW(first, row, dy) const int x_ = (first), y_ = (row) + (dy)

#if PACKED
#define READ_ROW(x, y, dy) \
  uint words_[ROW_WORDS];  \
  load_words(IMAGE_ARGS, whole, x, (y) + (dy), words_)
#define READ(dx) collect(words_, (dx) * CHANNELS)
#elif LOCAL
#define READ_ROW(x, y, dy) \
  PLACE_ROW(x, y, dy);     \
  __local const SAMPLE *row_ = tile + (y_ - tile_origin.y) * TILE_WIDTH + x_ - tile_origin.x
#define READ(dx) TO_PIXEL(LOAD_PLAIN(row_ + (dx) * CHANNELS))
#elif EDGES == EDGE_CLAMP || EDGES == EDGE_SAMPLER
#define READ_ROW PLACE_ROW
#define READ(dx) read_samples(IMAGE_ARGS, x_ + (dx) * CHANNELS, y_)
#else
#if STORAGE != STORAGE_BUFFER
#define READ_ROW PLACE_ROW
#define READ(dx) TO_PIXEL(load_samples(SOURCE_ARGS, x_ + (dx) * CHANNELS, y_))
#else
// In this order the block's own address is made once.
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

// Whether each lane is a read of its own: compilers take minutes over many of them.
#define READS_LANES (!LOCAL && (EDGES == EDGE_CLAMP || STORAGE != STORAGE_BUFFER))

// Blocks whose windows may leave the image read a tile, a padded copy or by the border rule.
#if EDGES == EDGE_SPLIT || (EDGES == EDGE_BRANCH && !LOCAL)
#define READ_INSIDE(dx) ((PIXEL)1)
#else
#define READ_INSIDE(dx) inside_along_row(width, height, x_ + (dx) * CHANNELS, y_)
#endif
