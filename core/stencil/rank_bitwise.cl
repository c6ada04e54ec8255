// The sample of rank RANK of each window, bit by bit from the highest. It is the largest number that no more than RANK
// samples of the window lie below. The window is read once for each bit and never kept, so this serves every type and
// size.

#if GENERAL
#define RANK rank
#elif !defined(RANK)
#define RANK (KSIZE_X * KSIZE_Y / 2)
#endif

// Keys are unsigned integers in the order of the samples. In keys of floats the sign bit is inverted, and for negative
// floats all other bits, too. Floats that were halves differ only in their upper bits; the other bits follow from the
// sign.
#if ARITH_TYPE == U8
#define KEY uchar
#define COUNT ushort  // a window has up to 65025 samples, a row of it 255
#define HIGHEST_KEY_BIT 0x80u
#define LOWEST_KEY_BIT 1u
#elif ARITH_TYPE == U16
#define KEY ushort
#define COUNT ushort
#define HIGHEST_KEY_BIT 0x8000u
#define LOWEST_KEY_BIT 1u
#else
#define KEY uint
#define COUNT uint
#define HIGHEST_KEY_BIT 0x80000000u
#define LOWEST_KEY_BIT (SRC_TYPE == F16 ? 0x2000u : 1u)
#endif
#define KEYS VECTOR(KEY)
#define COUNTS VECTOR(COUNT)

#if ARITH_TYPE == F32
#define AS_INT JOIN(as_, VECTOR(int))
INLINE KEYS keys_of(PIXEL v) {
  const VECTOR(int) bits = AS_INT(v);
  return AS_UINT(bits ^ ((bits >> 31) | (VECTOR(int))(-0x7fffffff - 1)));
}
INLINE PIXEL samples_of(KEYS keys) {
  const KEYS all = keys | ((keys >> 31) - 1 & (KEYS)(LOWEST_KEY_BIT - 1));
  const VECTOR(int) bits = AS_INT(all);
  return JOIN(as_, PIXEL)(bits ^ ((~bits >> 31) | (VECTOR(int))(-0x7fffffff - 1)));
}
#else
#define keys_of(v) (v)
#define samples_of(keys) (keys)
#endif

// Selects lane by lane. Oclgrind 21.10 computes ?: of vectors wrong, and select() does not take a comparison of
// scalars.
#if VEC == 1
#define SELECT(no, yes, condition) ((condition) ? (yes) : (no))
#else
#define SELECT(no, yes, condition) select(no, yes, condition)
#endif

// 1 for lanes whose sample lies below the bound.
#define IS_BELOW(v, bounds) SELECT((KEYS)0, (KEYS)1, keys_of(v) < (bounds))

// Sets the bit in each key where no more than RANK samples then lie below the key.
INLINE KEYS with_bit(KEYS found, KEYS bit, COUNTS below WINDOW_SHAPE) {
  return found | CONVERT(KEY, SELECT((COUNTS)0, CONVERT(COUNT, bit), below <= (COUNTS)RANK));
}

INLINE COUNTS count_below(IMAGE TILE, int x, int y, KEYS bounds) {
  COUNTS count = (COUNTS)0;
  _Pragma("unroll 1") for (int dy = -REACH_Y; dy <= REACH_Y; ++dy) {
    READ_ROW(x, y, dy);
    KEYS of_row = (KEYS)0;
    for (int dx = -(WINDOW_COLUMNS / 2); dx <= WINDOW_COLUMNS / 2; ++dx) of_row += IS_BELOW(READ(dx), bounds);
    count += CONVERT(COUNT, of_row);
  }
  return count;
}

// The outputs of VEC samples at (x, y) and the ITEMS_Y - 1 rows below.
INLINE void block_results(IMAGE TILE, int x, int y, RESULT *results) {
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) {
    KEYS found = (KEYS)0;
    _Pragma("unroll 1") for (uint bit = HIGHEST_KEY_BIT; bit >= LOWEST_KEY_BIT; bit >>= 1) {
      const KEYS added = (KEYS)(KEY)bit;
      found = with_bit(found, added, count_below(IMAGE_ARGS TILE_ARGS, x, y + j, found | added) WINDOW_SHAPE_ARGS);
    }
    results[j] = TO_RESULT(samples_of(found));
  }
}

INLINE COUNTS count_below_on_border(IMAGE, const Lanes *lanes, KEYS bounds) {
  COUNTS count = (COUNTS)0;
  BEGIN_BORDER_WINDOW(lanes);
  UNROLL_BORDER for (int dy = -REACH_Y; dy <= REACH_Y; ++dy) {
    READ_BORDER_ROW(lanes, dy);
    KEYS of_row = (KEYS)0;
    UNROLL_ROW for (int dx = -(WINDOW_COLUMNS / 2); dx <= WINDOW_COLUMNS / 2; ++dx) of_row +=
        IS_BELOW(READ_BORDER(lanes, dx), bounds);
    count += CONVERT(COUNT, of_row);
  }
  return count;
}

// The outputs of VEC samples anywhere in the image.
void lane_results(IMAGE, const Lanes *lanes, RESULT *results) {
  KEYS found = (KEYS)0;
  _Pragma("unroll 1") for (uint bit = HIGHEST_KEY_BIT; bit >= LOWEST_KEY_BIT; bit >>= 1) {
    const KEYS added = (KEYS)(KEY)bit;
    found = with_bit(found, added, count_below_on_border(IMAGE_ARGS, lanes, found | added) WINDOW_SHAPE_ARGS);
  }
  results[0] = TO_RESULT(samples_of(found));
}
