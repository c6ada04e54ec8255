// Keeps the regions that hold a seed, by words. word_runs.cl stands before this file, and has joined the words, and may have
// left one seed in each region of a tile. Of words and of seeds, which are bits of them, there are `count`.

#ifndef WHITE
#define WHITE 255  // bits of a sample
#define FILLS 0    // 1: what is not kept is white
#endif

// Marks the roots of the runs that hold a seed, which is a set bit of a word. A root that is marked is not marked again:
// writes of one place by all seeds of a large region would wait for each other.
INLINE void mark_roots(const int word, const uint bits, const uint seeds, volatile __global int *parents) {
  for (uint rest = seeds; rest != 0;) {
    const int seed = lowest_of(rest);
    const int root = root_shortening(parents, node_of(word, bits, seed));
    if (parents[root] != STAYS) parents[root] = STAYS;
    rest &= ~run_from(bits, seed);
  }
}

// The bits of marked regions, of the SAMPLES from a bit of a word on.
INLINE uint marked_bits(const int word, const uint bits, const int first, __global const int *parents) {
  uint marked = 0;
  for (uint rest = bits & ((1u << SAMPLES) - 1) << first; rest != 0;) {
    const int bit = lowest_of(rest);
    const uint run = run_from(bits, bit);
    if (parents[root_of(parents, node_of(word, bits, bit))] == STAYS) marked |= run;
    rest &= ~run;
  }
  return marked;
}

__kernel void find_word_seeds(__global const uint *restrict words, __global const uint *restrict seeds, const int count,
                              volatile __global int *parents) {
  const int word = get_global_id(0);
  if (word < count) mark_roots(word, words[word], seeds[word], parents);
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
  const uint kept = marked_bits(word, words[word], x % PIXELS, parents);
  write_bits((FILLS ? ~kept : kept) >> x % PIXELS, ROW(out, y) + x, out_width - x);
}
