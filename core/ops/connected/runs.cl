// Joins by runs, for CPUs: a run of set pixels in a row is one node of the forest, so that work is by run, not by pixel.
// A row has half as many nodes as pixels, which are taken in the order of its runs, so that nodes stand in the order in
// which rows meet them. Rows are also words of 64 bits, a bit for each pixel: the number of a run is the count of the
// starts before it. connected.cl stands before this file.

#define WRITTEN 16  // rows of a work-item that looks up regions

INLINE int words_of_row(const int width) { return DIVIDE_UP(width, WORD); }
INLINE int slots_of_row(const int width) { return DIVIDE_UP(width, 2); }

typedef JOIN(ELEMENT, 16) ELEMENTS_16;
typedef ELEMENTS_16 LOOSE_16 __attribute__((aligned(sizeof(ELEMENT))));

// Bytes of 1 and 0: which of 16 samples have a bit of `mask`.
INLINE ulong2 bytes_of_16(__global const ELEMENT *p, const ELEMENT mask) {
  const ELEMENTS_16 samples = *(__global const LOOSE_16 *)p;
  return as_ulong2(convert_char16((samples & mask) != (ELEMENTS_16)0)) & 0x0101010101010101UL;
}

// A product moves a bit of each of eight bytes into its highest byte.
INLINE ulong bits_of_64(__global const ELEMENT *p, const ELEMENT mask) {
  const ulong8 bytes = (ulong8)(bytes_of_16(p, mask), bytes_of_16(p + 16, mask), bytes_of_16(p + 32, mask),
                                bytes_of_16(p + 48, mask));
  return as_ulong(convert_uchar8(bytes * 0x0102040810204080UL >> 56));
}

// Pixels that are set and follow one that is not. `carry` becomes the word's last pixel.
INLINE ulong moved_on(const ulong bits, ulong *carry) {
  const ulong before = bits << 1 | *carry;
  *carry = bits >> 63;
  return before;
}

// Keeps a row's bits, and makes a tree of each of its runs. The result is how many there are.
INLINE int take_row(__global const ELEMENT *row, const int width, __global ulong *bits, __global int *nodes,
                    const int first) {
  ulong carry = 0;
  int runs = 0;
  for (int x = 0, i = 0; x < width; x += WORD, ++i) {
    const ulong own = x + WORD <= width ? bits_of_64(row + x, (ELEMENT)MASK) : bits_of_word(row + x, width - x);
    bits[i] = own;
    runs += popcount(own & ~moved_on(own, &carry));
  }
  for (int k = 0; k < runs; ++k) nodes[k] = first + k;
  return runs;
}

INLINE void unite_runs_alone(__global int *parents, const int a, const int b) {
  if (parents[a] == parents[b]) return;
  const int one = root_alone(parents, a), other = root_alone(parents, b);
  parents[max(one, other)] = min(one, other);
}

// Joins each run of a row with each run above that it touches: once, where they begin to be neighbours.
INLINE void join_row(__global const ulong *own_bits, __global const ulong *above_bits, __global int *parents, const int own,
                     const int above, const int words, const bool alone) {
  ulong own_carry = 0, above_carry = 0;
  int k = own - 1, j = above - 1;  // the last runs that began before the word
  for (int i = 0; i < words; ++i) {
    const ulong bits = own_bits[i], up = above_bits[i];
    const ulong before = moved_on(bits, &own_carry), up_before = moved_on(up, &above_carry);
    const ulong starts = bits & ~before, up_starts = up & ~up_before;
    ulong pairs = bits & up & ~(before & up_before);
#if NEIGHBOURS == 8
    pairs |= (starts & up_before & ~up) | (up_starts & before & ~bits);
#endif
    while (pairs != 0) {
      const ulong until = pairs ^ (pairs - 1);
      const int a = k + (int)popcount(starts & until), b = j + (int)popcount(up_starts & until);
      if (alone)
        unite_runs_alone(parents, a, b);
      else
        unite(parents, a, b);
      pairs &= pairs - 1;
    }
    k += popcount(starts);
    j += popcount(up_starts);
  }
}

// Joins a strip of rows. `runs` becomes the number of each row's.
__kernel void join_runs(IMAGE_IN(image), __global ulong *restrict bits, __global int *restrict runs,
                        __global int *restrict parents) {
  const int words = words_of_row(image_width), slots = slots_of_row(image_width);
  const int begin = get_global_id(0) * TILE_HEIGHT, end = min(begin + TILE_HEIGHT, image_height);
  for (int y = begin; y < end; ++y) {
    __global ulong *own = bits + (long)y * words;
    runs[y] = take_row(ROW(image, y), image_width, own, parents + y * slots, y * slots);
    if (y > begin) join_row(own, own - words, parents, y * slots, (y - 1) * slots, words, true);
  }
}

// Joins each strip with the one above.
__kernel void join_seams(__global const ulong *restrict bits, const int width, __global int *restrict parents) {
  const int words = words_of_row(width), slots = slots_of_row(width), y = (get_global_id(0) + 1) * TILE_HEIGHT;
  __global const ulong *own = bits + (long)y * words;
  join_row(own, own - words, parents, y * slots, (y - 1) * slots, words, false);
}
