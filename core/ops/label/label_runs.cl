// Labels by runs, for CPUs: a run of set pixels in a row is one node of the forest, so that work is by run, not by pixel.
// A row's nodes are SLOTS numbers, in the order of its runs, so that nodes stand in the order in which rows meet them.
// Rows are also words of 64 bits, a bit for each pixel: the number of a run is the count of the starts before it.
// connected.cl stands before this file. A numbered root holds the complement of its label.

#define WRITTEN 16  // rows that a work-item writes

INLINE int words_of_row(const int width) { return DIVIDE_UP(width, WORD); }
INLINE int slots_of_row(const int width) { return DIVIDE_UP(width, 2); }

// Which of 16 samples are set, as bytes of 1 and 0.
typedef JOIN(ELEMENT, 16) ELEMENTS_16;
typedef ELEMENTS_16 LOOSE_16 __attribute__((aligned(sizeof(ELEMENT))));
INLINE ulong2 set_bytes(__global const ELEMENT *p) {
  const ELEMENTS_16 samples = *(__global const LOOSE_16 *)p;
  return as_ulong2(convert_char16((samples & (ELEMENT)MASK) != (ELEMENTS_16)0)) & 0x0101010101010101UL;
}

// A product moves a bit of each of eight bytes into its highest byte.
INLINE ulong bits_of_64(__global const ELEMENT *p) {
  const ulong8 bytes = (ulong8)(set_bytes(p), set_bytes(p + 16), set_bytes(p + 32), set_bytes(p + 48));
  return as_ulong(convert_uchar8(bytes * 0x0102040810204080UL >> 56));
}

// Pixels that are set and follow one that is not. `carry` becomes the word's last pixel.
INLINE ulong moved_on(const ulong bits, ulong *carry) {
  const ulong before = bits << 1 | *carry;
  *carry = bits >> 63;
  return before;
}

// Keeps a row's bits, and makes a tree of each of its runs. The result is how many there are.
INLINE int take_row(__global const ELEMENT *row, const int width, __global ulong *bits, __global int *nodes, const int first) {
  ulong carry = 0;
  int runs = 0;
  for (int x = 0, i = 0; x < width; x += WORD, ++i) {
    const ulong own = x + WORD <= width ? bits_of_64(row + x) : bits_of_word(row + x, width - x);
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

__kernel void count_run_roots(__global const int *restrict parents, __global const int *restrict runs, const int width,
                              const int height, __global int *restrict counts) {
  const int slots = slots_of_row(width);
  const int begin = get_global_id(0) * TILE_HEIGHT, end = min(begin + TILE_HEIGHT, height);
  int count = 0;
  for (int y = begin; y < end; ++y)
    for (int i = y * slots, last = i + runs[y]; i < last; ++i) count += parents[i] == i;
  counts[get_global_id(0)] = count;
}

// `all` becomes the number of regions.
__kernel void number_run_roots(__global int *restrict parents, __global const int *restrict runs, const int width,
                               const int height, __global const int *restrict counts, __global int *restrict all) {
  const int slots = slots_of_row(width), strip = get_global_id(0);
  const int begin = strip * TILE_HEIGHT, end = min(begin + TILE_HEIGHT, height);
  int number = 0;
  for (int i = 0; i < strip; ++i) number += counts[i];
  const int last_number = number + counts[strip];
  for (int y = begin; y < end && number < last_number; ++y)
    for (int i = y * slots, last = i + runs[y]; i < last; ++i)
      if (parents[i] == i) parents[i] = ~++number;
  if (end == height) *all = last_number;
}

typedef int16 LOOSE_LABELS __attribute__((aligned(4)));

// Writes a label from a place on, and more behind it that is written again later.
INLINE void fill(__global int *to, const int begin, const int end, const int label) {
  for (int x = begin; x < end; x += 16) *(__global LOOSE_LABELS *)(to + x) = (int16)label;
}

INLINE int label_of_run(__global const int *parents, const int run) {
  const int parent = parents[run];
  return parent < 0 ? ~parent : ~parents[root_of(parents, parent)];
}

__kernel void write_run_labels(__global const ulong *restrict bits, __global const int *restrict parents, IMAGE_OF(int, out)) {
  const int words = words_of_row(out_width), slots = slots_of_row(out_width);
  const int begin = get_global_id(0) * WRITTEN, end_row = min(begin + WRITTEN, out_height);
  for (int y = begin; y < end_row; ++y) {
    __global int *to = ROW(out, y);
    __global const ulong *row = bits + (long)y * words;
    ulong carry = 0;
    int run = y * slots, label = 0;
    int i = 0, x = 0;
    for (; x + WORD + 15 < out_width; x += WORD, ++i) {
      const ulong own = row[i];
      ulong edges = own ^ moved_on(own, &carry);
      int begin = 0;
      while (edges != 0) {
        const int edge = lowest_bit(edges);
        fill(to, x + begin, x + edge, label);
        label = (own >> edge & 1) ? label_of_run(parents, run++) : 0;
        begin = edge;
        edges &= edges - 1;
      }
      fill(to, x + begin, x + WORD, label);
    }
    for (; x < out_width; x += WORD, ++i) {
      const ulong own = row[i], edges = own ^ moved_on(own, &carry);
      for (int k = 0; k < WORD && x + k < out_width; ++k) {
        if (edges >> k & 1) label = (own >> k & 1) ? label_of_run(parents, run++) : 0;
        to[x + k] = label;
      }
    }
  }
}
