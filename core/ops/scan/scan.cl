// Scans in blocks: each block's sum, the exclusive scan of these sums, then each block's own scan, begun with its
// sum's.
//
// A group has one block. It walks through the block in rounds of ITEMS vectors for each work-item. Sums are scanned in
// a vector, across the group, over its vectors, and over the rounds, so that no chain of additions is long.

#ifndef ITEMS
#define ITEMS 2      // vectors that an item has in a round
#define ROUNDS 4
#endif

#ifndef SUB_GROUPS
#define SUB_GROUPS 0  // 1: a group's items combine their sums in sub-groups first
#endif

// The place of an item in its group. The driver decides its place in a sub-group, but all sub-groups are full.
#if SUB_GROUPS
#ifdef cl_khr_subgroups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif
#define ITEM (get_sub_group_id() * get_max_sub_group_size() + get_sub_group_local_id())
#else
#define ITEM get_local_id(0)
#endif

// Where an item's vector of a round begins. A round's vectors with the same `item` lie side by side.
#define ROUND_ELEMENTS ((ulong)GROUP * ITEMS * VEC)
#define BLOCK_ELEMENTS (ROUND_ELEMENTS * ROUNDS)
#define PLACE(begin, item) ((begin) + ((ulong)(item)*GROUP + ITEM) * VEC)

GROUP_TREE(of_group, ACC_T, PLUS, 1)

// Computes each block's sum.
__kernel void sums(__global const ELEMENT *restrict x, __global ACC_T *restrict out, const ulong count) {
  __local ACC_T values[GROUP];
  const ulong first = get_group_id(0) * BLOCK_ELEMENTS, end = min(first + BLOCK_ELEMENTS, count);
  ACCS total = 0;
  for (ulong begin = first; begin < end; begin += ROUND_ELEMENTS) {
    ACCS part = elements(x, PLACE(begin, 0), count);
#pragma unroll
    for (uint item = 1; item < ITEMS; ++item) part += elements(x, PLACE(begin, item), count);
    total += part;
  }
  const ACC_T sum = of_group(LAST(scanned(total)), values);
  if (get_local_id(0) == 0) out[get_group_id(0)] = sum;
}

// Computes from each vector's sum the sum of the items before this one, and that of all items.
#if SUB_GROUPS
#define ACROSS_GROUP(sums, before, all)                                                        \
  const uint crew = get_sub_group_id(), crews = get_num_sub_groups();                          \
  for (uint item = 0; item < ITEMS; ++item) {                                                  \
    before[item] = sub_group_scan_exclusive_add(sums[item]);                                   \
    if (get_sub_group_local_id() + 1 == get_sub_group_size())                                  \
      values[item * GROUP + crew] = before[item] + sums[item];                                 \
  }                                                                                            \
  for (uint reach = 1; reach < crews; reach *= 2) {                                            \
    ACC_T others[ITEMS];                                                                       \
    barrier(CLK_LOCAL_MEM_FENCE);                                                              \
    for (uint item = 0; item < ITEMS; ++item)                                                  \
      others[item] = id >= reach && id < crews ? values[item * GROUP + id - reach] : 0;        \
    barrier(CLK_LOCAL_MEM_FENCE);                                                              \
    for (uint item = 0; item < ITEMS && id < crews; ++item) values[item * GROUP + id] += others[item]; \
  }                                                                                            \
  barrier(CLK_LOCAL_MEM_FENCE);                                                                \
  for (uint item = 0; item < ITEMS; ++item) {                                                  \
    if (crew > 0) before[item] += values[item * GROUP + crew - 1];                             \
    all[item] = values[item * GROUP + crews - 1];                                              \
  }                                                                                            \
  barrier(CLK_LOCAL_MEM_FENCE);  /* before the memory is used again */
#elif GROUP > 1
#define ACROSS_GROUP(sums, before, all)                                                       \
  for (uint item = 0; item < ITEMS; ++item) values[item * GROUP + id] = sums[item];           \
  for (uint reach = 1; reach < GROUP; reach *= 2) {                                           \
    ACC_T others[ITEMS];                                                                      \
    barrier(CLK_LOCAL_MEM_FENCE);                                                             \
    for (uint item = 0; item < ITEMS; ++item)                                                 \
      others[item] = id >= reach ? values[item * GROUP + id - reach] : 0;                     \
    barrier(CLK_LOCAL_MEM_FENCE);                                                             \
    for (uint item = 0; item < ITEMS; ++item) values[item * GROUP + id] += others[item];      \
  }                                                                                           \
  barrier(CLK_LOCAL_MEM_FENCE);                                                               \
  for (uint item = 0; item < ITEMS; ++item) {                                                 \
    before[item] = id > 0 ? values[item * GROUP + id - 1] : 0;                                \
    all[item] = values[item * GROUP + GROUP - 1];                                             \
  }                                                                                           \
  barrier(CLK_LOCAL_MEM_FENCE);  /* before the memory is used again */
#else
#define ACROSS_GROUP(sums, before, all)           \
  for (uint item = 0; item < ITEMS; ++item) {     \
    before[item] = 0;                             \
    all[item] = sums[item];                       \
  }
#endif

// `offsets` has the sum of everything before each group's block. It is not read if there is only one block.
__kernel void scan(__global const ELEMENT *restrict x, __global const ACC_T *restrict offsets,
                   __global ACC_T *restrict out, const ulong count) {
#if GROUP > 1
  __local ACC_T values[GROUP * ITEMS];
  const uint id = ITEM;
#endif
  const ulong first = get_group_id(0) * BLOCK_ELEMENTS, end = min(first + BLOCK_ELEMENTS, count);
  const ACC_T offset = get_num_groups(0) > 1 ? offsets[get_group_id(0)] : 0;
  ACC_T carry = 0;  // sum of the rounds before
  for (ulong begin = first; begin < end; begin += ROUND_ELEMENTS) {
    ACCS vectors[ITEMS];
    ACC_T totals[ITEMS], before[ITEMS], all[ITEMS];
#pragma unroll
    for (uint item = 0; item < ITEMS; ++item) {
      vectors[item] = scanned(elements(x, PLACE(begin, item), count));
      totals[item] = LAST(vectors[item]);
    }
    ACROSS_GROUP(totals, before, all)
    ACC_T run = 0;  // sum of the round's vectors before
#pragma unroll
    for (uint item = 0; item < ITEMS; ++item) {
      put(RESULT(vectors[item]) + (offset + (carry + (run + before[item]))), out, PLACE(begin, item), count);
      run += all[item];
    }
    carry += run;
  }
}
