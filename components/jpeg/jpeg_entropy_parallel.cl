// A group codes a chunk, each work-item a block.

#define STRIDE 33     // words from block to block in local memory: neighbours then use different banks
#define WINDOW 1024   // words of code that a group keeps in local memory at a time

#define ADD_LENGTH(table, symbol, more, count) length += LENGTH((table)[symbol]) + (count);

#define PUT(table, symbol, more, count)            \
  {                                                \
    APPEND(table, symbol, more, count)             \
    if (filled >= 32) {                            \
      filled -= 32;                                \
      PUT_WORD((uint)(pending >> filled))          \
    }                                              \
  }

// Neighbours may share a word.
#define PUT_WORD(word)                                                       \
  {                                                                          \
    if (to - begin < WINDOW) atomic_or(window + (to - begin), (word));       \
    ++to;                                                                    \
  }

INLINE ulong coded_in(__local const uint *restrict pairs) {
  ulong coded = 0;
  for (int i = 0; i < 32; ++i)
    coded = coded << 2 | ((pairs[i] & 0xffff) != 0 ? 2 : 0) | (pairs[i] >> 16 != 0 ? 1 : 0);
  return coded;
}

// Loads real blocks, each by eight work-items. Dummies are never read.
INLINE void load_blocks(__global const short *restrict coefficients, __local const long *restrict places,
                        const int blocks, __local uint *restrict to) {
  for (int i = (int)get_local_id(0); i < blocks * 8; i += GROUP) {
    const long place = places[i / 8];
    if (place < 0) continue;
    const uint4 words = *((__global const uint4 *)(coefficients + place * 64) + i % 8);
    __local uint *restrict own = to + i / 8 * STRIDE + i % 8 * 4;
    own[0] = words.x;
    own[1] = words.y;
    own[2] = words.z;
    own[3] = words.w;
  }
}

// Each work-item has a block of the chunk. It counts the block's bits, and then stores them after those before it.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void entropy(
    __global const short *restrict coefficients, __global const Scan *restrict scans, const int count,
    __global const uint *restrict codes, const int codes_per_scan, __global uint *restrict words, const int chunk_words,
    __global uint *restrict lengths) {
  __local uint blocks[GROUP * STRIDE], window[WINDOW], values[GROUP];
  __local long places[GROUP];
  const long place = get_group_id(0);
  const int id = (int)get_local_id(0);
  const Chunk chunk = find_chunk(scans, count, place);
  __global const Scan *restrict scan = scans + chunk.scan;
  const int many = chunk.mcus * scan->mcu_blocks, number = min(id, many - 1);
  const Block block = find_block(scan, chunk.segment * scan->segment_mcus, chunk.first + number / scan->mcu_blocks,
                                 number % scan->mcu_blocks);
  places[id] = block.real ? block.place : -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  load_blocks(coefficients, places, many, blocks);
  barrier(CLK_LOCAL_MEM_FENCE);
  __global const uint *restrict dc = TABLES_OF(codes, codes_per_scan * chunk.scan, block);
  __global const uint *restrict ac = dc + 256;
  __local const short *restrict own = (__local const short *)(blocks + number * STRIDE);
  const ulong coded = block.real ? coded_in(blocks + number * STRIDE) : 0;
  const int difference = difference_of(coefficients, block);
  uint length = 0;
  if (id < many) EACH_SYMBOL(own, coded, difference, dc, ac, ADD_LENGTH, CODE_COEFFICIENT)
  const uint2 sums = sums_before(length, values);
  const uint all = (sums.y + 31) / 32;
  for (uint begin = 0; begin < all; begin += WINDOW) {
    for (uint i = id; i < min(all - begin, (uint)WINDOW); i += GROUP) window[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < many) {
      uint to = sums.x / 32, filled = sums.x % 32;
      ulong pending = 0;
      EACH_SYMBOL(own, coded, difference, dc, ac, PUT, CODE_COEFFICIENT)
      if (filled > 0) PUT_WORD(LAST_WORD)
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = id; i < min(all - begin, (uint)WINDOW); i += GROUP)
      words[place * chunk_words + begin + i] = window[i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (id == 0) lengths[place] = sums.y;
}
