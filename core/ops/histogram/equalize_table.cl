// Makes the table that equalises a channel, from its histogram.

#ifndef LEVELS
#undef TYPE
#define TYPE U8
#define LEVELS 256
#endif
#define SHARE DIVIDE_UP(LEVELS, GROUP)

GROUP_BEFORE(before, ulong)

#if TYPE == U8
#define SATURATE convert_uchar_sat_rte
#else
#define SATURATE convert_ushort_sat_rte
#endif

// Returns (LEVELS - 1) / divisor, rounded to nearest even. Devices may round `/` in another way. The quotient has more
// than 26 bits, so its lowest bit can tell whether there is a remainder.
float scale_for(const float divisor) {
  int exponent;
  const ulong digits = (ulong)(frexp(divisor, &exponent) * 0x1p24f);
  const ulong dividend = (ulong)(LEVELS - 1) << 44;
  const ulong quotient = dividend / digits;
  return ldexp(convert_float_rte(quotient | (quotient * digits != dividend ? 1 : 0)), 24 - 44 - exponent);
}

// One group makes a channel's table. Each work-item has neighbouring levels.
__kernel void table(__global const ulong *restrict histogram, __global ELEMENT *restrict tables, const ulong total) {
  __local ulong sums[GROUP];
  __local uint lowest;
  const uint id = get_local_id(0), begin = min(id * SHARE, (uint)LEVELS), end = min(begin + SHARE, (uint)LEVELS);
  __global const ulong *counts = histogram + get_group_id(0) * LEVELS;
  __global ELEMENT *to = tables + get_group_id(0) * LEVELS;
  if (id == 0) lowest = LEVELS - 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong sum = 0;
  for (uint level = begin; level < end; ++level) {
    if (sum == 0 && counts[level] > 0) atomic_min(&lowest, level);
    sum += counts[level];
  }
  ulong below = before(sum, sums);
  const ulong least = counts[lowest];
  const float scale = least < total ? scale_for(convert_float_rte(total - least)) : 0;
  for (uint level = begin; level < end; ++level) {
    below += counts[level];
    const ulong above = level > lowest ? below - least : 0;
    to[level] = least == total ? (ELEMENT)level : SATURATE(convert_float_rte(above) * scale);
  }
}
