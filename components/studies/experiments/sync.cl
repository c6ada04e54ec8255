// sync: sums that show whether all that they need came first.

// Each sum takes its share of every 16th block of both written buffers, and a number of the kernel before. Summing all
// blocks would take longer than the writes, and hide what overlapping gains.
__kernel void combine(__global const uint *restrict a, __global const uint *restrict b,
                      __global const uint *restrict spun, __global uint *restrict sums, const uint count,
                      const uint spun_count) {
  const uint me = (uint)get_global_id(0), all = (uint)get_global_size(0);
  uint sum = spun[me % spun_count];
  for (uint i = me; i < count; i += 16 * all) sum += a[i] ^ b[i];
  sums[me] = sum;
}
