// Computes the results of another filter, the producer, in the launch that reads them, so that they are never stored.
// They lie in a tile (see producer_tile.cl) or in the lines of a strip (see producer_lines.cl). Both filters have one
// border rule and one type of samples. The producer has one mask, or finds the least or greatest sample of a rectangle.
// Rectangles and masks of rank 1 are computed along rows first.

#if PRODUCED

#ifndef BEHIND_PRODUCER
#define BEHIND_PRODUCER(v) (v)  // functions of points behind the producer, see prologue.cl
#define AS_PRODUCED 1
#endif

#ifndef PRODUCER_SEPARATED
#define PRODUCER_EXTREME 0    // 1: the least sample, 2: the greatest one
#define PRODUCER_SEPARATED 0  // taps are the row's and then the column's
#define PRODUCER_TAPS {1.0f}
#define PRODUCER_AFFINE 1     // the result is scale * sum + delta; 0: sum + delta
#define PRODUCER_SCALE 1.0f
#define PRODUCER_DELTA 0.0f
#define PRODUCER_IN_RANGE 0   // no result lies outside what its type holds
#endif

#define PRODUCER_WIDTH (2 * PRODUCER_RADIUS_X + 1)
#define PRODUCER_HEIGHT (2 * PRODUCER_RADIUS_Y + 1)
#define PRODUCER_HALO (PRODUCER_RADIUS_X * CHANNELS)
#define PRODUCER_WHITE (SRC_TYPE == U8 ? 255 : 65535)

// The lanes of sums and extremes.
#if PRODUCER_EXTREME
#define PRODUCER_LANE SAMPLE
#define NOTHING_TAKEN ((PRODUCER_LANES)(PRODUCER_EXTREME == 1 ? PRODUCER_WHITE : 0))
#else
#define PRODUCER_LANE float
#define NOTHING_TAKEN ((PRODUCER_LANES)0)
#endif
#define PRODUCER_LANES VECTOR(PRODUCER_LANE)

#if PRODUCER_WIDTH * PRODUCER_HEIGHT <= 49
#define UNROLL_PRODUCER UNROLL
#else
#define UNROLL_PRODUCER _Pragma("unroll 1")
#endif

#if PRODUCER_EXTREME
INLINE PRODUCER_LANES take(int tap, PRODUCER_LANES v, PRODUCER_LANES taken) {
  return PRODUCER_EXTREME == 1 ? LESSER(v, taken) : GREATER(v, taken);
}

INLINE VECTOR(SAMPLE) produced(PRODUCER_LANES taken) { return BEHIND_PRODUCER(taken); }
#else
__constant float producer_taps[] = PRODUCER_TAPS;

// Taps of zero are skipped: they would turn an infinite pixel into NaN.
INLINE PRODUCER_LANES take(int tap, PRODUCER_LANES v, PRODUCER_LANES taken) {
  if (producer_taps[tap] == 0) return taken;
  return MULTIPLY_ADD_F32((PRODUCER_LANES)producer_taps[tap], v, taken);
}

INLINE PRODUCER_LANES affine(PRODUCER_LANES taken) {
#if PRODUCER_AFFINE
  return MULTIPLY_ADD_F32(taken, (PRODUCER_LANES)PRODUCER_SCALE, (PRODUCER_LANES)PRODUCER_DELTA);
#else
  // Adding 0 changes only the sign of a zero, which integers do not have.
  return SRC_TYPE != F32 && PRODUCER_DELTA == 0 ? taken : taken + (PRODUCER_LANES)PRODUCER_DELTA;
#endif
}

#if SRC_TYPE == F32
INLINE VECTOR(SAMPLE) produced(PRODUCER_LANES taken) { return BEHIND_PRODUCER(affine(taken)); }
#else
INLINE PRODUCER_LANES rounded(PRODUCER_LANES taken) {
#if PRODUCER_IN_RANGE
  return affine(taken) + 8388608.0f;
#else
  return fmin(fmax(affine(taken), (PRODUCER_LANES)0.0f), (PRODUCER_LANES)PRODUCER_WHITE) + 8388608.0f;
#endif
}

// The result as it would be loaded after it was stored.
INLINE VECTOR(SAMPLE) produced(PRODUCER_LANES taken) {
  return BEHIND_PRODUCER(CONVERT(SAMPLE, AS_UINT(rounded(taken))));
}

// The same numbers as floats, where no functions follow.
#ifdef AS_PRODUCED
#define PRODUCED_AS_FLOATS 1
#endif
INLINE PRODUCER_LANES produced_as_floats(PRODUCER_LANES taken) { return rounded(taken) - 8388608.0f; }
#endif
#endif

// For a row that cannot be loaded whole: its samples are read once each, by the border rule.
PRODUCER_LANES take_row_at_edge(IMAGE, int x, int y, int first_tap, PRODUCER_LANES taken) {
  PRODUCER_LANE samples[VEC + 2 * PRODUCER_HALO];
  _Pragma("unroll 1") for (int i = 0; i < VEC + 2 * PRODUCER_HALO; ++i)
    samples[i] = (PRODUCER_LANE)read_sample(IMAGE_ARGS, x - PRODUCER_HALO + i, y);
  UNROLL_PRODUCER for (int k = 0; k < PRODUCER_WIDTH; ++k)
    taken = take(first_tap + k, LOAD_PLAIN(samples + k * CHANNELS), taken);
  return taken;
}

// Takes a row of the windows round sample x. The row is row y of the image; its taps begin with the first one.
INLINE PRODUCER_LANES take_row(IMAGE, int x, int y, int first_tap, PRODUCER_LANES taken) {
  const int row = border_index(y, height);
  if (row < 0 || x < PRODUCER_HALO || x + VEC + PRODUCER_HALO > width * CHANNELS)
    return take_row_at_edge(IMAGE_ARGS, x, y, first_tap, taken);
  UNROLL for (int k = 0; k < PRODUCER_WIDTH; ++k)
    taken = take(first_tap + k,
                 CONVERT(PRODUCER_LANE, load_samples(SOURCE_ARGS, x + (k - PRODUCER_RADIUS_X) * CHANNELS, row)), taken);
  return taken;
}

// The sum or extreme of the windows round sample x of row y.
INLINE PRODUCER_LANES take_window(IMAGE, int x, int y) {
  PRODUCER_LANES taken = NOTHING_TAKEN;
  UNROLL_PRODUCER for (int k = 0; k < PRODUCER_HEIGHT; ++k) {
    const int row = y + k - PRODUCER_RADIUS_Y;
#if PRODUCER_SEPARATED
    taken = take(PRODUCER_WIDTH + k, take_row(IMAGE_ARGS, x, row, 0, NOTHING_TAKEN), taken);
#else
    taken = take_row(IMAGE_ARGS, x, row, k * PRODUCER_WIDTH, taken);
#endif
  }
  return taken;
}

// Whether one of the vector's samples lies in the columns of the image.
INLINE bool meets_row(int width, int x) { return x + VEC > 0 && x < width * CHANNELS; }

#endif
