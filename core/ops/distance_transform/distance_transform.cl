// Distances to the nearest 0, exact: first along columns, then along rows of those (Meijster, Roerdink and Hesselink
// 2000). A column's zeros are bits of words, each of 64 rows.
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

// Finds the zeros: bit k of a word is the row k.
__kernel void find_zeros(IMAGE_IN(image), __global ulong *restrict bits) {
  const int first = get_global_id(0) * COLUMNS, count = min(COLUMNS, image_width - first);
  const int word = get_global_id(1), top = word * WORD_ROWS, rows = min(WORD_ROWS, image_height - top);
  ulong found[COLUMNS];
  for (int c = 0; c < count; ++c) found[c] = 0;
  for (int k = 0; k < rows; ++k) {
    __global const ELEMENT *row = ROW(image, top + k) + first;
    for (int c = 0; c < count; ++c) found[c] |= (ulong)(((uint)row[c] & MASK) == 0) << k;
  }
  for (int c = 0; c < count; ++c) WORD_AT(word, first + c) = found[c];
}

// The row of the last zero in the words before this one, and of the first in those after it. Where there is none, it
// lies beyond all distances.
#define NO_ROW_ABOVE (-0x40000000)
#define NO_ROW_BELOW 0x60000000
INLINE int zero_above(__global const ulong *bits, const int image_width, const int x, const int word) {
  for (int w = word - 1; w >= 0; --w)
    if (WORD_AT(w, x) != 0) return w * WORD_ROWS + 63 - (int)clz(WORD_AT(w, x));
  return NO_ROW_ABOVE;
}
INLINE int first_bit(const ulong bits) { return 63 - (int)clz(bits & -bits); }
INLINE int zero_below(__global const ulong *bits, const int image_width, const int x, const int word, const int words) {
  for (int w = word + 1; w < words; ++w)
    if (WORD_AT(w, x) != 0) return w * WORD_ROWS + first_bit(WORD_AT(w, x));
  return NO_ROW_BELOW;
}

#define AS_FAR(distance) ((distance) >= 0x20000000 ? FAR : (distance))

// Distances along columns, of the rows of a word.
__kernel void measure_columns(__global const ulong *restrict bits, __global int *restrict columns, const int image_width,
                              const int image_height) {
  const int first = get_global_id(0) * COLUMNS, count = min(COLUMNS, image_width - first);
  const int word = get_global_id(1), top = word * WORD_ROWS, rows = min(WORD_ROWS, image_height - top);
  const int words = DIVIDE_UP(image_height, WORD_ROWS);
  int above[COLUMNS], below[COLUMNS];
  ulong own[COLUMNS];
  for (int c = 0; c < count; ++c) {
    above[c] = zero_above(bits, image_width, first + c, word);
    below[c] = zero_below(bits, image_width, first + c, word, words);
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
__kernel void search_rows(__global const int *restrict columns, IMAGE_OF(float, out)) {
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
  ROW(out, y)[x] = result_of(best);
}

// Rounds down, also below 0. The divisor is positive.
INLINE DISTANCE divided(const DISTANCE a, const DISTANCE by) { return a >= 0 ? a / by : -((by - 1 - a) / by); }

// The first column from which on the zero of the column `b` is nearer than that of `a` on its left.
INLINE DISTANCE change(const int a, const int at_a, const int b, const int at_b) {
#if METRIC == L1
  return at_b >= at_a + (b - a) ? (DISTANCE)NEVER : (a + b + at_b - at_a) / 2 + 1;
#elif METRIC == CHESSBOARD
  const int middle = (a + b) / 2;
  return (at_a <= at_b ? max(a + at_b, middle) : min(b - at_a, middle)) + (DISTANCE)1;
#else
  return divided((DISTANCE)(b - a) * (b + a) + (DISTANCE)at_b * at_b - (DISTANCE)at_a * at_a, 2 * (DISTANCE)(b - a)) +
         1;
#endif
}

// Keeps for each row a list of the columns whose zeros are the nearest of some pixels, and where each begins to be so.
// Each work-item has every `get_global_size(0)`-th row, and a list of its own.
__kernel void divide_rows(__global const int *restrict columns, __global int *restrict lists, IMAGE_OF(float, out)) {
  const int width = out_width;
  __global int *nearest = lists + (long)get_global_id(0) * 2 * width;
  __global int *begins = nearest + width;
  for (int y = get_global_id(0); y < out_height; y += get_global_size(0)) {
    __global const int *row = columns + (long)y * width;
    __global float *to = ROW(out, y);
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
      to[x] = result_of(last < 0 ? (DISTANCE)NEVER : joined(abs(x - nearest[last]), row[nearest[last]]));
      if (last >= 0 && begins[last] == x) --last;
    }
  }
}
