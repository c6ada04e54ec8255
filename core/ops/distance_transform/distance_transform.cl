// Distances to the nearest 0, exact: first along columns, then along rows of those (Meijster, Roerdink and Hesselink
// 2000). A column's zeros are bits of words, each of 64 rows.
//
// A volume is one tall image, its pages one below another. Pages are measured by themselves first, and their distances,
// of L2 the squares, are joined last.
//
// Samples are their bits here, see connected.cl.

#define L1 1
#define CHESSBOARD 2
#define L2 3

#ifndef METRIC
#define METRIC L2
#define MASK 0xffffffffu
#define WIDE 0    // 1: squares need 64 bits
#define COLUMNS 1  // of a work-item, side by side
#endif

#if TYPE == U64
#define SAMPLE_BITS ulong
#else
#define SAMPLE_BITS uint
#endif

#ifndef PAGE_ROWS
#define PAGE_ROWS 0  // of a page; 0: the image is one page
#endif
#if PAGE_ROWS > 0
#define PAGE_HEIGHT PAGE_ROWS
#define RESULT DISTANCE  // of a row
#define AS_RESULT(distance) (distance)
#else
#define PAGE_HEIGHT image_height
#define RESULT float
#define AS_RESULT(distance) result_of(distance)
#endif

#if WIDE
#define DISTANCE long
#define NEVER 0x7fffffffffffffffL
#else
#define DISTANCE int
#define NEVER 0x7fffffff  // distance where there is no 0
#endif
#define FAR 0x7fffffff  // the same in a column
#define WORD_ROWS 64
#define WORD_AT(word, x) bits[(long)(word) * image_width + (x)]

// Words of a page, and the first row and the rows of a word.
#define PAGE_WORDS DIVIDE_UP(PAGE_HEIGHT, WORD_ROWS)
#define WORD_TOP(word) ((word) / PAGE_WORDS * PAGE_HEIGHT + (word) % PAGE_WORDS * WORD_ROWS)
#define ROWS_OF_WORD(word) min(WORD_ROWS, PAGE_HEIGHT - (word) % PAGE_WORDS * WORD_ROWS)

// Finds the zeros: bit k of a word is the row k.
__kernel void find_zeros(IMAGE_IN(image), __global ulong *restrict bits) {
  const int first = get_global_id(0) * COLUMNS, count = min(COLUMNS, image_width - first);
  const int word = get_global_id(1), top = WORD_TOP(word), rows = ROWS_OF_WORD(word);
  ulong found[COLUMNS];
  for (int c = 0; c < count; ++c) found[c] = 0;
  for (int k = 0; k < rows; ++k) {
    __global const ELEMENT *row = ROW(image, top + k) + first;
    for (int c = 0; c < count; ++c) found[c] |= (ulong)(((SAMPLE_BITS)row[c] & MASK) == 0) << k;
  }
  for (int c = 0; c < count; ++c) WORD_AT(word, first + c) = found[c];
}

// The row of the last zero in the words before this one, and of the first in those after it. Where there is none, it
// lies beyond all distances.
#define NO_ROW_ABOVE (-0x40000000)
#define NO_ROW_BELOW 0x60000000
INLINE int zero_above(__global const ulong *bits, const int image_width, const int image_height, const int x, const int word) {
  for (int w = word - 1; w >= word / PAGE_WORDS * PAGE_WORDS; --w)
    if (WORD_AT(w, x) != 0) return WORD_TOP(w) + 63 - (int)clz(WORD_AT(w, x));
  return NO_ROW_ABOVE;
}
INLINE int first_bit(const ulong bits) { return 63 - (int)clz(bits & -bits); }
INLINE int zero_below(__global const ulong *bits, const int image_width, const int image_height, const int x, const int word) {
  for (int w = word + 1; w % PAGE_WORDS != 0; ++w)
    if (WORD_AT(w, x) != 0) return WORD_TOP(w) + first_bit(WORD_AT(w, x));
  return NO_ROW_BELOW;
}

#define AS_FAR(distance) ((distance) >= 0x20000000 ? FAR : (distance))

// Distances along columns, of the rows of a word.
__kernel void measure_columns(__global const ulong *restrict bits, __global int *restrict columns, const int image_width,
                              const int image_height) {
  const int first = get_global_id(0) * COLUMNS, count = min(COLUMNS, image_width - first);
  const int word = get_global_id(1), top = WORD_TOP(word), rows = ROWS_OF_WORD(word);
  int above[COLUMNS], below[COLUMNS];
  ulong own[COLUMNS];
  for (int c = 0; c < count; ++c) {
    above[c] = zero_above(bits, image_width, image_height, first + c, word);
    below[c] = zero_below(bits, image_width, image_height, first + c, word);
    own[c] = WORD_AT(word, first + c);
  }
#if COLUMNS == 1
  for (int k = 0; k < rows && count > 0; ++k) {
    const int y = top + k;
    const ulong before = own[0] << (63 - k), after = own[0] >> k;
    const int up = before != 0 ? (int)clz(before) : y - above[0];
    const int down = after != 0 ? first_bit(after) : below[0] - y;
    columns[(long)y * image_width + first] = AS_FAR(min(up, down));
  }
#else
  for (int k = 0; k < rows; ++k) {
    __global int *row = columns + (long)(top + k) * image_width + first;
    for (int c = 0; c < count; ++c) {
      above[c] = (own[c] >> k & 1) != 0 ? top + k : above[c];
      row[c] = top + k - above[c];
    }
  }
  for (int k = rows - 1; k >= 0; --k) {
    __global int *row = columns + (long)(top + k) * image_width + first;
    for (int c = 0; c < count; ++c) {
      below[c] = (own[c] >> k & 1) != 0 ? top + k : below[c];
      const int distance = min(row[c], below[c] - (top + k));
      row[c] = AS_FAR(distance);
    }
  }
#endif
}

// The distance of a zero `across` columns away, whose column says `along`; of L2 its square.
INLINE DISTANCE joined(const int across, const int along) {
#if METRIC == L1
  return (DISTANCE)across + along;
#elif METRIC == CHESSBOARD
  return max(across, along);
#else
  return (DISTANCE)across * across + (DISTANCE)along * along;
#endif
}

INLINE float result_of(const DISTANCE distance) {
  if (distance == NEVER) return INFINITY;
#if METRIC == L2
  return sqrt((float)distance);
#else
  return fabs((float)distance);  // PoCL takes 100 times as long to store the bare conversion
#endif
}

// Looks to both sides of each pixel until no zero can be nearer. Fast where distances are short.
__kernel void search_rows(__global const int *restrict columns, IMAGE_OF(RESULT, out)) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width) return;
  __global const int *row = columns + (long)y * out_width;
  DISTANCE best = row[x] == FAR ? NEVER : joined(0, row[x]);
  for (int across = 1; (x >= across || x + across < out_width) && joined(across, 0) < best; ++across) {
    const int left = x >= across ? row[x - across] : FAR;
    const int right = x + across < out_width ? row[x + across] : FAR;
    const int along = min(left, right);
    if (along != FAR) best = min(best, joined(across, along));
  }
  ROW(out, y)[x] = AS_RESULT(best);
}

// Rounds down, also below 0. The divisor is positive.
INLINE DISTANCE divided(const DISTANCE a, const DISTANCE by) { return a >= 0 ? a / by : -((by - 1 - a) / by); }

// The first column from which on the zero of the column `b` is nearer than that of `a` on its left.
INLINE DISTANCE change(const int a, const int at_a, const int b, const int at_b) {
#if METRIC == CHESSBOARD
  const int middle = (a + b) / 2;
  return (at_a <= at_b ? max(a + at_b, middle) : min(b - at_a, middle)) + (DISTANCE)1;
#else
  return divided((DISTANCE)(b - a) * (b + a) + (DISTANCE)at_b * at_b - (DISTANCE)at_a * at_a, 2 * (DISTANCE)(b - a)) +
         1;
#endif
}

#if GROUP == 1
#define REACH 64  // columns to each side
#define BLOCK 64  // pixels that search together
#define FARTHEST 0x3fffffff
#if METRIC == L2
#define COST(across) ((across) * (across))
#define AT_COST(along, cost) ((along) + (cost))
#define COST_OF(along) ((along) < 32768 ? (along) * (along) : FARTHEST)
#elif METRIC == L1
#define COST(across) (across)
#define AT_COST(along, cost) ((along) + (cost))
#define COST_OF(along) min(along, FARTHEST)
#else
#define COST(across) (across)
#define AT_COST(along, cost) max(along, cost)
#define COST_OF(along) min(along, FARTHEST)
#endif

// Looks REACH columns to both sides of all pixels of a block, as vectors. Returns false where zeros are farther away.
// `costs` has the columns' costs, with REACH and more on either side.
INLINE bool search_block(__global const int *costs, const int count, __global RESULT *to) {
  int best[BLOCK];
  for (int i = 0; i < BLOCK; ++i) best[i] = costs[i];
  for (int across = 1; across <= REACH; across += 4) {
    int most = 0;
    for (int i = 0; i < BLOCK; ++i) most = max(most, best[i]);
    if (most <= COST(across)) break;
    if (across + 4 > REACH) return false;
    for (int k = across; k < across + 4; ++k)
      for (int i = 0; i < BLOCK; ++i) best[i] = min(best[i], AT_COST(min(costs[i - k], costs[i + k]), COST(k)));
  }
  for (int i = 0; i < count; ++i) to[i] = AS_RESULT((DISTANCE)best[i]);
  return true;
}

// The same for a row. `costs` is memory for it.
INLINE bool search_row(__global const int *row, __global int *costs, const int width, __global RESULT *to) {
  for (int i = 0; i < REACH; ++i) costs[i] = FARTHEST;
  for (int i = 0; i < REACH + BLOCK; ++i) costs[REACH + width + i] = FARTHEST;
  for (int x = 0; x < width; ++x) costs[REACH + x] = COST_OF(row[x]);
  for (int x = 0; x < width; x += BLOCK)
    if (!search_block(costs + REACH + x, min(BLOCK, width - x), to + x)) return false;
  return true;
}
#define LIST_SIZE(width) (3 * (long)(width) + 2 * REACH + BLOCK)
#else
#define LIST_SIZE(width) (2 * (long)(width))
#endif

#if METRIC == L1
// One step costs 1: a pixel is as near as its own column, or a step farther than its neighbour.
INLINE void finish_row(__global const int *row, __global int *nearest, const int width, __global RESULT *to) {
#if GROUP == 1
  if (search_row(row, nearest + 2 * width, width, to)) return;
#endif
  int last = FAR;
  for (int x = 0; x < width; ++x) {
    last = min(row[x], min(last, FAR - 1) + 1);
    nearest[x] = last;
  }
  last = FAR;
  for (int x = width - 1; x >= 0; --x) {
    last = min(nearest[x], min(last, FAR - 1) + 1);
    to[x] = AS_RESULT(last == FAR ? (DISTANCE)NEVER : (DISTANCE)last);
  }
}
#else
// Keeps a list of the columns whose zeros are the nearest of some pixels, and where each begins to be so.
INLINE void finish_row(__global const int *row, __global int *nearest, const int width, __global RESULT *to) {
#if GROUP == 1
  if (search_row(row, nearest + 2 * width, width, to)) return;
#endif
  __global int *begins = nearest + width;
  int last = -1;
  for (int x = 0; x < width; ++x) {
    const int along = row[x];
    if (along == FAR) continue;
    while (last >= 0 && joined(abs(begins[last] - nearest[last]), row[nearest[last]]) >
                            joined(abs(begins[last] - x), along))
      --last;
    const DISTANCE begin = last < 0 ? 0 : change(nearest[last], row[nearest[last]], x, along);
    if (begin >= width) continue;
    ++last;
    nearest[last] = x;
    begins[last] = (int)begin;
  }
  for (int x = width - 1; x >= 0; --x) {
    to[x] = AS_RESULT(last < 0 ? (DISTANCE)NEVER : joined(abs(x - nearest[last]), row[nearest[last]]));
    if (last >= 0 && begins[last] == x) --last;
  }
}
#endif

// Each work-item has every `get_global_size(0)`-th row, and lists of its own.
__kernel void divide_rows(__global const int *restrict columns, __global int *restrict lists, IMAGE_OF(RESULT, out)) {
  __global int *own = lists + (long)get_global_id(0) * LIST_SIZE(out_width);
  for (int y = get_global_id(0); y < out_height; y += get_global_size(0))
    finish_row(columns + (long)y * out_width, own, out_width, ROW(out, y));
}

#if PAGE_ROWS > 0
// The distance of a zero `pages` pages away from the row's distance in its own page.
INLINE DISTANCE joined_page(const int pages, const DISTANCE own) {
  if (own == NEVER) return NEVER;
#if METRIC == L1
  return own + pages;
#elif METRIC == CHESSBOARD
  return max(own, (DISTANCE)pages);
#else
  return own + (DISTANCE)pages * pages;
#endif
}

// Looks at the pages on both sides until none can have a nearer zero.
__kernel void search_pages(__global const DISTANCE *restrict distances, IMAGE_OF(float, out)) {
  const int first = get_global_id(0) * COLUMNS, y = get_global_id(1), count = min(COLUMNS, out_width - first);
  if (count <= 0) return;
  const int page = y / PAGE_ROWS, pages = out_height / PAGE_ROWS;
  const long step = (long)PAGE_ROWS * out_width;
  __global const DISTANCE *own = distances + (long)y * out_width + first;
  DISTANCE best[COLUMNS], most = 0;
  for (int c = 0; c < count; ++c) best[c] = own[c];
  for (int c = 0; c < count; ++c) most = max(most, best[c]);
  for (int k = 1; (k <= page || page + k < pages) && joined_page(k, 0) < most; ++k) {
    if (k <= page)
      for (int c = 0; c < count; ++c) best[c] = min(best[c], joined_page(k, own[c - k * step]));
    if (page + k < pages)
      for (int c = 0; c < count; ++c) best[c] = min(best[c], joined_page(k, own[c + k * step]));
    most = 0;
    for (int c = 0; c < count; ++c) most = max(most, best[c]);
  }
  for (int c = 0; c < count; ++c) ROW(out, y)[first + c] = result_of(best[c]);
}
#endif
