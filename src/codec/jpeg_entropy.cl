// Codes blocks: each chunk's bits one behind the other, in words whose highest bit comes first, in a place of its own.
// What lies between chunks is for jpeg_stuff.cl.

#define CODE(entry) ((entry)&0xffff)
#define LENGTH(entry) ((entry) >> 16)
#define SIZE_OF(v) (32 - clz((uint)abs(v)))

// The low bits of a coefficient of this size, as T.81 F.1.2.1 has them: of negative ones those of the number below.
#define LOW_BITS(v, size) ((uint)((v) + ((v) >> 31)) & ((1u << (size)) - 1))

#define END_OF_BLOCK 0
#define ZEROS_16 0xf0

// Which coefficients are coded: of CPUs the lowest bit is the first one's, as vector units gather them, of others the
// highest, which GPUs find in an instruction.
#if GROUP == 1
#define ZEROS_BEFORE(rest) popcount(~(rest) & ((rest)-1))
#define BEHIND(rest, zeros) ((rest) >> (zeros) >> 1)
#define NEXT_CODED(coded, is_coded) ((coded) >> 1 | (ulong)(is_coded) << 63)
#else
#define ZEROS_BEFORE(rest) clz(rest)
#define BEHIND(rest, zeros) ((rest) << (zeros) << 1)
#define NEXT_CODED(coded, is_coded) ((coded) << 1 | (is_coded))
#endif

#define CODE_COEFFICIENT(ac, zeros, value, SYMBOL)                                    \
  {                                                                                   \
    const uint bits = SIZE_OF(value);                                                 \
    SYMBOL(ac, (uint)(zeros) << 4 | bits, LOW_BITS(value, bits), bits)                \
  }

// Goes through a block's symbols: SYMBOL(codes, symbol, bits, count) has the `count` bits that follow a symbol's code.
// Of coefficient 0 `difference` is coded.
#define EACH_SYMBOL(coefficients, coded, difference, dc, ac, SYMBOL, COEFFICIENT)     \
  {                                                                                   \
    const uint size = SIZE_OF(difference);                                            \
    SYMBOL(dc, size, LOW_BITS(difference, size), size)                                \
    int k = 1;                                                                        \
    for (ulong rest = BEHIND(coded, 0); rest != 0; ++k) {                             \
      const int zeros = (int)ZEROS_BEFORE(rest);                                      \
      k += zeros;                                                                     \
      rest = BEHIND(rest, zeros);                                                     \
      for (int z = zeros; z > 15; z -= 16) SYMBOL(ac, ZEROS_16, 0, 0)                 \
      const int value = (coefficients)[k];                                            \
      COEFFICIENT(ac, zeros & 15, value, SYMBOL)                                      \
    }                                                                                 \
    if (k < 64) SYMBOL(ac, END_OF_BLOCK, 0, 0)                                        \
  }

#ifdef __AVX2__
// Of 32 coefficients a bit each: their vectors become one of bytes, which has the second's halves between the first's.
typedef char Bytes32 __attribute__((vector_size(32)));
typedef long Longs4 __attribute__((vector_size(32)));
INLINE ulong nonzero_of(const short16 first, const short16 second) {
  const Longs4 packed = (Longs4)__builtin_ia32_packsswb256(first, second);
  const Bytes32 zeros = (Bytes32)__builtin_shufflevector(packed, packed, 0, 2, 1, 3) == 0;
  return (uint)~__builtin_ia32_pmovmskb256(zeros);
}
#endif

INLINE ulong coded_of(__global const short *restrict coefficients) {
#if defined(__AVX2__) && GROUP == 1
  __global const short16 *restrict v = (__global const short16 *)coefficients;
  return nonzero_of(v[0], v[1]) | nonzero_of(v[2], v[3]) << 32;
#else
  ulong coded = 0;
  for (int i = 0; i < 64; ++i) coded = NEXT_CODED(coded, coefficients[i] != 0 ? 1 : 0);
  return coded;
#endif
}

#define TABLES_OF(codes, scan, block) ((codes) + ((scan)*4 + (block).tables * 2) * 256)

// The difference of a block's DC to that before it.
INLINE int difference_of(__global const short *restrict coefficients, const Block block) {
  if (!block.real) return 0;
  return coefficients[block.place * 64] - (block.before < 0 ? 0 : coefficients[block.before * 64]);
}

// Appends a symbol's bits to `pending`, whose low `filled` bits wait for a whole word.
#define APPEND(table, symbol, more, count)                                               \
  const uint entry = (table)[symbol], length_of_all = LENGTH(entry) + (count);           \
  pending = pending << length_of_all | (ulong)(CODE(entry) << (count) | (more));         \
  filled += length_of_all;
#define LAST_WORD ((uint)(pending << (32 - filled)))

#if GROUP == 1
// A word that is not yet whole is stored all the same, and again once it is: that costs less than a branch.
#define FLUSH                             \
  *to = (uint)(pending >> (filled & 31)); \
  to += filled >> 5;                      \
  filled &= 31;
#define PUT(table, symbol, more, count) \
  {                                     \
    APPEND(table, symbol, more, count)  \
    FLUSH                               \
  }

// Coefficients of AC that are near 0, which nearly all are, have an entry with all bits of their symbol: the highest
// byte has how many, the lower ones these.
#define NEAR 64  // values on each side of 0
#define TABLE_NEAR (16 * 2 * NEAR)
#define PUT_COEFFICIENT(ac, zeros, value, SYMBOL)                              \
  if ((uint)((value) + NEAR) < 2 * NEAR) {                                     \
    const uint entry = near[(zeros) * 2 * NEAR + (value) + NEAR];              \
    pending = pending << (entry >> 24) | (entry & 0xffffff);                   \
    filled += entry >> 24;                                                     \
    FLUSH                                                                      \
  } else                                                                       \
    CODE_COEFFICIENT(ac, zeros, value, SYMBOL)

__kernel void entropy(__global const short *restrict coefficients, __global const Scan *restrict scans, const int count,
                      __global const uint *restrict codes, const int codes_per_scan, __global uint *restrict words,
                      const int chunk_words, __global uint *restrict lengths) {
  const long place = get_group_id(0);
  const Chunk chunk = find_chunk(scans, count, place);
  __global const Scan *restrict scan = scans + chunk.scan;
  const int components = scan->components, mcus_across = scan->mcus_across;
  __global uint *const first = words + place * chunk_words, *to = first;
  ulong pending = 0;
  uint filled = 0;
  int before[3];  // the components' last DC
  for (int c = 0, number = 0; c < components; number += scan->component[c].h * scan->component[c].v, ++c) {
    const Block block = find_block(scan, chunk.segment * scan->segment_mcus, chunk.first, number);
    before[c] = block.before < 0 ? 0 : coefficients[block.before * 64];
  }
  int mx = chunk.first % mcus_across, my = chunk.first / mcus_across;
  for (int mcu = 0; mcu < chunk.mcus; ++mcu) {
    for (int c = 0; c < components; ++c) {
      __global const ScanComponent *restrict component = scan->component + c;
      __global const uint *restrict dc = codes + (codes_per_scan * chunk.scan * 4 + component->tables * 2) * 256;
      __global const uint *restrict ac = dc + 256;
      __global const uint *restrict near = codes + (codes_per_scan ? count : 1) * 4 * 256 +
                                           (codes_per_scan * chunk.scan * 2 + component->tables) * TABLE_NEAR;
      const int h = component->h, v = component->v;
      const int across = component->real_across - mx * h, down = component->real_down - my * v;
      for (int y = 0; y < v; ++y)
        for (int x = 0; x < h; ++x) {
          const bool real = x < across && y < down;
          __global const short *restrict own =
              coefficients + (component->first_block + (long)(my * v + y) * component->stored + mx * h + x) * 64;
          const ulong coded = real ? coded_of(own) : 0;
          const int difference = real ? own[0] - before[c] : 0;
          before[c] += difference;
          EACH_SYMBOL(own, coded, difference, dc, ac, PUT, PUT_COEFFICIENT)
        }
    }
    if (++mx == mcus_across) {
      mx = 0;
      ++my;
    }
  }
  lengths[place] = (uint)(to - first) * 32 + filled;
  if (filled > 0) *to = LAST_WORD;
}

#else
#define STRIDE 33     // words from block to block in local memory: in so many banks lie those of neighbours
#define WINDOW 1024   // words of code that a group has in local memory at a time

#define ADD_LENGTH(table, symbol, more, count) length += LENGTH((table)[symbol]) + (count);

#define PUT(table, symbol, more, count)            \
  {                                                \
    APPEND(table, symbol, more, count)             \
    if (filled >= 32) {                            \
      filled -= 32;                                \
      PUT_WORD((uint)(pending >> filled))          \
    }                                              \
  }

// Neighbours' bits meet in a word.
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

// Loads real blocks, eight work-items one after the other; dummies are not looked at.
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

// A work-item has a block of the chunk: it counts its bits, then puts them behind those before it.
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
#endif
