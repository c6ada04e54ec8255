// Sums of a group's values in local memory. They differ in their barriers. All groups have a power of two of
// work-items.

// Each step halves the number of values, and every item comes to every barrier. The sum is in values[0].
void tree(__local float *values) {
  const uint id = get_local_id(0);
  for (uint left = get_local_size(0) / 2; left > 0; left /= 2) {
    if (id < left) values[id] += values[id + left];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// The same with one barrier between reading and writing, too.
void tree_two_barriers(__local float *values) {
  const uint id = get_local_id(0);
  for (uint left = get_local_size(0) / 2; left > 0; left /= 2) {
    const float sum = id < left ? values[id] + values[id + left] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < left) values[id] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Each step leaves a quarter of the values.
void tree_of_fours(__local float *values) {
  const uint id = get_local_id(0);
  for (uint width = get_local_size(0); width > 1;) {
    const uint left = max(width / 4, 1u);
    if (id < left) {
      float sum = values[id];
      for (uint i = id + left; i < width; i += left) sum += values[i];
      values[id] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    width = left;
  }
}

// One item alone needs no barrier to read what the last one made visible.
void first_adds(__local float *values, const uint width) {
  if (get_local_id(0) > 0) return;
  float sum = values[0];
  for (uint i = 1; i < width; ++i) sum += values[i];
  values[0] = sum;
}

void tree_then_one(__local float *values) {
  const uint id = get_local_id(0);
  uint left = get_local_size(0);
  while (left > 16) {
    left /= 2;
    if (id < left) values[id] += values[id + left];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  first_adds(values, left);
}

void one_adds_all(__local float *values) { first_adds(values, get_local_size(0)); }

// A group adds a stretch of `elements` for each of its items. Neighbouring items take neighbouring elements.
#define REDUCTION(NAME, STEPS)                                                                                   \
  __kernel void NAME(__global const float *restrict a, __global float *restrict sums, const uint elements,       \
                     __local float *values) {                                                                    \
    const size_t begin = get_group_id(0) * get_local_size(0) * elements + get_local_id(0);                       \
    float sum = 0;                                                                                               \
    for (uint i = 0; i < elements; ++i) sum += a[begin + i * get_local_size(0)];                                 \
    values[get_local_id(0)] = sum;                                                                               \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                \
    STEPS(values);                                                                                               \
    if (get_local_id(0) == 0) sums[get_group_id(0)] = values[0];                                                 \
  }

REDUCTION(sum_by_tree, tree)
REDUCTION(sum_by_tree_two_barriers, tree_two_barriers)
REDUCTION(sum_by_tree_of_fours, tree_of_fours)
REDUCTION(sum_by_tree_then_one, tree_then_one)
REDUCTION(sum_by_one, one_adds_all)
