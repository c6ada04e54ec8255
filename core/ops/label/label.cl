// Numbers the roots of a forest in the order of rows, and gives each pixel the number of its root. connected.cl stands
// before this file. A numbered root holds the complement of its number; so the complement of NOTHING is 0.

#ifndef BLOCK
#define BLOCK 1024  // pixels whose roots a group counts, each work-item as many
#endif

GROUP_TREE(group_sum, int, PLUS, 1)
GROUP_BEFORE(sum_before, int)

// Counts the roots of each block.
__kernel void count_roots(__global const int *restrict parents, const int pixels, __global int *restrict counts) {
  __local int sums[GROUP];
  const int begin = get_group_id(0) * BLOCK, end = (int)min((long)begin + BLOCK, (long)pixels);
  int count = 0;
  for (long i = begin + get_local_id(0); i < end; i += GROUP) count += parents[i] == i;
  count = group_sum(count, sums);
  if (get_local_id(0) == 0) counts[get_group_id(0)] = count;
}

// Replaces each block's count by the sum of those before it, by a single group. `all` becomes the number of roots.
__kernel void add_counts(__global int *restrict counts, const int blocks, __global int *restrict all) {
  __local int sums[GROUP];
  const int share = DIVIDE_UP(blocks, GROUP), begin = get_local_id(0) * share, end = min(begin + share, blocks);
  int own = 0;
  for (int i = begin; i < end; ++i) own += counts[i];
  int sum = sum_before(own, sums);
  for (int i = begin; i < end; ++i) {
    const int count = counts[i];
    counts[i] = sum;
    sum += count;
  }
  if (get_local_id(0) == GROUP - 1) *all = sum;
}

__kernel void number_roots(__global int *restrict parents, const int pixels, __global const int *restrict counts) {
  __local int sums[GROUP];
  const long begin = (long)get_group_id(0) * BLOCK + get_local_id(0) * (BLOCK / GROUP);
  const long end = min(begin + BLOCK / GROUP, (long)pixels);
  int own = 0;
  for (long i = begin; i < end; ++i) own += parents[i] == i;
  int number = counts[get_group_id(0)] + sum_before(own, sums);
  for (long i = begin; i < end && own > 0; ++i)
    if (parents[i] == i) {
      parents[i] = ~++number;
      --own;
    }
}

INLINE int label_at(__global const int *parents, const int parent) {
  return parent < 0 ? ~parent : ~parents[root_of(parents, parent)];
}

#define TOGETHER 64  // pixels of which it is asked how many parents they have
#define FEW 12      // changes of the parent, up to which runs are faster

// Two steps for each pixel without branches, which nothing foretells where regions are small; few need more.
INLINE void write_many(__global const int *parents, __global const int *from, const int count, __global int *to) {
  for (int x = 0; x < count; ++x) {
    const int parent = from[x], next = parents[max(parent, 0)];
    const int second = parent < 0 ? parent : next, last = parents[max(second, 0)];
    const int found = second < 0 ? second : last;
    to[x] = label_at(parents, found);
  }
}

// Neighbours with one parent have one label, which is looked for once.
INLINE void write_runs(__global const int *parents, __global const int *from, const int count, __global int *to) {
  int last = NOTHING, label = 0;  // of the pixel before
  for (int x = 0; x < count; ++x) {
    if (from[x] != last) label = label_at(parents, from[x]);
    last = from[x];
    to[x] = label;
  }
}

__kernel void write_labels(__global const int *restrict parents, IMAGE_OF(int, out)) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, out_width);
  __global const int *from = parents + (long)y * out_width;
  for (int x = first; x < end; x += TOGETHER) {
    const int count = min(TOGETHER, end - x);
    int changes = 0;
    for (int k = 1; k < count; ++k) changes += from[x + k] != from[x + k - 1];
    if (changes < FEW)
      write_runs(parents, from + x, count, ROW(out, y) + x);
    else
      write_many(parents, from + x, count, ROW(out, y) + x);
  }
}
