// Makes one histogram of the groups' parts. The program is the same for all types of elements.

#ifndef SLICES
#define SLICES 32  // work-items that add the parts of one bin
#endif
#define GROUP_BINS (GROUP / SLICES)

// Clears bins that groups share.
__kernel void clear(__global uint *restrict parts, const ulong count) {
  for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) parts[i] = 0;
}

GROUP_TREE(of_slices, ulong, PLUS, GROUP_BINS)

__kernel void merge(__global const uint *restrict parts, __global ulong *restrict out, const uint count,
                    const ulong size) {
  const uint id = get_local_id(0);
  const ulong bin = get_group_id(0) * (ulong)GROUP_BINS + id % GROUP_BINS;
  ulong sum = 0;
  if (bin < size)
    for (uint part = id / GROUP_BINS; part < count; part += SLICES) sum += parts[part * size + bin];
#if SLICES > 1
  __local ulong sums[GROUP];
  sum = of_slices(sum, sums);
  if (id >= GROUP_BINS) return;
#endif
  if (bin < size) out[bin] = sum;
}

// Makes bins of several values. `first` has the first value of each bin, and then the end of the last bin.
__kernel void regroup(__global const ulong *restrict values, __global const uint *restrict first,
                      __global ulong *restrict out, const uint bins, const uint levels, const ulong size) {
  const ulong place = get_global_id(0);
  if (place >= size) return;
  const uint bin = place % bins;
  ulong sum = 0;
  for (uint value = first[bin]; value < first[bin + 1]; ++value) sum += values[place / bins * levels + value];
  out[place] = sum;
}
