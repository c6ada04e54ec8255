// Selects the k nearest of a row of distances, with a group for each query. A neighbour is one key: the bits of its
// distance, then its index, so that keys have the order of the result. The group keeps the best in the lower half of
// `keys`. Keys before the last of them wait in the upper half. When that is full, all are sorted.

#ifndef HALF
#define HALF 256  // a power of two: at least k, and twice the keys that a round may find
#define SIGNED 0  // labels are i32
#endif

#define BITS VECTOR(uint)
#define NONE 0xffffffffffffffffUL

#if GROUP == 1
#define MEET
#else
#define MEET barrier(CLK_LOCAL_MEM_FENCE);
#endif

#if VEC == 1
#define ANY(mask) (mask)
#define PUT_LANES(v, to) (to)[0] = v;
#else
#define ANY(mask) any(mask)
#define PUT_LANES(v, to) JOIN(vstore, VEC)(v, 0, to);
#endif

// Sorts by a bitonic network, ascending; the length is a power of two.
void sort_keys(__local ulong *keys, const uint length) {
  for (uint run = 2; run <= length; run *= 2)
    for (uint step = run / 2; step > 0; step /= 2) {
      MEET
      for (uint i = get_local_id(0); i < length / 2; i += GROUP) {
        const uint low = 2 * i - (i & (step - 1)), high = low + step;
        const ulong a = keys[low], b = keys[high];
        if ((a > b) == ((low & run) == 0)) {
          keys[low] = b;
          keys[high] = a;
        }
      }
    }
  MEET
}

// Sorts the waiting keys into the best, and returns the last of the best.
ulong merge(__local ulong *keys, volatile __local uint *waiting, const uint k) {
  for (uint i = *waiting + get_local_id(0); i < HALF; i += GROUP) keys[HALF + i] = NONE;
  sort_keys(keys, 2 * HALF);
  if (get_local_id(0) == 0) *waiting = 0;
  MEET
  return keys[k - 1];
}

// Each query has `stride` vectors in `rows` and `count` distances. `first` is the index of the point of its first
// distance.
__kernel void nearest(__global const BITS *restrict rows, __global ulong *restrict best, const uint k,
                      const ulong first, const uint count, const ulong stride) {
  __local ulong keys[2 * HALF];
  __local uint waiting;
  const uint id = get_local_id(0);
  const ulong query = get_group_id(0);
  for (uint i = id; i < HALF; i += GROUP) keys[i] = first > 0 && i < k ? best[query * k + i] : NONE;
  if (id == 0) waiting = 0;
  MEET
  ulong last = keys[k - 1];
  for (uint begin = 0; begin < count; begin += GROUP * VEC) {
    const bool full = waiting + GROUP * VEC > HALF;
    MEET
    if (full) last = merge(keys, &waiting, k);
    const uint place = begin + id * VEC;
    if (place < count) {
      const BITS bits = rows[query * stride + place / VEC];
      if (ANY(bits <= (BITS)((uint)(last >> 32)))) {
        uint lanes[VEC];
        PUT_LANES(bits, lanes)
        for (uint lane = 0; lane < VEC && place + lane < count; ++lane) {
          const ulong key = ((ulong)lanes[lane] << 32) | (uint)(first + place + lane);
          if (key < last) keys[HALF + atomic_inc(&waiting)] = key;
        }
      }
    }
    MEET
  }
  merge(keys, &waiting, k);
  for (uint i = id; i < k; i += GROUP) best[query * k + i] = keys[i];
}

__kernel void finish(__global const ulong *restrict best, __global uint *restrict indices,
                     __global float *restrict distances, const ulong count, const ulong first) {
  const ulong i = get_global_id(0);
  if (i >= count) return;
  indices[first + i] = (uint)best[i];
  distances[first + i] = as_float((uint)(best[i] >> 32));
}

// Finds the label of most of the k nearest; of several the least one.
__kernel void vote(__global const ulong *restrict best, __global const uint *restrict labels,
                   __global uint *restrict classes, const uint k, const ulong first) {
  __local ulong keys[HALF];
  const ulong query = get_group_id(0);
  const uint sign = SIGNED ? 0x80000000u : 0;
  for (uint i = get_local_id(0); i < HALF; i += GROUP)
    keys[i] = i < k ? (ulong)(labels[(uint)best[query * k + i]] ^ sign) : NONE;
  sort_keys(keys, HALF);
  if (get_local_id(0) > 0) return;
  uint run = 0, most = 0;
  ulong winner = keys[0];
  for (uint i = 0; i < k; ++i) {
    run = i > 0 && keys[i] == keys[i - 1] ? run + 1 : 1;
    if (run <= most) continue;
    most = run;
    winner = keys[i];
  }
  classes[first + query] = (uint)winner ^ sign;
}
