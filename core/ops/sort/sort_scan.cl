// Finds where each digit's keys begin, from counts[digit][part], the number of keys in each part.

GROUP_BEFORE(before, INDEX)

// Each digit has a group. Each part's count becomes the sum of the parts before it, and starts[digit] the sum of all
// parts.
__kernel void rows(__global INDEX *restrict counts, __global INDEX *restrict starts, const ulong parts) {
  __local INDEX sums[GROUP];
  __global INDEX *row = counts + get_group_id(0) * parts;
  INDEX sum = 0;
  for (ulong first = 0; first < parts; first += GROUP) {
    const ulong part = first + get_local_id(0);
    const INDEX value = part < parts ? row[part] : 0;
    const INDEX place = sum + before(value, sums);
    if (part < parts) row[part] = place;
    sum += sums[GROUP - 1];
  }
  if (get_local_id(0) == 0) starts[get_group_id(0)] = sum;
}

// One group computes all: each digit's count becomes the sum of the digits before it.
__kernel void columns(__global INDEX *restrict starts) {
  __local INDEX sums[GROUP];
  const uint each = DIVIDE_UP(RADIX, GROUP), first = get_local_id(0) * each;
  INDEX total = 0;
  for (uint digit = first; digit < min(first + each, (uint)RADIX); ++digit) total += starts[digit];
  INDEX place = before(total, sums);
  for (uint digit = first; digit < min(first + each, (uint)RADIX); ++digit) {
    const INDEX value = starts[digit];
    starts[digit] = place;
    place += value;
  }
}
