// Finds maxima of one page by words. seed_words.cl stands before this file.
//
// A candidate has no higher neighbour. Two that are neighbours are of one level, since neither is higher, so that regions
// of candidates are joined as those of any mask. `words` has the candidates with an equal neighbour, which alone need to
// be joined. `seeds` has those of them that have an equal neighbour which is no candidate, so that their region is no
// maximum, and besides all other candidates, which are maxima by themselves.

#ifndef SAMPLE
#define SAMPLE U8      // of the image; TYPE is the result's
#define EDGES 1        // 1: maxima may touch the image's edge
#define STRIP_ROWS 20  // of a work-item
#endif

// Levels are integers in the order of the samples. NaN is below all numbers, -0 is 0.
#define LEAST (-2147483647 - 1)  // below all
#define MOST_SIZE 0x7f800000     // infinity
INLINE int level_of(const float v) {
  const int bits = as_int(v), size = bits & 0x7fffffff;
  return size > MOST_SIZE ? -MOST_SIZE : bits < 0 ? -size : size;
}
#if SAMPLE == F16
#define LEVEL_AT(row, x) level_of(vload_half(x, row))
#elif SAMPLE == F32
#define LEVEL_AT(row, x) level_of((row)[x])
#else
#define LEVEL_AT(row, x) ((int)(row)[x])
#endif
#if SAMPLE == F16 || SAMPLE == F32
#define LIMIT_OF(threshold) level_of(threshold)
#else
#define LIMIT_OF(threshold) convert_int_sat_rtn(threshold)
#endif

#define EACH 8            // pixels of a row that a work-item marks: a byte of a word
#define KNOWN (EACH + 2)  // of which it finds whether they are candidates
#define SEEN (KNOWN + 2)  // whose levels it loads

#ifdef __ENDIAN_LITTLE__
#define BYTE_AT(i) (i)
#else
#define BYTE_AT(i) ((i) ^ 3)
#endif

// Levels of a row from x on; beyond its ends lies the nearest pixel. Inside: the row has them all.
INLINE void load_levels(__global const ELEMENT_OF(SAMPLE) *row, const int x, const int last, const bool inside,
                        int *levels) {
  if (inside) {
#pragma unroll
    for (int i = 0; i < SEEN; ++i) levels[i] = LEVEL_AT(row, x + i);
  } else {
#pragma unroll
    for (int i = 0; i < SEEN; ++i) levels[i] = LEVEL_AT(row, (uint)min(max(x + i, 0), last));
  }
}

// For each of `count` pixels of a row: the highest of its neighbours beside and above it, and of those that a pixel above
// or below it has in this row. A loop whose end is an argument would not be unrolled.
#define LOOK_ROUND(levels, count, above, so_far, in_row)                                                  \
  _Pragma("unroll") for (int i = 0; i < count; ++i) {                                                     \
    const int beside = max((levels)[i], (levels)[i + 2]);                                            \
    (so_far)[i] = max(beside, (above)[i]);                                                             \
    (in_row)[i] = NEIGHBOURS == 8 ? max(beside, (levels)[i + 1]) : (levels)[i + 1];                    \
  }

// What is known of a row. `others` are the levels of its pixels that are no candidates.
typedef struct {
  int levels[SEEN], so_far[KNOWN], in_row[KNOWN], others_so_far[EACH], others_in_row[EACH];
  uint equal, higher;  // bits of candidates with an equal neighbour, and of those without
} RowLevels;
#define NO_LEVELS {{0}, {0}, {0}, {0}, {0}, 0, 0}

// Finds the candidates of row `own`, below which the row is loaded.
INLINE void find_candidates(const RowLevels *above, RowLevels *own, const RowLevels *below, const int limit,
                            const uint within) {
  int others[KNOWN];
  own->equal = own->higher = 0;
#pragma unroll
  for (int i = 0; i < KNOWN; ++i) {
    const int level = own->levels[i + 1], most = max(own->so_far[i], below->in_row[i]);
    const bool counts = EDGES || (within >> i & 1) != 0;
    others[i] = level >= most && counts ? LEAST : level;
    if (i == 0 || i > EACH) continue;
    const bool is_found = level > limit && counts;
    own->equal |= (is_found && level == most ? 1u : 0u) << (i - 1);
    own->higher |= (is_found && level > most ? 1u : 0u) << (i - 1);
  }
  LOOK_ROUND(others, EACH, above->others_in_row, own->others_so_far, own->others_in_row)
}

// Bits of pixels with an equal neighbour that is no candidate, once those of the row below are found.
INLINE uint find_lower(const RowLevels *own, const RowLevels *below) {
  uint lower = 0;
#pragma unroll
  for (int i = 0; i < EACH; ++i)
    if (max(own->others_so_far[i], below->others_in_row[i]) == own->levels[i + 2]) lower |= 1u << i;
  return lower;
}

// The columns, from the one before x on, that are not at the image's edge.
INLINE uint inner_columns(const int x, const int last) {
  const uint from_first = x == 0 ? ~3u : ~0u;
  return last - x + 1 < KNOWN ? from_first & ((1u << max(last - x + 1, 0)) - 1) : from_first;
}

// Takes the row below y, and stores the one above it.
#define TAKE_ROW(inside, above, own, below, y)                                                           \
  load_levels(ROW(image, min(max((y) + 1, 0), bottom)), x - 2, last, inside, below.levels);              \
  LOOK_ROUND(below.levels, KNOWN, own.in_row, below.so_far, below.in_row)                                \
  find_candidates(&above, &own, &below, limit, (y) > 0 && (y) < bottom ? inner : 0);                     \
  if ((y) > top && (y) <= end) {                                                                         \
    const int at = BYTE_AT(((y)-1) * across + x / EACH);                                                 \
    const uint equal = above.equal & in_row;                                                             \
    words[at] = equal;                                                                                   \
    seeds[at] = (above.higher & in_row) | (equal & find_lower(&above, &own));                            \
  }
#define TAKE_ROWS(inside)                   \
  for (int y = top - 3; y <= end; y += 3) { \
    TAKE_ROW(inside, a, b, c, y)            \
    TAKE_ROW(inside, b, c, a, y + 1)        \
    TAKE_ROW(inside, c, a, b, y + 2)        \
  }

// Goes down a strip of rows. A row that is loaded completes the neighbours of the row before, whose candidates complete
// those of the row before it. Beyond an edge lies the nearest pixel, which has no other neighbours than that one in the
// image: what it does as a neighbour, that one does, too.
__kernel void mark_maxima(IMAGE_OF(const ELEMENT_OF(SAMPLE), image), __global uchar *restrict words,
                          __global uchar *restrict seeds, const float threshold, __global int *restrict uneven) {
  const int across = DIVIDE_UP(image_width, PIXELS) * (PIXELS / EACH), i = get_global_id(0);
  const int x = i % across * EACH, top = i / across * STRIP_ROWS, end = min(top + STRIP_ROWS, image_height);
  const int last = image_width - 1, bottom = image_height - 1;
  if (i == 0) *uneven = 0;
  if (top >= image_height) return;
  const uint in_row = (1u << min(max(image_width - x, 0), EACH)) - 1, inner = inner_columns(x, last);
  const int limit = LIMIT_OF(threshold);
  // The first rows are looked at before they are loaded. What is found is not used, but may not depend on nothing.
  RowLevels a = NO_LEVELS, b = NO_LEVELS, c = NO_LEVELS;
  if (x >= 2 && x + EACH + 2 <= image_width) {
    TAKE_ROWS(true)
  } else {
    TAKE_ROWS(false)
  }
}

INLINE bool is_full(const uint bits, const int word, const int width) {
  const int pixels = width - word % DIVIDE_UP(width, PIXELS) * PIXELS;
  return bits == (pixels < PIXELS ? (1u << pixels) - 1 : ~0u);
}

// Marks the roots of regions that are no maxima, and tells whether the image has several levels: with one all words are
// full. The first that is not comes first of all or after a full one, so that few work-items write.
__kernel void drop_lower_words(__global const uint *restrict words, __global const uint *restrict seeds, const int width,
                               const int count, volatile __global int *parents, __global int *restrict uneven) {
  const int word = get_global_id(0);
  if (word >= count) return;
  const uint bits = words[word];
  if (!is_full(bits, word, width) && (word == 0 || is_full(words[word - 1], word - 1, width))) *uneven = 1;
  mark_roots(word, bits, seeds[word] & bits, parents);
}

__kernel void write_word_maxima(__global const uint *restrict words, __global const uint *restrict seeds,
                                __global const int *restrict parents, __global const int *restrict uneven,
                                IMAGE_OUT(out)) {
  const int x = get_global_id(0) * SAMPLES, y = get_global_id(1);
  if (x >= out_width) return;
  const int word = y * DIVIDE_UP(out_width, PIXELS) + x / PIXELS;
  const uint bits = words[word], candidates = *uneven != 0 ? bits | seeds[word] : 0;
  const uint found = candidates & ~marked_bits(word, bits, x % PIXELS, parents);
  write_bits(found >> x % PIXELS, ROW(out, y) + x, out_width - x);
}
