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

__kernel void write_labels(__global const int *restrict parents, IMAGE_OF(int, out)) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, out_width);
  __global int *to = ROW(out, y);
  int last = NOTHING, label = 0;  // of the pixel before
  for (int x = first; x < end; ++x) {
    const int i = y * out_width + x, parent = parents[i];
    if (parent != last) {
      label = parent < 0 ? ~parent : ~parents[root_of(parents, parent)];
      last = parent;
    }
    to[x] = label;
  }
}
