// Makes a list of the places whose scores are the highest round them, row by row, each from the left. Rows are counted
// first, so that each knows where in the list it begins: the list is the same on every device.

#ifndef SCORE
#define SCORE F32    // type of the scores
#define RADIUS 1     // how far a peak is the highest; 0: every place above the least score is one
#define STRICT 1     // 0: of equal neighbours the first may be a peak
#define TAKEN 0      // from the scores in the list
#endif
#define SCORE_T ELEMENT_OF(SCORE)
#define SCORES_IN __global const SCORE_T *restrict scores, const int width, const int height

INLINE bool is_peak(SCORES_IN, const float least, const int x, const int y) {
  const SCORE_T own = scores[(long)y * width + x];
  if (!(own > least)) return false;
  for (int dy = max(-RADIUS, -y); dy <= min(RADIUS, height - 1 - y); ++dy)
    for (int dx = max(-RADIUS, -x); dx <= min(RADIUS, width - 1 - x); ++dx) {
      const SCORE_T other = scores[(long)(y + dy) * width + x + dx];
      const bool is_first = dy > 0 || (dy == 0 && dx > 0);
      const bool counts = STRICT ? dx != 0 || dy != 0 : !is_first && (dx != 0 || dy != 0);
      if (other > own || (other == own && counts)) return false;
    }
  return true;
}

GROUP_TREE(greatest_of_group, float, fmax, 1)
GROUP_TREE(count_of_group, int, PLUS, 1)
GROUP_BEFORE(count_before, int)

// Each group has a row. NaN is no score.
__kernel void find_greatest(SCORES_IN, __global float *restrict greatest) {
  __local float values[GROUP];
  const int y = get_group_id(0);
  float own = -INFINITY;
  for (int x = get_local_id(0); x < width; x += GROUP) own = fmax(own, (float)scores[(long)y * width + x]);
  own = greatest_of_group(own, values);
  if (get_local_id(0) == 0) greatest[y] = own;
}

// One group finds the least score that counts: a part of the greatest.
__kernel void find_least(__global const float *restrict greatest, const int height, const float part,
                         __global float *restrict least) {
  __local float values[GROUP];
  float own = 0;
  for (int y = get_local_id(0); y < height; y += GROUP) own = fmax(own, greatest[y]);
  own = greatest_of_group(own, values);
  if (get_local_id(0) == 0) *least = part > 0 ? own * part : 0;  // the greatest may be infinite
}

__kernel void count_peaks(SCORES_IN, __global const float *restrict least, __global int *restrict counts) {
  __local int values[GROUP];
  const int y = get_group_id(0);
  int own = 0;
  for (int x = get_local_id(0); x < width; x += GROUP) own += is_peak(scores, width, height, *least, x, y) ? 1 : 0;
  own = count_of_group(own, values);
  if (get_local_id(0) == 0) counts[y] = own;
}

// One group replaces the counts by the sums of those before them.
__kernel void add_counts(__global int *restrict counts, const int height, __global uint *restrict found) {
  __local int sums[GROUP];
  const int share = DIVIDE_UP(height, GROUP), first = min((int)get_local_id(0) * share, height);
  const int end = min(first + share, height);
  int sum = 0;
  for (int y = first; y < end; ++y) sum += counts[y];
  int run = count_before(sum, sums);
  for (int y = first; y < end; ++y) {
    const int own = counts[y];
    counts[y] = run;
    run += own;
  }
  if (end == height && first < end) *found = run;
}

__kernel void write_peaks(SCORES_IN, __global const float *restrict least, __global const int *restrict counts,
                          const int left, const int top, const int room, __global float *restrict table) {
  __local int sums[GROUP];
  const int y = get_group_id(0);
  int next = counts[y];
  for (int begin = 0; begin < width; begin += GROUP) {
    const int x = begin + (int)get_local_id(0);
    const bool is_found = x < width && is_peak(scores, width, height, *least, x, y);
    const int at = next + count_before(is_found ? 1 : 0, sums);
    next += sums[GROUP - 1];
    if (!is_found || at >= room) continue;
    table[3 * (long)at] = left + x;
    table[3 * (long)at + 1] = top + y;
    table[3 * (long)at + 2] = (float)scores[(long)y * width + x] - TAKEN;
  }
}

// For CPUs: each work-item has a row, and looks at 16 places together. Peaks are bits of words, which the list is made of.
#if GROUP == 1 && (SCORE == U8 || SCORE == U16 || SCORE == F32)
#define WORD 64
typedef JOIN(SCORE_T, 16) SCORES;
typedef SCORES LOOSE_SCORES __attribute__((aligned(sizeof(SCORE_T))));
#define SCORES_AT(p) (*(__global const LOOSE_SCORES *)(p))
#if SCORE == U8
#define MARKS char16
#elif SCORE == U16
#define MARKS short16
#else
#define MARKS int16
#endif

__kernel void find_greatest_of_row(SCORES_IN, __global float *restrict greatest) {
  __global const SCORE_T *row = scores + (long)get_global_id(0) * width;
  float16 lanes = -INFINITY;
  float values[16];
  int x = 0;
  for (; x + 16 <= width; x += 16) {
    const float16 v = convert_float16(SCORES_AT(row + x));
    lanes = select(lanes, v, v > lanes);
  }
  vstore16(lanes, 0, values);
  for (; x < width; ++x) values[0] = (float)row[x] > values[0] ? (float)row[x] : values[0];
  for (int i = 1; i < 16; ++i) values[0] = fmax(values[0], values[i]);
  greatest[get_global_id(0)] = values[0];
}

// Which of 16 places are peaks, all of whose neighbours are there.
INLINE ulong peaks_of_16(__global const SCORE_T *at, const int width, const SCORE_T least) {
  const SCORES own = SCORES_AT(at);
  MARKS marks = own > (SCORES)least;
  for (int dy = -RADIUS; dy <= RADIUS && any(marks); ++dy)
    for (int dx = -RADIUS; dx <= RADIUS; ++dx) {
      const SCORES other = SCORES_AT(at + (long)dy * width + dx);
      const bool is_first = dy > 0 || (dy == 0 && dx > 0), is_own = dy == 0 && dx == 0;
      if (!is_own) marks &= STRICT || !is_first ? ~(other >= own) : ~(other > own);
    }
  if (!any(marks)) return 0;
  const ulong2 bytes = as_ulong2(convert_char16(marks)) & 0x0101010101010101UL;
  const ulong2 bits = bytes * 0x0102040810204080UL >> 56;
  return bits.x | bits.y << 8;
}

// Marks a row's peaks, and counts them.
__kernel void mark_peaks(SCORES_IN, __global const float *restrict least, __global ulong *restrict marks,
                         __global int *restrict counts) {
  const int y = get_global_id(0), words = DIVIDE_UP(width, WORD);
  const bool is_inner = y >= RADIUS && y + RADIUS < height;
#if SCORE == F32
  const float level = *least;
#else
  const SCORE_T level = (SCORE_T)min(*least, (float)(SCORE == U8 ? 255 : 65535));  // whole scores are above it alike
#endif
  int count = 0;
  for (int i = 0; i < words; ++i) {
    ulong bits = 0;
    for (int x = i * WORD; x < min(i * WORD + WORD, width); x += 16)
      if (is_inner && x >= RADIUS && x + 16 + RADIUS <= width)
        bits |= peaks_of_16(scores + (long)y * width + x, width, level) << (x - i * WORD);
      else
        for (int k = x; k < min(x + 16, width); ++k)
          bits |= (ulong)is_peak(scores, width, height, *least, k, y) << (k - i * WORD);
    marks[(long)y * words + i] = bits;
    count += popcount(bits);
  }
  counts[y] = count;
}

__kernel void list_peaks(SCORES_IN, __global const ulong *restrict marks, __global const int *restrict counts,
                         const int left, const int top, const int room, __global float *restrict table) {
  const int y = get_global_id(0), words = DIVIDE_UP(width, WORD);
  int at = counts[y];
  for (int i = 0; i < words; ++i)
    for (ulong bits = marks[(long)y * words + i]; bits != 0 && at < room; bits &= bits - 1, ++at) {
      const int x = i * WORD + 63 - (int)clz(bits & -bits);
      table[3 * (long)at] = left + x;
      table[3 * (long)at + 1] = top + y;
      table[3 * (long)at + 2] = (float)scores[(long)y * width + x] - TAKEN;
    }
}
#endif
