// Coefficients as they are decoded: their places and values. CPUs store them when they look for the states between items,
// so that few codes are read twice.

// Of each place in zig-zag order its place in the block; what goes on behind the last one is stored there, and behind
// the block what an end of a block leads to.
__constant uchar natural_order[64 + ALL_STEPS] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13,
    6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31,
    39, 46, 53, 60, 61, 54, 47, 55, 62, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63, 63,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 64, 64, 64, 64};

#define STORES_SYMBOLS (LOOSE && MAKES_SAMPLES)
#if STORES_SYMBOLS
// Without a branch: what has no bits is 0, or known.
INLINE short quick_value(const Bits *bits, const uint entry) {
  const uint size = size_of(entry);
  const ulong from = bits->window << (bits_taken(entry) - size);
  const int below = (int)~((long)from >> 63) & ((1 << size) - 1);
  return (short)((int)(from >> 1 >> (63 - size)) - below + ((int)entry >> 19));
}

// A symbol has a value of 16 bits and a place of 16. The first one of a block has the difference of its DC, and how many
// symbols follow; those of 0 are left out.
#define SYMBOL(value, place) ((uint)(value) << 16 | (place))
#define SYMBOL_VALUE(symbol) ((int)(symbol) >> 16)
#define SYMBOL_PLACE(symbol) ((symbol)&0xffff)

// Where an item's symbols begin: each has two bits and more, and the last block may go on behind the item.
#define SYMBOLS_BEHIND 66
INLINE __global uint *symbols_of(__global uint *symbols, const Stretch *stretch, const Item *item, const uint number) {
  return symbols + (ulong)stretch->first_word * 16 + item->begin / 2 + (ulong)number * SYMBOLS_BEHIND;
}

// Decodes a symbol of AC and stores it; returns where it leads to. What leads to no coefficient is overwritten.
INLINE uint store_symbol(Bits *bits, __global const uint *table, const uint k, __global uint **to) {
  const uint entry = entry_of(bits, table, false), next = k + steps_of(entry);
  const int value = quick_value(bits, entry);
  **to = SYMBOL(value, natural_order[next - 1]);
  *to += value != 0;
  drop(bits, entry);
  return next;
}
#endif
