// Numbers the roots of a forest of runs in the order of rows, and gives each pixel the number of its run's root. runs.cl
// stands before this file. A numbered root holds the complement of its number.

__kernel void count_run_roots(__global const int *restrict parents, __global const int *restrict runs, const int width,
                              const int height, __global int *restrict counts) {
  const int slots = slots_of_row(width);
  const int begin = get_global_id(0) * TILE_HEIGHT, end = min(begin + TILE_HEIGHT, height);
  int count = 0;
  for (int y = begin; y < end; ++y)
    for (int i = y * slots, last = i + runs[y]; i < last; ++i) count += parents[i] == i;
  counts[get_global_id(0)] = count;
}

// Replaces each strip's count by the sum of those before it, by one work-item: strips may be very many. The sum of all
// stands behind the last one's, and becomes `all`.
__kernel void add_run_counts(__global int *restrict counts, const int strips, __global int *restrict all) {
  int sum = 0;
  for (int i = 0; i < strips; ++i) {
    const int count = counts[i];
    counts[i] = sum;
    sum += count;
  }
  counts[strips] = sum;
  *all = sum;
}

__kernel void number_run_roots(__global int *restrict parents, __global const int *restrict runs, const int width,
                               const int height, __global const int *restrict counts) {
  const int slots = slots_of_row(width), strip = get_global_id(0);
  const int begin = strip * TILE_HEIGHT, end = min(begin + TILE_HEIGHT, height);
  int number = counts[strip];
  const int last_number = counts[strip + 1];
  for (int y = begin; y < end && number < last_number; ++y)
    for (int i = y * slots, last = i + runs[y]; i < last; ++i)
      if (parents[i] == i) parents[i] = ~++number;
}

typedef int16 LOOSE_LABELS __attribute__((aligned(4)));

// Writes a label from a place on, and more behind it that is written again later.
INLINE void fill(__global int *to, const int begin, const int end, const int label) {
  for (int x = begin; x < end; x += 16) *(__global LOOSE_LABELS *)(to + x) = (int16)label;
}

INLINE int label_of_run(__global const int *parents, const int run) {
  const int parent = parents[run];
  return parent < 0 ? ~parent : ~parents[root_of(parents, parent)];
}

__kernel void write_run_labels(__global const ulong *restrict bits, __global const int *restrict parents,
                               IMAGE_OF(int, out)) {
  const int words = words_of_row(out_width), slots = slots_of_row(out_width);
  const int begin = get_global_id(0) * WRITTEN, end_row = min(begin + WRITTEN, out_height);
  for (int y = begin; y < end_row; ++y) {
    __global int *to = ROW(out, y);
    __global const ulong *row = bits + (long)y * words;
    ulong carry = 0;
    int run = y * slots, label = 0;
    int i = 0, x = 0;
    for (; x + WORD + 15 < out_width; x += WORD, ++i) {
      const ulong own = row[i];
      ulong edges = own ^ moved_on(own, &carry);
      int begin = 0;
      while (edges != 0) {
        const int edge = lowest_bit(edges);
        fill(to, x + begin, x + edge, label);
        label = (own >> edge & 1) ? label_of_run(parents, run++) : 0;
        begin = edge;
        edges &= edges - 1;
      }
      fill(to, x + begin, x + WORD, label);
    }
    for (; x < out_width; x += WORD, ++i) {
      const ulong own = row[i], edges = own ^ moved_on(own, &carry);
      for (int k = 0; k < WORD && x + k < out_width; ++k) {
        if (edges >> k & 1) label = (own >> k & 1) ? label_of_run(parents, run++) : 0;
        to[x + k] = label;
      }
    }
  }
}
