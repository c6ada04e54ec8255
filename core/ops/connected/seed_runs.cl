// Keeps the regions of a mask that hold a seed, by runs. runs.cl stands before this file, and has joined the mask's runs: 0
// is none, 1 one of a region, 2 a seed.

#define SEED 2

INLINE ulong seeds_of_word(__global const uchar *p, const int count) {
  ulong seeds = 0;
  if (count >= WORD) return bits_of_64(p, SEED);
  for (int k = 0; k < count; ++k) seeds |= (ulong)((p[k] & SEED) != 0) << k;
  return seeds;
}

// Where the run ends that a bit belongs to, in its word.
INLINE int end_of_run(const ulong bits, const int bit) {
  const ulong rest = ~bits >> bit;
  return rest != 0 ? bit + lowest_bit(rest) : WORD;
}

// A run is looked up once, however many seeds it has.
__kernel void find_seed_runs(__global const uchar *restrict mask, const int width, const int height,
                             __global const ulong *restrict bits, __global int *parents) {
  const int words = words_of_row(width), slots = slots_of_row(width);
  const int begin = get_global_id(0) * WRITTEN, end = min(begin + WRITTEN, height);
  for (int y = begin; y < end; ++y) {
    ulong carry = 0;
    int last = y * slots - 1;  // run that began before the word
    for (int i = 0; i < words; ++i) {
      const ulong own = bits[(long)y * words + i], starts = own & ~moved_on(own, &carry);
      ulong seeds = own != 0 ? seeds_of_word(mask + (long)y * width + i * WORD, width - i * WORD) : 0;
      while (seeds != 0) {
        const int seed = lowest_bit(seeds), stop = end_of_run(own, seed);
        parents[root_of(parents, last + (int)popcount(starts & (seeds ^ (seeds - 1))))] = STAYS;
        seeds &= stop < WORD ? ~0UL << stop : 0;
      }
      last += popcount(starts);
    }
  }
}

// A byte of 255 for each bit.
INLINE void write_bits(const ulong bits, __global uchar *to) {
  const uchar16 places = (uchar16)(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128);
  for (int k = 0; k < WORD; k += 16) {
    const uchar16 own = (uchar16)((uchar8)(uchar)(bits >> k), (uchar8)(uchar)(bits >> (k + 8)));
    vstore16(as_uchar16((own & places) != (uchar16)0), 0, to + k);
  }
}

__kernel void write_seed_runs(__global const ulong *restrict bits, __global const int *restrict parents,
                              IMAGE_OF(uchar, out)) {
  const int words = words_of_row(out_width), slots = slots_of_row(out_width);
  const int begin = get_global_id(0) * WRITTEN, end = min(begin + WRITTEN, out_height);
  for (int y = begin; y < end; ++y) {
    __global uchar *to = ROW(out, y);
    int run = y * slots;
    bool is_open = false, is_kept = false;  // whether the word before ends with a run, and whether it is kept
    for (int i = 0; i < words; ++i) {
      const ulong own = bits[(long)y * words + i];
      ulong rest = own, kept = 0;
      while (rest != 0) {
        const int start = lowest_bit(rest);
        const ulong pixels = bits_from(start, end_of_run(own, start));
        if (start > 0 || !is_open) is_kept = parents[root_of(parents, run++)] == STAYS;
        kept |= is_kept ? pixels : 0;
        rest &= ~pixels;
      }
      is_open = own >> (WORD - 1) != 0;
      const int x = i * WORD;
      if (x + WORD <= out_width)
        write_bits(kept, to + x);
      else
        for (int k = 0; x + k < out_width; ++k) to[x + k] = kept >> k & 1 ? 255 : 0;
    }
  }
}
