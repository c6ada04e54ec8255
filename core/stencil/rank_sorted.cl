// The sample of rank RANK of each window by the order of all samples that a strip's windows read. A work-item sorts
// them once. A window is the set of its samples' places in that order, a bit for each place. The window moves by a row
// or a column at a time: down the strip's first column of pixels, up the second, and so on. The sample of the rank is
// found by counting bits from the last result's word on.

#define SPAN_ROWS (STRIP_ROWS + WINDOW_ROWS - 1)
#define SAMPLES_OF_SPAN (SPAN_PIXELS * SPAN_ROWS)  // of one channel

#if GENERAL
#ifndef SORTED_SAMPLES
#define SORTED_SAMPLES 22528  // no span of a general program has more
#endif
#define MOST_STRIP_ROWS ROWS_OF_STRIP(KSIZE_Y)
#define MOST_SAMPLES_OF_SPAN SORTED_SAMPLES
#else
#define MOST_STRIP_ROWS STRIP_ROWS
#define MOST_SAMPLES_OF_SPAN SAMPLES_OF_SPAN
#endif

// Keys are unsigned integers in the order of the samples. Floats that were halves differ only in their upper bits.
#if ARITH_TYPE == U8
#define KEY_BITS 8
#elif ARITH_TYPE == U16
#define KEY_BITS 16
#elif SRC_TYPE == F16
#define KEY_BITS 19
#else
#define KEY_BITS 32
#endif

#if ARITH_TYPE == F32
INLINE uint key_of(float v) {
  const int bits = as_int(v);
  return as_uint(bits ^ ((bits >> 31) | (-0x7fffffff - 1))) >> (32 - KEY_BITS);
}
INLINE float sample_of_key(uint key) {
  const bool is_negative = key >> (KEY_BITS - 1) == 0;
  const uint bits = key << (32 - KEY_BITS) | (is_negative ? (1u << (32 - KEY_BITS)) - 1 : 0);
  return as_float(is_negative ? ~bits : bits ^ 0x80000000u);
}
#else
#define key_of(v) ((uint)(v))
#define sample_of_key(key) ((ARITH)(key))
#endif

#if MOST_SAMPLES_OF_SPAN <= 65536
#define PLACE ushort
#else
#define PLACE uint
#endif

// A number with the key in its upper half and the sample's number in the span in its lower half.
#define KEYED(key, number) ((ulong)(key) << 32 | (uint)(number))

INLINE void sort_by_digit(const __local ulong *from, __local ulong *to, int count, int shift) {
  uint places[256];
  for (int digit = 0; digit < 256; ++digit) places[digit] = 0;
  for (int i = 0; i < count; ++i) ++places[from[i] >> shift & 255];
  uint sum = 0;
  for (int digit = 0; digit < 256; ++digit) {
    const uint here = places[digit];
    places[digit] = sum;
    sum += here;
  }
  for (int i = 0; i < count; ++i) to[places[from[i] >> shift & 255]++] = from[i];
}

// The window's set of places, and the word that holds its sample of the rank. `below` samples of the window lie in
// words before it.
typedef struct {
  __local ulong *words;
  const __local PLACE *places;
  int word;
  int below;
} Window;

INLINE void add(Window *window, int number) {
  const uint place = window->places[number];
  window->words[place / 64] ^= 1ul << place % 64;
  window->below += (int)(place / 64) < window->word;
}

INLINE void take_away(Window *window, int number) {
  const uint place = window->places[number];
  window->words[place / 64] ^= 1ul << place % 64;
  window->below -= (int)(place / 64) < window->word;
}

// Replaces a row or a column of the window by another of the span.
INLINE void replace_row(Window *window, int column, int old_row, int new_row WINDOW_SHAPE) {
  for (int k = column; k < column + WINDOW_COLUMNS; ++k) {
    take_away(window, old_row * SPAN_PIXELS + k);
    add(window, new_row * SPAN_PIXELS + k);
  }
}

INLINE void replace_column(Window *window, int row, int old_column, int new_column WINDOW_SHAPE) {
  for (int k = row; k < row + WINDOW_ROWS; ++k) {
    take_away(window, k * SPAN_PIXELS + old_column);
    add(window, k * SPAN_PIXELS + new_column);
  }
}

// The place of the window's sample of the rank.
INLINE int find_rank(Window *window WINDOW_SHAPE) {
  while (window->below > RANK) window->below -= (int)popcount(window->words[--window->word]);
  int count = (int)popcount(window->words[window->word]);
  while (window->below + count <= RANK) {
    window->below += count;
    count = (int)popcount(window->words[++window->word]);
  }
  ulong bits = window->words[window->word];
  for (int k = window->below; k < RANK; ++k) bits &= bits - 1;
  return window->word * 64 + (int)popcount((bits & -bits) - 1);
}

// Reads one channel of the span and sorts it; returns where its keys lie in their order.
INLINE const __local ulong *sort_span(IMAGE, int x, int y, int columns, int rows, int channel, __local ulong *a,
                                      __local ulong *b, __local PLACE *places) {
  ARITH line[MOST_SPAN_SAMPLES];
  int count = 0;
  for (int row = 0; row < rows; ++row) {
    read_line(IMAGE_ARGS, x, y + row, columns * CHANNELS, line);
    for (int column = 0; column < columns; ++column)
      a[count++] = KEYED(key_of(line[column * CHANNELS + channel]), row * SPAN_PIXELS + column);
  }
  __local ulong *from = a, *to = b;
  for (int shift = 32; shift < 32 + KEY_BITS; shift += 8) {
    sort_by_digit(from, to, count, shift);
    __local ulong *sorted = to;
    to = from;
    from = sorted;
  }
  for (int i = 0; i < count; ++i) places[(uint)from[i]] = (PLACE)i;
  return from;
}

// Writes the results of one channel of the strip, column by column.
INLINE void select_channel(Window *window, const __local ulong *sorted, int columns, int rows,
                           __local ARITH *results WINDOW_SHAPE) {
  for (int row = 0; row < WINDOW_ROWS; ++row)
    for (int k = 0; k < WINDOW_COLUMNS; ++k) add(window, row * SPAN_PIXELS + k);
  int row = 0, step = 1;
  for (int column = 0; column < columns; ++column) {
    for (int i = 0; i < rows; ++i, row += step) {
      results[row * STRIP_SAMPLES + column * CHANNELS] = sample_of_key((uint)(sorted[find_rank(window WINDOW_SHAPE_ARGS)] >> 32));
      if (i + 1 == rows) break;
      replace_row(window, column, step > 0 ? row : row + WINDOW_ROWS - 1,
                  step > 0 ? row + WINDOW_ROWS : row - 1 WINDOW_SHAPE_ARGS);
    }
    step = -step;
    if (column + 1 < columns) replace_column(window, row, column, column + WINDOW_COLUMNS WINDOW_SHAPE_ARGS);
  }
}

__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_INPUT;
  OPEN_OUTPUTS;
  const int x = region.x + (int)get_global_id(0) * STRIP_SAMPLES, y = region.y + (int)get_global_id(1) * STRIP_ROWS;
  __local ulong a[MOST_SAMPLES_OF_SPAN], b[MOST_SAMPLES_OF_SPAN], words[MOST_SAMPLES_OF_SPAN / 64 + 1];
  __local PLACE places[MOST_SAMPLES_OF_SPAN];
  __local ARITH results[MOST_STRIP_ROWS * STRIP_SAMPLES];
  if (x >= region.z || y >= region.w) return;
  const int columns = min(STRIP_SAMPLES, region.z - x) / CHANNELS, rows = min(STRIP_ROWS, region.w - y);
  for (int channel = 0; channel < CHANNELS - KEEP_ALPHA; ++channel) {
    const __local ulong *sorted = sort_span(IMAGE_ARGS, x - REACH_X, y - REACH_Y, columns + WINDOW_COLUMNS - 1,
                                            rows + 2 * REACH_Y, channel, a, b, places);
    for (int i = 0; i <= SAMPLES_OF_SPAN / 64; ++i) words[i] = 0;
    Window window = {words, places, 0, 0};
    select_channel(&window, sorted, columns, rows, results + channel WINDOW_SHAPE_ARGS);
  }
  for (int row = 0; row < rows; ++row) {
    ARITH line[STRIP_SAMPLES];
    for (int i = 0; i < columns * CHANNELS; ++i) line[i] = results[row * STRIP_SAMPLES + i];
    store_line(IMAGE_ARGS, region, x, y + row, line, OUTPUT_ARGS);
  }
}
