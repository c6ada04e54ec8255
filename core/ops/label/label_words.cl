// Numbers the roots of a forest of words' runs, and writes the labels. word_runs.cl and label.cl stand before this file. Words
// are in the order of rows, and so are their runs.

INLINE int roots_of(__global const int *parents, const int word, const uint bits) {
  int roots = 0;
  for (uint rest = starts_of(bits); rest != 0; rest &= rest - 1) {
    const int node = word * NODES + lowest_of(rest) / 2;
    roots += parents[node] == node;
  }
  return roots;
}

// Counts the roots of each group's words, and leads other nodes to theirs by fewer steps.
__kernel void count_word_roots(__global const uint *restrict words, __global int *parents, const int count,
                               __global int *restrict counts) {
  __local int sums[GROUP];
  const int word = get_global_id(0);
  int roots = 0;
  for (uint rest = word < count ? starts_of(words[word]) : 0; rest != 0; rest &= rest - 1) {
    const int node = word * NODES + lowest_of(rest) / 2;
    roots += root_shortening(parents, node) == node;
  }
  roots = group_sum(roots, sums);
  if (get_local_id(0) == 0) counts[get_group_id(0)] = roots;
}

__kernel void number_word_roots(__global const uint *restrict words, __global int *restrict parents, const int count,
                                __global const int *restrict counts) {
  __local int sums[GROUP];
  const int word = get_global_id(0);
  const uint bits = word < count ? words[word] : 0;
  const int roots = roots_of(parents, word, bits);
  int number = counts[get_group_id(0)] + sum_before(roots, sums);
  if (roots == 0) return;
  for (uint rest = starts_of(bits); rest != 0; rest &= rest - 1) {
    const int node = word * NODES + lowest_of(rest) / 2;
    if (parents[node] == node) parents[node] = ~++number;
  }
}

#define PER_ITEM 4  // pixels of a work-item

__kernel void write_word_labels(__global const uint *restrict words, __global const int *restrict parents,
                                IMAGE_OF(int, out)) {
  const int x = get_global_id(0) * PER_ITEM, y = get_global_id(1), shift = x % PIXELS;
  if (x >= out_width) return;
  const int word = y * DIVIDE_UP(out_width, PIXELS) + x / PIXELS;
  const uint bits = words[word];
  int labels[PER_ITEM];
  for (int k = 0, label = 0; k < PER_ITEM; ++k) {
    const uint own = bits >> (shift + k) & 1, before = k > 0 ? bits >> (shift + k - 1) & 1 : 0;
    if (own != 0 && before == 0) label = label_at(parents, parents[node_of(word, bits, shift + k)]);
    labels[k] = own != 0 ? label : 0;
  }
  __global int *to = ROW(out, y) + x;
  if (x + PER_ITEM <= out_width && ((size_t)to & 15) == 0)
    *(__global int4 *)to = (int4)(labels[0], labels[1], labels[2], labels[3]);
  else
    for (int k = 0; k < min(PER_ITEM, out_width - x); ++k) to[k] = labels[k];
}
