// The sample of rank RANK of each window of u8 by histograms of the image's columns (Perreault and Hebert, Median
// Filtering in Constant Time, 2007). A work-item moves the histograms of a strip's columns down the image: a sample
// leaves, a sample enters. Along each row it adds the next column to the window's histogram and takes the first one
// away.
//
// A histogram is one vector of 16 counts by the samples' upper four bits, and for each value of these bits one vector
// by the lower four. All counts are running totals: lane k counts samples up to k. So the number of lanes whose count
// is at most the rank is the result's four bits. A window updates the vector of an upper value only when it needs it.

#define TOTALS_FROM(n)                                                                                                 \
  (uchar16)(n <= 0, n <= 1, n <= 2, n <= 3, n <= 4, n <= 5, n <= 6, n <= 7, n <= 8, n <= 9, n <= 10, n <= 11, n <= 12, \
            n <= 13, n <= 14, n <= 15)

// What a sample whose four bits have this value adds to the totals.
__constant uchar16 totals_of[16] = {TOTALS_FROM(0),  TOTALS_FROM(1),  TOTALS_FROM(2),  TOTALS_FROM(3),
                                    TOTALS_FROM(4),  TOTALS_FROM(5),  TOTALS_FROM(6),  TOTALS_FROM(7),
                                    TOTALS_FROM(8),  TOTALS_FROM(9),  TOTALS_FROM(10), TOTALS_FROM(11),
                                    TOTALS_FROM(12), TOTALS_FROM(13), TOTALS_FROM(14), TOTALS_FROM(15)};

// The totals of the strip's columns. `lower` has all columns for the upper bits 0, then all for 1, and so on. A column
// has up to 255 samples.
typedef struct {
  __local uchar16 *upper;
  __local uchar16 *lower;
  int count;  // number of columns
} Columns;

#define LOWER(columns, upper_bits, column) (columns).lower[(upper_bits) * (columns).count + (column)]

INLINE void add_sample(Columns columns, int column, uint v) {
  columns.upper[column] += totals_of[v >> 4];
  LOWER(columns, v >> 4, column) += totals_of[v & 15];
}

INLINE void remove_sample(Columns columns, int column, uint v) {
  columns.upper[column] -= totals_of[v >> 4];
  LOWER(columns, v >> 4, column) -= totals_of[v & 15];
}

INLINE uint lanes_up_to(ushort16 totals, int rank) {
  const ulong2 flags = as_ulong2(convert_char16(totals <= (ushort16)(ushort)rank));
  return (uint)(popcount(flags.x) + popcount(flags.y)) / 8;
}

// A window's totals by the lower bits, one vector for each value of the upper ones. Each was made for the window that
// begins at its pixel `first`.
typedef struct {
  ushort16 totals[16];
  int first[16];
} Lower;

// The totals by the lower bits, for one value of the upper bits and the window that begins at `pixel`. They are made in
// the way that reads fewer columns.
INLINE ushort16 lower_totals(const __local uchar16 *columns, const Lower *lower, uint upper_bits,
                             int pixel WINDOW_SHAPE) {
  const int first = lower->first[upper_bits];
  ushort16 totals = (ushort16)0;
  if (2 * (pixel - first) > WINDOW_COLUMNS) {
    for (int k = 0; k < WINDOW_COLUMNS; ++k) totals += convert_ushort16(columns[(pixel + k) * CHANNELS]);
  } else {
    totals = lower->totals[upper_bits];
    for (int p = first; p < pixel; ++p)
      totals += convert_ushort16(columns[(p + WINDOW_COLUMNS) * CHANNELS]) - convert_ushort16(columns[p * CHANNELS]);
  }
  return totals;
}

// The results of one channel of a row. Most windows need the same upper bits as the one before, so that their totals
// stay in a register.
INLINE void select_channel(Columns columns, int channel, int pixels, ARITH *results WINDOW_SHAPE) {
  ushort16 totals = (ushort16)0, of_upper = (ushort16)0;
  uint last_bits = 16;
  Lower lower;
  for (int k = 0; k < 16; ++k) lower.first[k] = -WINDOW_COLUMNS;
  for (int k = 0; k < WINDOW_COLUMNS - 1; ++k) totals += convert_ushort16(columns.upper[k * CHANNELS + channel]);
  for (int p = 0; p < pixels; ++p) {
    totals += convert_ushort16(columns.upper[(p + WINDOW_COLUMNS - 1) * CHANNELS + channel]);
    const uint upper_bits = lanes_up_to(totals, RANK);
    const __local uchar16 *column = &LOWER(columns, upper_bits, p * CHANNELS + channel);
    if (upper_bits == last_bits) {
      of_upper += convert_ushort16(column[(WINDOW_COLUMNS - 1) * CHANNELS]) - convert_ushort16(column[-CHANNELS]);
    } else {
      if (p > 0) {
        lower.totals[last_bits] = of_upper;
        lower.first[last_bits] = p - 1;
      }
      of_upper = lower_totals(&LOWER(columns, upper_bits, channel), &lower, upper_bits, p WINDOW_SHAPE_ARGS);
      last_bits = upper_bits;
    }
    const int below = upper_bits > 0 ? ((const ushort *)&totals)[upper_bits - 1] : 0;
    results[p * CHANNELS + channel] = (ARITH)(upper_bits * 16 + lanes_up_to(of_upper, RANK - below));
    totals -= convert_ushort16(columns.upper[p * CHANNELS + channel]);
  }
}

__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_INPUT;
  OPEN_OUTPUTS;
  const int x = region.x + (int)get_global_id(0) * STRIP_SAMPLES, first = region.y + (int)get_global_id(1) * STRIP_ROWS;
  __local uchar16 upper[MOST_SPAN_SAMPLES];
  __local uchar16 lower[16 * MOST_SPAN_SAMPLES];
  if (x >= region.z || first >= region.w) return;
  const Columns columns = {upper, lower, SPAN_SAMPLES};
  const int samples = min(STRIP_SAMPLES, region.z - x), count = samples + 2 * REACH_X;
  for (int i = 0; i < SPAN_SAMPLES; ++i) upper[i] = (uchar16)0;
  for (int i = 0; i < 16 * SPAN_SAMPLES; ++i) lower[i] = (uchar16)0;
  ARITH line[MOST_SPAN_SAMPLES], results[STRIP_SAMPLES];
  for (int i = 0; i < STRIP_SAMPLES; ++i) results[i] = 0;
  // Reading a line is much code, and compilers repeat it for each call. So one loop also reads the rows before the
  // first results.
  const int end = min(first + STRIP_ROWS, region.w);
  for (int y = first - 2 * REACH_Y; y < end; ++y) {
    read_line(IMAGE_ARGS, x - REACH_X, y + REACH_Y, count, line);
    for (int i = 0; i < count; ++i) add_sample(columns, i, (uint)line[i]);
    if (y < first) continue;
    for (int channel = 0; channel < CHANNELS - KEEP_ALPHA; ++channel)
      select_channel(columns, channel, samples / CHANNELS, results WINDOW_SHAPE_ARGS);
    store_line(IMAGE_ARGS, region, x, y, results, OUTPUT_ARGS);
    read_line(IMAGE_ARGS, x - REACH_X, y - REACH_Y, count, line);
    for (int i = 0; i < count; ++i) remove_sample(columns, i, (uint)line[i]);
  }
}
