// Finds where each digit's keys begin: from how many each part of the keys has, counts[digit][part].

GROUP_BEFORE(before, INDEX)

// Has a group for each digit: each part's count becomes that of the parts before it, and starts[digit] that of all.
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

// Has one group: each digit's count becomes that of the digits before it.
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
