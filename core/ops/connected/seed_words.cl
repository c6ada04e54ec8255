// Keeps the regions that hold a seed, by words. word_runs.cl stands before this file, and has joined the words and left
// seeds in roots of tiles. There are `count` words, and as many of seeds.

#ifndef WHITE
#define WHITE 255  // bits of a sample
#define FILLS 0    // 1: what is not kept is white
#endif

// A root that is marked is not marked again: writes of one place by many tiles would wait for each other.
__kernel void find_word_seeds(__global const uint *restrict seeds, const int count, volatile __global int *parents) {
  const int word = get_global_id(0);
  if (word >= count) return;
  for (uint rest = seeds[word]; rest != 0; rest &= rest - 1) {
    const int root = root_shortening(parents, word * NODES + lowest_of(rest) / 2);
    if (parents[root] != STAYS) parents[root] = STAYS;
  }
}

// Writes white for set bits, and 0 for others.
INLINE void write_bits(const uint bits, __global ELEMENT *to, const int count) {
#ifdef __ENDIAN_LITTLE__
  if (count >= SAMPLES && ((size_t)to & 15) == 0) {
    const uint white = (ELEMENT)(WHITE);
    *(__global uint4 *)to = ALL_ONES(bits) & (TYPE == U8 ? white * 0x01010101u : TYPE == U16 ? white * 0x00010001u : white);
    return;
  }
#endif
  for (int k = 0; k < min(count, SAMPLES); ++k) to[k] = bits >> k & 1 ? (ELEMENT)(WHITE) : (ELEMENT)0;
}

__kernel void write_word_seeds(__global const uint *restrict words, __global const int *restrict parents, IMAGE_OUT(out)) {
  const int x = get_global_id(0) * SAMPLES, y = get_global_id(1);
  if (x >= out_width) return;
  const int word = y * DIVIDE_UP(out_width, PIXELS) + x / PIXELS;
  const uint bits = words[word];
  uint kept = 0;
  for (uint rest = bits & ((1u << SAMPLES) - 1) << x % PIXELS; rest != 0;) {
    const int bit = lowest_of(rest);
    const uint run = run_from(bits, bit);
    if (parents[root_of(parents, node_of(word, bits, bit))] == STAYS) kept |= run;
    rest &= ~run;
  }
  write_bits((FILLS ? ~kept : kept) >> x % PIXELS, ROW(out, y) + x, out_width - x);
}
