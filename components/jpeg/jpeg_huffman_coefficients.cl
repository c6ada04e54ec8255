// Coefficients as they are decoded: their places and values. CPUs store them in the round that finds the states between
// items, so that few codes are read twice.

// The place in the block of each place in zig-zag order. Coefficients beyond the last one are stored there; places that
// the end of a block leads to lie after the block.
__constant uchar natural_order[64 + ALL_STEPS] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13,
    6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31,
    39, 46, 53, 60, 61, 54, 47, 55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64};

// Whether the round that finds the states stores what it decodes.
#define STORES_COEFFICIENTS (LOOSE && MAKES_SAMPLES)
#if LOOSE
// Works without a branch: an entry without bits is 0, or its value is known.
INLINE short quick_value(const Bits *bits, const uint entry) {
  const uint size = size_of(entry);
  const ulong from = bits->window << (bits_taken(entry) - size);
  const int below = (int)~((long)from >> 63) & ((1 << size) - 1);
  return (short)((int)(from >> 1 >> (63 - size)) - below + ((int)entry >> 19));
}

// A stored coefficient has a value and a place, of 16 bits each. Coefficients of 0 are left out. The first entry of a
// block is for its DC: it has the difference, the number of entries that follow, and in bits 8 and 9 the number of the
// block's unknown codes.
#define STORED(value, place) ((uint)(value) << 16 | (place))
#define STORED_VALUE(stored) ((int)(stored) >> 16)
#define STORED_PLACE(stored) ((stored)&0xffff)
#define STORED_COUNT(first) ((first)&0xff)
#define STORED_WRONG(first) ((first) >> 8 & 3)

// Where an item's stored coefficients begin. An entry of a block that a code ends takes at least two bits. A block
// without such a code takes at least four coefficients, since each advances by at most 16 places: that is five entries
// of nine bits, one of which is the DC's. The last block may continue beyond the item.
#define STORED_BEHIND 66
INLINE __global uint *stored_of(__global uint *stored, const Stretch *stretch, const Item *item, const uint number) {
  return stored + (ulong)stretch->first_word * 18 + item->begin / 16 * 9 + (ulong)number * STORED_BEHIND;
}

// Decodes a symbol of AC and, with `stores`, stores its coefficient. Returns the next place. A coefficient of 0 is
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
