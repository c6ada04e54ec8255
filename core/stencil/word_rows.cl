// How a row of a block is loaded as words.

#if WORD_LOADS

#ifndef TINY_SAMPLES
#define TINY_SAMPLES 0  // 1: the sample n is the float n * 2^-149, which has n's bits
#endif

// A row is loaded as words: the block's, and SIDE words on each side. Words that leave the image are made by the border
// rule, so that blocks at the edges are computed like others.
#define SIDE ((HALO + SAMPLES_PER_WORD - 1) / SAMPLES_PER_WORD)
#define ROW_WORDS (WORDS_OF_BLOCK + 2 * SIDE)

// Word i of the block at sample x of row y, by the border rule. Samples that no window of the block reads may lie
// further outside than border rules reach.
INLINE uint border_word(IMAGE, int x, int y, int i) {
  uint word = 0;
  UNROLL for (int l = 0; l < SAMPLES_PER_WORD; ++l) {
    const int k = (i - SIDE) * SAMPLES_PER_WORD + l;
    if (k >= -HALO && k < VEC + HALO)
      word |= (uint)read_sample(IMAGE_ARGS, x + k, y) << (l * (32 / SAMPLES_PER_WORD));
  }
  return word;
}

// Loads words that all lie in the rows' memory: vectors of them at multiples of their size, and single words at both
// ends.
#define LOOSE (SIDE % WORDS_OF_BLOCK)
INLINE void load_words_from(MEMORY block, uint *words) {
  __global const uint *place = (__global const uint *)block - SIDE;
  UNROLL for (int i = 0; i < LOOSE; ++i) {
    words[i] = place[i];
    words[ROW_WORDS - LOOSE + i] = place[ROW_WORDS - LOOSE + i];
  }
  UNROLL for (int k = LOOSE; k < ROW_WORDS - LOOSE; k += WORDS_OF_BLOCK) {
    const WORDS vector = *(__global const WORDS *)(place + k);
    STORE_WORDS(vector, words + k);
  }
}

INLINE bool has_aligned_words(SOURCE) { return (((size_t)src | (size_t)stride * sizeof(SRC)) & 3) == 0; }

// The same word as border_word(), loaded at once where it lies in the image.
INLINE uint word_at_edge(IMAGE, int x, int y, int i) {
  const int row = border_index(y, height), place = x + (i - SIDE) * SAMPLES_PER_WORD;
  if (has_aligned_words(SOURCE_ARGS) && row >= 0 && place >= 0 && place + SAMPLES_PER_WORD <= width * CHANNELS)
    return *(__global const uint *)(src + row * stride + place);
  return border_word(IMAGE_ARGS, x, y, i);
}

// Loads words at an edge. Those in the image are loaded all at once, if they lie at multiples of their size; others are
// made of samples. The function is not inlined: its code would take registers from the blocks inside.
__attribute__((noinline)) void load_words_at_edge(IMAGE, int x, int y, uint *words) {
  const int row = border_index(y, height), end = width * CHANNELS - SAMPLES_PER_WORD;
  const bool aligned = has_aligned_words(SOURCE_ARGS) && row >= 0 && end >= 0;
  UNROLL for (int i = 0; i < ROW_WORDS; ++i) {
    const int place = clamp(x + (i - SIDE) * SAMPLES_PER_WORD, 0, end);
    words[i] = aligned ? *(__global const uint *)(src + row * stride + place / SAMPLES_PER_WORD * SAMPLES_PER_WORD) : 0;
  }
  _Pragma("unroll 1") for (int i = 0; i < ROW_WORDS; ++i) {
    const int place = x + (i - SIDE) * SAMPLES_PER_WORD;
    if (!aligned || place < 0 || place > end) words[i] = border_word(IMAGE_ARGS, x, y, i);
  }
}

// Whether all words that the windows of a block at sample x read in row y lie in the rows' memory. For a row outside
// the image the words are those of the row that stands for it; a constant border has none.
INLINE bool has_whole_words(int height, const int4 loadable, int x, int y) {
#if BORDER == CONSTANT
  if (y < 0 || y >= height) return false;
#endif
  return x >= loadable.x && x + VEC <= loadable.z;
}

INLINE void load_words(IMAGE, bool whole, int x, int y, uint *words) {
  if (whole)
    load_words_from(src + border_index(y, height) * stride + x, words);
  else
    load_words_at_edge(IMAGE_ARGS, x, y, words);
}

INLINE void copy_words(__local const uint *place, uint *words) {
  UNROLL for (int i = 0; i < ROW_WORDS; ++i) words[i] = place[i];
}

#if PACKED
// For u8 the even and the odd pair of each word, side by side. For u16 a word is a pair.
#define PAIRS_PER_WORD (SRC_TYPE == U8 ? 2 : 1)
#define ROW_PAIRS (ROW_WORDS * PAIRS_PER_WORD)

INLINE void pair_up(const uint *words, uint *pairs) {
  UNROLL for (int i = 0; i < ROW_WORDS; ++i) {
#if SRC_TYPE == U16
    pairs[i] = words[i];
#else
    pairs[2 * i] = even_pair(words[i]);
    pairs[2 * i + 1] = odd_pair(words[i]);
#endif
  }
}

// The pair whose low lane is the row's sample k. Its high lane is sample k + 2 for u8 and k + 1 for u16.
INLINE uint pair_at(const uint *pairs, int k) {
  const uint *first = pairs + k / SAMPLES_PER_WORD * PAIRS_PER_WORD + k % PAIRS_PER_WORD;
  return k % SAMPLES_PER_WORD < PAIRS_PER_WORD ? first[0] : pair_across(first[0], first[PAIRS_PER_WORD]);
}

// The pixels `shift` samples to the right of the block's.
INLINE PIXEL shifted_pairs(const uint *pairs, int shift) {
  PIXEL result;
  UNROLL for (int i = 0; i < WORDS_OF_BLOCK; ++i) {
    const int k = (SIDE + i) * SAMPLES_PER_WORD + shift;
    ELEMENT(result, i) = pair_at(pairs, k);
    if (SRC_TYPE == U8) ELEMENT(result, WORDS_OF_BLOCK + i) = pair_at(pairs, k + 1);
  }
  return result;
}

INLINE PIXEL collect(const uint *words, int shift) {
  uint pairs[ROW_PAIRS];
  pair_up(words, pairs);
  return shifted_pairs(pairs, shift);
}
#else
// A number's bits are those of a tiny float, where taps are large enough to give the right sums. Elsewhere the bits of
// 2^23 + n have n in the low ones: a subtraction is cheaper than a conversion.
#if ARITH_TYPE == F32 && TINY_SAMPLES
#define ARITH_OF_SAMPLE(word, i) as_float(sample_of_word(word, i, 0))
#elif ARITH_TYPE == F32
#define ARITH_OF_SAMPLE(word, i) (as_float(sample_of_word(word, i, 0x4b000000u)) - 8388608.0f)
#else
#define ARITH_OF_SAMPLE(word, i) ((ARITH)sample_of_word(word, i, 0))
#endif

// The pixels `shift` samples to the right of the block's.
INLINE PIXEL collect(const uint *words, int shift) {
  PIXEL result;
  UNROLL for (int l = 0; l < VEC; ++l) {
    const int k = SIDE * SAMPLES_PER_WORD + l + shift;
    ((ARITH *)&result)[l] = ARITH_OF_SAMPLE(words[k / SAMPLES_PER_WORD], k % SAMPLES_PER_WORD);
  }
  return result;
}
#endif

#endif
