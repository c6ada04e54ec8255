// Codes MCUs one after the other, as suits CPUs.

// A word is stored before it is whole, and again once it is. That costs less than a branch.
#define FLUSH                             \
  *to = (uint)(pending >> (filled & 31)); \
  to += filled >> 5;                      \
  filled &= 31;
#define PUT(table, symbol, more, count) \
  {                                     \
    APPEND(table, symbol, more, count)  \
    FLUSH                               \
  }

// Nearly all coefficients of AC are near 0. A near one has an entry with all bits of its symbol: their number in the
// highest byte, and the bits in the lower ones.
#define NEAR 64  // values on each side of 0
#define TABLE_NEAR (16 * 2 * NEAR)
#define PUT_COEFFICIENT(ac, zeros, value, SYMBOL)                              \
  if ((uint)((value) + NEAR) < 2 * NEAR) {                                     \
    const uint entry = near[(zeros) * 2 * NEAR + (value) + NEAR];              \
    pending = pending << (entry >> 24) | (entry & 0xffffff);                   \
    filled += entry >> 24;                                                     \
    FLUSH                                                                      \
  } else                                                                       \
    CODE_COEFFICIENT(ac, zeros, value, SYMBOL)

// The words that a work-item writes. `pending` has the next word's bits, `before` the last DC of each component.
typedef struct {
  __global uint *first, *to;
  ulong pending;
  uint filled;
  int before[3];
} Coder;

// The place of an MCU and of its blocks: the first block of each component, and the distance of the component's rows of
// blocks.
typedef struct {
  int x, y;
  long first[3];
  int pitch[3];
} Mcu;

// The tables of an image.
typedef struct {
  __global const uint *codes, *near;
} Tables;

INLINE Coder start_words(__global uint *words) {
  const Coder coder = {words, words, 0, 0, {0, 0, 0}};
  return coder;
}

INLINE uint finish_words(const Coder *coder) {
  const ulong pending = coder->pending;
  const uint filled = coder->filled;
  if (filled > 0) *coder->to = LAST_WORD;
  return (uint)(coder->to - coder->first) * 32 + filled;
}

INLINE Tables tables_of(__global const uint *codes, const int codes_per_scan, const int scan, const int scans) {
  const Tables tables = {codes + codes_per_scan * scan * 4 * 256,
                         codes + (codes_per_scan ? scans : 1) * 4 * 256 + codes_per_scan * scan * 2 * TABLE_NEAR};
  return tables;
}

INLINE void code_mcu(Coder *coder, __global const Scan *restrict scan, const Tables tables,
                     MEMORY const short *restrict coefficients, const Mcu mcu) {
  __global uint *to = coder->to;
  ulong pending = coder->pending;
  uint filled = coder->filled;
  for (int c = 0; c < scan->components; ++c) {
    __global const ScanComponent *restrict component = scan->component + c;
    __global const uint *restrict dc = tables.codes + component->tables * 2 * 256, *restrict ac = dc + 256;
    __global const uint *restrict near = tables.near + component->tables * TABLE_NEAR;
    const int h = component->h, v = component->v;
    const int across = component->real_across - mcu.x * h, down = component->real_down - mcu.y * v;
    for (int y = 0; y < v; ++y)
      for (int x = 0; x < h; ++x) {
        const bool real = x < across && y < down;
        MEMORY const short *restrict own = coefficients + (mcu.first[c] + (long)y * mcu.pitch[c] + x) * 64;
        const ulong coded = real ? coded_of(own) : 0;
        const int difference = real ? own[0] - coder->before[c] : 0;
        coder->before[c] += difference;
        EACH_SYMBOL(own, coded, difference, dc, ac, PUT, PUT_COEFFICIENT)
      }
  }
  coder->to = to;
  coder->pending = pending;
  coder->filled = filled;
}
