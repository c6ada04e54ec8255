// Selects the first k keys in order, without sorting the others. The last one of them is the threshold. It is found
// digit by digit, from the greatest digit on. Then the keys before it, and the first of its equals, are taken in the
// order of the input.
//
// Each group has a part of the keys.

#if GROUP == 1
#define BIN INDEX  // a chunk may have more keys than 32 bits count; a tile may not
#define ADD_ONE(bin) ++(bin)
#else
#define BIN uint
#define ADD_ONE(bin) atomic_inc(&(bin))
#endif

GROUP_BEFORE(before, INDEX)

#define PART                                                    \
  const uint id = get_local_id(0);                              \
  const ulong part = get_group_id(0), first = part * length;    \
  const ulong end = min(first + length, count);

#define IS_GREATEST (shift + RADIX_BITS == 8 * sizeof(KEY))  // the first digit to find

// Counts the digits at `shift` of all keys whose higher digits are the threshold's.
__kernel IN_GROUPS void count_candidates(__global const KEY *restrict keys, __global INDEX *restrict counts,
                                         __global const KEY *restrict threshold, const ulong count, const ulong length,
                                         const ulong parts, const uint shift) {
  __local BIN bins[RADIX];
  const KEY found = IS_GREATEST ? 0 : threshold[0];
  PART
  for (uint digit = id; digit < RADIX; digit += GROUP) bins[digit] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (ulong i = first + id; i < end; i += GROUP) {
    const KEY order = order_of(keys[i]);
    if (((KEY)(order ^ found) >> shift >> RADIX_BITS) == 0) ADD_ONE(bins[(uint)(order >> shift) & (RADIX - 1)]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint digit = id; digit < RADIX; digit += GROUP) counts[digit * parts + part] = bins[digit];
}

// Finds the threshold's digit in one work-item, and how many of its candidates are wanted.
__kernel void pick_digit(__global const INDEX *restrict sizes, __global KEY *restrict threshold,
                         __global INDEX *restrict wanted, const ulong k, const uint shift) {
  INDEX left = IS_GREATEST ? (INDEX)k : wanted[0];
  uint digit = 0;
  for (; digit < RADIX - 1 && sizes[digit] < left; ++digit) left -= sizes[digit];
  threshold[0] = (IS_GREATEST ? 0 : threshold[0]) | (KEY)((KEY)digit << shift);
  wanted[0] = left;
}

// Counts keys in each part: counts[part] before the threshold, counts[parts + part] equal to it.
__kernel IN_GROUPS void count_taken(__global const KEY *restrict keys, __global INDEX *restrict counts,
                                    __global const KEY *restrict threshold, const ulong count, const ulong length,
                                    const ulong parts) {
  __local INDEX sums[GROUP];
  const KEY last = threshold[0];
  PART
  INDEX lesser = 0, equal = 0;
  for (ulong i = first + id; i < end; i += GROUP) {
    const KEY order = order_of(keys[i]);
    lesser += order < last;
    equal += order == last;
  }
  before(lesser, sums);
  if (id == 0) counts[part] = sums[GROUP - 1];
  before(equal, sums);
  if (id == 0) counts[parts + part] = sums[GROUP - 1];
}

// Takes the keys. `counts` has the sums of the parts before, totals[0] the number of all keys before the threshold.
__kernel IN_GROUPS void take(__global const KEY *restrict keys, __global KEY *restrict keys_out,
                             __global INDEX *restrict indexes, __global const INDEX *restrict counts,
                             __global const INDEX *restrict totals, __global const KEY *restrict threshold,
                             const ulong count, const ulong length, const ulong parts, const ulong k) {
#if GROUP > 1
  __local INDEX sums[GROUP];
#endif
  const KEY last = threshold[0];
  PART
  INDEX lesser = counts[part], equal = totals[0] + counts[parts + part];
  const INDEX next = part + 1 < parts ? counts[part + 1] : totals[0];
  const INDEX next_equal = part + 1 < parts ? counts[parts + part + 1] : totals[1];
  if (lesser == next && (equal >= k || equal == totals[0] + next_equal)) return;
  for (ulong round = first; round < end; round += GROUP) {
    const ulong i = round + id;
    const KEY key = keys[min(i, end - 1)], order = order_of(key);
    const uint is_lesser = i < end && order < last, is_equal = i < end && order == last;
#if GROUP == 1
    const INDEX both = 0, all = is_lesser | is_equal << 16;
#else
    const INDEX both = before(is_lesser | is_equal << 16, sums), all = sums[GROUP - 1];
#endif
    const INDEX place = is_lesser ? lesser + (both & 0xFFFF) : equal + (both >> 16);
    if ((is_lesser || is_equal) && place < k) {
      keys_out[place] = key;
      indexes[place] = (INDEX)i;
    }
    lesser += all & 0xFFFF;
    equal += all >> 16;
  }
}
