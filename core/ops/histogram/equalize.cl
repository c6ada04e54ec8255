// Applies a table to each channel's levels.

#ifndef LEVELS
#undef TYPE
#define TYPE U8
#define LEVELS 256
#define LOCAL_TABLE 1
#endif

#define BITS (32 / PER_WORD)
#define MASK (LEVELS - 1)

#define WORDS (LOADS * VEC)

#if VEC == 1
#define LOAD_WORDS(from, words) (words)[0] = (from)
#define VECTOR_OF(words) (words)[0]
#else
#define LOAD_WORDS(from, words) JOIN(vstore, VEC)(from, 0, words)
#define VECTOR_OF(words) JOIN(vload, VEC)(0, words)
#endif

#if LOCAL_TABLE
#define TABLES own
#else
#define TABLES tables
#endif

__kernel void apply(__global const VECTOR(uint) *restrict x, __global const ELEMENT *restrict tables,
                    __global VECTOR(uint) *restrict out, const ulong count) {
  const uint id = get_local_id(0);
#if LOCAL_TABLE
  __local ELEMENT own[CHANNELS * LEVELS];
  for (uint i = id; i < CHANNELS * LEVELS; i += GROUP) own[i] = tables[i];
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  const ulong units = count / UNIT;
  GROUP_RANGE(units)
  for (ulong i = begin + id; i < end; i += GROUP) {
    uint words[WORDS];
#pragma unroll
    for (uint load = 0; load < LOADS; ++load) LOAD_WORDS(x[i * LOADS + load], words + load * VEC);
#pragma unroll
    for (uint word = 0; word < WORDS; ++word) {
      uint mapped = 0;
#pragma unroll
      for (uint e = 0; e < PER_WORD; ++e) {
        const uint channel = (word * PER_WORD + e) % CHANNELS;
        mapped |= (uint)(TABLES + channel * LEVELS)[words[word] >> (BITS * e) & MASK] << (BITS * e);
      }
      words[word] = mapped;
    }
#pragma unroll
    for (uint load = 0; load < LOADS; ++load) out[i * LOADS + load] = VECTOR_OF(words + load * VEC);
  }
  for (ulong i = units * UNIT + get_global_id(0); i < count; i += get_global_size(0))
    ((__global ELEMENT *)out)[i] = (TABLES + i % CHANNELS * LEVELS)[((__global const ELEMENT *)x)[i]];
}
