// Bits and Huffman codes of JPEG's entropy-coded data (T.81 annex F). The host has removed the stuffing from its bytes.
//
// Damaged data is decoded as by libjpeg-turbo: after the end of a stretch all bits are 0; an unknown code is the symbol
// 0, of 17 bits; coefficients after the last one are stored as the last one.

// An entry of a table, found by the next LOOK_AHEAD bits. From bit 19 on it has the coefficient, if these bits tell it.
// From bit 12 on it has the number of coefficients to advance, from bit 8 on the number of the coefficient's bits if
// these do not tell it, and below the number of bits to take. 0: the code is longer than LOOK_AHEAD.
#define LOOK_AHEAD 10
#define LOOK_UPS (1 << LOOK_AHEAD)
#define LIMITS LOOK_UPS                    // 18 limits: 16 bits below one begin with a code of at most that length
#define OFFSETS (LIMITS + 18)              // 18 offsets: a code plus this is its place among the symbols
#define SYMBOLS (OFFSETS + 18)             // 256 symbols
#define TABLE_WORDS (SYMBOLS + 256)        // of one table
#define NO_CODE_BITS 17
#define ALL_STEPS 80  // at the end of a block: beyond all that the last coefficients' steps reach

// Coded data between two markers, with all restart intervals that are decoded from it.
typedef struct {
  uint first_word, bits;  // of the data, which begins with a 32-bit word
  uint image;
  uint first_mcu, mcus;  // if there are several intervals, only the first has data
  uint interval;         // MCUs of an interval
} Stretch;

// A part of a stretch that one work-item decodes.
typedef struct {
  uint stretch;
  uint begin, end;  // bits of the stretch
  uint first_part;  // of its sub-sequences, among those of all items
} Item;

// The state of a decoder between two symbols.
typedef struct {
  uint at;  // bit of the stretch
  uint block, k;  // block of the MCU, and coefficient of the block in zig-zag order
} State;

typedef struct {
  __global const uint *data;
  ulong window;    // the next bits, from the highest on
  int valid;       // how many of its bits are loaded
  uint next, end;  // words, or on CPUs bytes
  int wrong;       // codes that the table lacks
} Bits;

#if LOOSE
#define UNIT 8  // bits of the unit in which `next` counts

typedef ulong LooseLong __attribute__((aligned(1)));

// The bytes from `next` on, with zeros after the end. The first byte is in the highest bits.
static ulong last_bytes(const Bits *bits) {
  __global const uchar *bytes = (__global const uchar *)bits->data;
  ulong window = 0;
  for (uint i = 0; i < 8; ++i) window = window << 8 | (bits->next + i < bits->end ? bytes[bits->next + i] : 0);
  return window;
}

INLINE ulong next_bytes(const Bits *bits) {
  if (bits->next + 8 > bits->end) return last_bytes(bits);
  const ulong bytes = *(__global const LooseLong *)((__global const uchar *)bits->data + bits->next);
#ifdef __ENDIAN_LITTLE__
  return __builtin_bswap64(bytes);
#else
  return bytes;
#endif
}

// Loads whole bytes, so that 56 bits are valid. The bits after them are in the window, too.
INLINE void load(Bits *bits) {
  bits->window |= next_bytes(bits) >> bits->valid;
  bits->next += (uint)(63 - bits->valid) / 8;
  bits->valid |= 56;
}

INLINE Bits bits_from(__global const uint *data, const Stretch *stretch, const uint at) {
  Bits bits = {data + stretch->first_word, 0, 0, at / 8, (stretch->bits + 7) / 8, 0};
  load(&bits);
  bits.window <<= at % 8;
  bits.valid -= (int)(at % 8);
  return bits;
}

INLINE void load_more(Bits *bits) {
  if (bits->valid < 32) load(bits);
}
#else
#define UNIT 32

INLINE uint word_at(const Bits *bits, const uint place) {
  if (place >= bits->end) return 0;
  const uint word = bits->data[place];
#ifdef __ENDIAN_LITTLE__
  return as_uint(as_uchar4(word).wzyx);
#else
  return word;
#endif
}

INLINE Bits bits_from(__global const uint *data, const Stretch *stretch, const uint at) {
  Bits bits = {data + stretch->first_word, 0, 0, at / 32, (stretch->bits + 31) / 32, 0};
  const ulong first = word_at(&bits, bits.next), second = word_at(&bits, bits.next + 1);
  bits.window = (first << 32 | second) << at % 32;
  bits.valid = 64 - (int)(at % 32);
  bits.next += 2;
  return bits;
}

// Afterwards at least 32 bits are loaded, more than any code with its coefficient has.
INLINE void load_more(Bits *bits) {
  if (bits->valid >= 32) return;
  bits->window |= (ulong)word_at(bits, bits->next++) << (32 - bits->valid);
  bits->valid += 32;
}
#endif

INLINE uint place_of(const Bits *bits) { return bits->next * UNIT - (uint)bits->valid; }

// The entry of a longer code, or none. Limits grow with the length, so the number of limits up to the bits tells the
// length.
static uint long_code(Bits *bits, __global const uint *table, const bool is_dc) {
  const uint next = (uint)(bits->window >> 48);
  uint length = LOOK_AHEAD + 1;
#pragma unroll
  for (uint i = LOOK_AHEAD + 1; i < NO_CODE_BITS; ++i) length += next >= table[LIMITS + i];
  if (length == NO_CODE_BITS) {
    ++bits->wrong;
    return (is_dc ? 1 : ALL_STEPS) << 12 | NO_CODE_BITS;
  }
  const uint symbol = table[SYMBOLS + (((next >> (16 - length)) + table[OFFSETS + length]) & 255)];
  const uint size = symbol & 15, run = symbol >> 4;
  const uint steps = is_dc ? 1 : size > 0 || run == 15 ? run + 1 : ALL_STEPS;
  return steps << 12 | size << 8 | (length + size);
}

// Finds the next symbol's entry. The bits must be loaded.
INLINE uint entry_of(Bits *bits, __global const uint *table, const bool is_dc) {
  const uint entry = table[(uint)(bits->window >> (64 - LOOK_AHEAD))];
  return entry != 0 ? entry : long_code(bits, table, is_dc);
}

INLINE uint bits_taken(const uint entry) { return entry & 255; }
INLINE uint steps_of(const uint entry) { return entry >> 12 & 127; }
INLINE uint size_of(const uint entry) { return entry >> 8 & 15; }

// The coefficient that an entry stands for.
INLINE int value_of(const Bits *bits, const uint entry) {
  const uint size = size_of(entry);
  if (size == 0) return (int)entry >> 19;
  const int value = (int)(uint)(bits->window << (bits_taken(entry) - size) >> (64 - size));
  return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
}

INLINE void drop(Bits *bits, const uint entry) {
  bits->window <<= entry & 63;
  bits->valid -= (int)bits_taken(entry);
}
