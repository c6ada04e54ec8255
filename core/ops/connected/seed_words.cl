// Keeps the regions that hold a seed, by words. word_runs.cl stands before this file, and has joined the words. Of these and
// of the seeds, which are bits of them, there are `count`.

__kernel void find_word_seeds(__global const uint *restrict words, __global const uint *restrict seeds, const int count,
                              __global int *parents) {
  const int word = get_global_id(0);
  if (word >= count) return;
  const uint bits = words[word];
  for (uint rest = seeds[word]; rest != 0;) {
    const int seed = lowest_of(rest);
    parents[root_of(parents, node_of(word, bits, seed))] = STAYS;
    rest &= ~run_from(bits, seed);
  }
}

#define PER_ITEM 16  // pixels of a work-item

// A byte of 255 for each of four bits.
INLINE uint bytes_of(const uint bits) { return ((bits & 15) * 0x00204081u & 0x01010101u) * 255; }

INLINE void write_bits(const uint bits, __global uchar *to, const int count) {
#ifdef __ENDIAN_LITTLE__
  if (count >= PER_ITEM && ((size_t)to & (PER_ITEM - 1)) == 0) {
    *(__global uint4 *)to = (uint4)(bytes_of(bits), bytes_of(bits >> 4), bytes_of(bits >> 8), bytes_of(bits >> 12));
    return;
  }
#endif
  for (int k = 0; k < min(count, PER_ITEM); ++k) to[k] = bits >> k & 1 ? 255 : 0;
}

__kernel void write_word_seeds(__global const uint *restrict words, __global const int *restrict parents,
                               IMAGE_OF(uchar, out)) {
  const int x = get_global_id(0) * PER_ITEM, y = get_global_id(1);
  if (x >= out_width) return;
  const int word = y * DIVIDE_UP(out_width, PIXELS) + x / PIXELS;
  const uint bits = words[word];
  uint kept = 0;
  for (uint rest = bits & 0xffffu << x % PIXELS; rest != 0;) {
    const int bit = lowest_of(rest);
    const uint run = run_from(bits, bit);
    if (parents[root_of(parents, node_of(word, bits, bit))] == STAYS) kept |= run;
    rest &= ~run;
  }
  write_bits(kept >> x % PIXELS, ROW(out, y) + x, out_width - x);
}
