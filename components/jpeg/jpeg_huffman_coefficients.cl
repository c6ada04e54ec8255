// Coefficients as they are decoded: their places and values. CPUs store them in the round that looks for the states between
// items, so that few codes are read twice.

// Of each place in zig-zag order its place in the block; what goes on behind the last one is stored there, and behind
// the block what an end of a block leads to.
__constant uchar natural_order[64 + ALL_STEPS] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13,
    6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31,
    39, 46, 53, 60, 61, 54, 47, 55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64};

// Whether the round that looks for states stores what it decodes.
#define STORES_COEFFICIENTS (LOOSE && MAKES_SAMPLES)
#if LOOSE
// Without a branch: what has no bits is 0, or known.
INLINE short quick_value(const Bits *bits, const uint entry) {
  const uint size = size_of(entry);
  const ulong from = bits->window << (bits_taken(entry) - size);
  const int below = (int)~((long)from >> 63) & ((1 << size) - 1);
  return (short)((int)(from >> 1 >> (63 - size)) - below + ((int)entry >> 19));
}

// A stored coefficient has a value of 16 bits and a place of 16; those of 0 are left out. In front of a block's there is
// the difference of its DC, with how many follow, and in bits 8 and 9 how many of the block's codes are none.
#define STORED(value, place) ((uint)(value) << 16 | (place))
#define STORED_VALUE(stored) ((int)(stored) >> 16)
#define STORED_PLACE(stored) ((stored)&0xffff)
#define STORED_COUNT(first) ((first)&0xff)
#define STORED_WRONG(first) ((first) >> 8 & 3)

// Where an item's stored coefficients begin. A block that no code ends has at least four, since each goes on by 16 places
// at most: five entries of nine bits, of which a bit is the DC's. All others have two bits and more for an entry. The
// last block may go on behind the item.
#define STORED_BEHIND 66
INLINE __global uint *stored_of(__global uint *stored, const Stretch *stretch, const Item *item, const uint number) {
  return stored + (ulong)stretch->first_word * 18 + item->begin / 16 * 9 + (ulong)number * STORED_BEHIND;
}

// Decodes a symbol of AC and, where it is to, stores its coefficient; returns where it leads to. What leads to none is
// overwritten by the next one.
INLINE uint next_symbol(Bits *bits, __global const uint *table, const uint k, const bool stores, __global uint **to) {
  const uint entry = entry_of(bits, table, false), next = k + steps_of(entry);
  if (stores) {
    const int value = quick_value(bits, entry);
    **to = STORED(value, natural_order[next - 1]);
    *to += value != 0;
  }
  drop(bits, entry);
  return next;
}
#endif
