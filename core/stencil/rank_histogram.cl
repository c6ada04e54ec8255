// The sample of rank RANK of each window of u8 by a histogram of the window (Huang, Yang and Tang, A Fast
// Two-Dimensional Median Filtering Algorithm, 1979). A work-item moves its histogram down a column: a row leaves, a row
// enters. Then it walks from the last result to the next.

#ifndef RANK
#define RANK (KSIZE_X * KSIZE_Y / 2)
#endif

#define ITEMS_OF_GROUP (GROUP_WIDTH * GROUP_HEIGHT)
#define ROWS_OF_ITEM (ITEMS_Y * (KSIZE_Y > 16 ? KSIZE_Y : 16))

// The counts of an item lie in a column of words, one bank of local memory for each item.
#if KSIZE_X * KSIZE_Y <= 255
#define COUNT uchar
#define COUNTS_PER_WORD 4
#else
#define COUNT ushort
#define COUNTS_PER_WORD 2
#endif
#define COUNT_OF(bin) counts[((bin) / COUNTS_PER_WORD * ITEMS_OF_GROUP) * COUNTS_PER_WORD + (bin) % COUNTS_PER_WORD]

// Where the walk stands: `below` samples of the window are smaller than `value`.
typedef struct {
  uint value;
  int below;
} Standing;

// Sample x of row y. `row` is the row that stands for row y by the border rule, or -1 where the border's constant does.
INLINE uint sample_in(IMAGE, bool inside, int x, int y, int row) {
  return (uint)(inside && row >= 0 ? load_sample(SOURCE_ARGS, x, row) : read_sample(IMAGE_ARGS, x, y));
}

INLINE void add_row(IMAGE, bool inside, int x, int y, __local COUNT *counts, Standing *standing) {
  const int row = border_index(y, height);
  for (int k = -RADIUS_X; k <= RADIUS_X; ++k) {
    const uint v = sample_in(IMAGE_ARGS, inside, x + k * CHANNELS, y, row);
    COUNT_OF(v) += 1;
    standing->below += v < standing->value;
  }
}

INLINE void remove_row(IMAGE, bool inside, int x, int y, __local COUNT *counts, Standing *standing) {
  const int row = border_index(y, height);
  for (int k = -RADIUS_X; k <= RADIUS_X; ++k) {
    const uint v = sample_in(IMAGE_ARGS, inside, x + k * CHANNELS, y, row);
    COUNT_OF(v) -= 1;
    standing->below -= v < standing->value;
  }
}

INLINE void walk(const __local COUNT *counts, Standing *standing) {
  while (standing->below > RANK) {
    --standing->value;
    standing->below -= COUNT_OF(standing->value);
  }
  while (standing->below + COUNT_OF(standing->value) <= RANK) {
    standing->below += COUNT_OF(standing->value);
    ++standing->value;
  }
}

INLINE void store_sample(SOURCE, int x, int y, uint value, OUTPUT_PARAMETERS) {
  RESULT result = (RESULT)(RESULT_LANE)value;
  STORED_SAMPLE samples[VEC];
  STORE_PLAIN(stored(SOURCE_ARGS, x, y, result BESIDE_ARGS), samples);
  STORE_ONE(samples[0], dst0 + (offset0 + y * stride0 + x));
}

__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_INPUT;
  OPEN_OUTPUTS;
  const int x = region.x + (int)get_global_id(0), first = region.y + (int)get_global_id(1) * ROWS_OF_ITEM;
  __local COUNT counts_of_group[256 * ITEMS_OF_GROUP];
  if (x >= region.z || first >= region.w) return;
  __local COUNT *counts = counts_of_group + (get_local_id(1) * GROUP_WIDTH + get_local_id(0)) * COUNTS_PER_WORD;
  for (int bin = 0; bin < 256; ++bin) COUNT_OF(bin) = 0;
  Standing standing = {0, 0};
  const bool inside = x >= HALO && x + HALO < width * CHANNELS;
  for (int y = first - RADIUS_Y; y < first + RADIUS_Y; ++y) add_row(IMAGE_ARGS, inside, x, y, counts, &standing);
  const int end = min(first + ROWS_OF_ITEM, region.w);
  for (int y = first; y < end; ++y) {
    add_row(IMAGE_ARGS, inside, x, y + RADIUS_Y, counts, &standing);
    walk(counts, &standing);
    store_sample(SOURCE_ARGS, x, y, standing.value, OUTPUT_ARGS);
    remove_row(IMAGE_ARGS, inside, x, y - RADIUS_Y, counts, &standing);
  }
}
