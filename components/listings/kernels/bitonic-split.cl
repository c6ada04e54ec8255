// 004:7130-7157, the split of a bitonic sequence: of pairs that lie half the sequence apart, the lesser number goes to
// the first half and the greater one to the second. Both are bitonic again, and no number of the first is greater than
// one of the second.
//
// Range: half of the numbers.
__kernel void bitonic_split(__global const int* sequence, __global int* halves) {
  const uint i = get_global_id(0), apart = get_global_size(0);
  const int left = sequence[i], right = sequence[i + apart];
  halves[i] = min(left, right);
  halves[i + apart] = max(left, right);
}

// Writes 1 where a sequence increases to its next number, and -1 where it decreases.
//
// Range: one item less than numbers.
__kernel void bitonic_directions(__global const int* sequence, __global int* directions) {
  const uint i = get_global_id(0);
#ifdef AS_PRINTED
  const bool increases = sequence[i] >= sequence[i + 1];  // as it is defined, which is the other way round
#else
  const bool increases = sequence[i] <= sequence[i + 1];
#endif
  directions[i] = increases ? 1 : -1;
}
