// A tile of what another filter makes of the image: computed by each group for the windows of its blocks, so that it is
// never stored. Both filters have one border rule, and samples of one type. The producer has one mask, or finds the least
// or greatest sample of a rectangle; this, and a mask of rank 1, goes along rows first, and these sums or extremes lie in
// local memory, too.

#if LOCAL && PRODUCED

#ifndef BEHIND_PRODUCER
#define BEHIND_PRODUCER(v) (v)  // see prologue.cl
#endif

#ifndef PRODUCER_SEPARATED
#define PRODUCER_EXTREME 0    // 1: the least sample, 2: the greatest one
#define PRODUCER_SEPARATED 0  // taps are the row's and then the column's
#define PRODUCER_TAPS {1.0f}
#define PRODUCER_AFFINE 1     // the result is scale * sum + delta; 0: sum + delta
#define PRODUCER_SCALE 1.0f
#define PRODUCER_DELTA 0.0f
#endif

#define PRODUCER_WIDTH (2 * PRODUCER_RADIUS_X + 1)
#define PRODUCER_HEIGHT (2 * PRODUCER_RADIUS_Y + 1)
#define PRODUCER_HALO (PRODUCER_RADIUS_X * CHANNELS)
#define PRODUCER_ROWS (TILE_ROWS + 2 * PRODUCER_RADIUS_Y)  // of sums
#define PRODUCER_WHITE (SRC_TYPE == U8 ? 255 : 65535)

// Of sums and extremes.
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

// Taps of zero do not exist: they would turn an infinite pixel into NaN.
INLINE PRODUCER_LANES take(int tap, PRODUCER_LANES v, PRODUCER_LANES taken) {
  if (producer_taps[tap] == 0) return taken;
  return MULTIPLY_ADD_F32((PRODUCER_LANES)producer_taps[tap], v, taken);
}

// The result as it would be stored, and loaded again.
INLINE VECTOR(SAMPLE) produced(PRODUCER_LANES taken) {
#if PRODUCER_AFFINE
  const PRODUCER_LANES v = MULTIPLY_ADD_F32(taken, (PRODUCER_LANES)PRODUCER_SCALE, (PRODUCER_LANES)PRODUCER_DELTA);
#else
  const PRODUCER_LANES v = taken + (PRODUCER_LANES)PRODUCER_DELTA;
#endif
#if SRC_TYPE == F32
  return BEHIND_PRODUCER(v);
#else
  const PRODUCER_LANES in_range = fmin(fmax(v, (PRODUCER_LANES)0.0f), (PRODUCER_LANES)PRODUCER_WHITE);
  return BEHIND_PRODUCER(CONVERT(SAMPLE, AS_UINT(in_range + 8388608.0f)));
#endif
}
#endif

PRODUCER_LANES read_lanes(IMAGE, int x, int y) {
  PRODUCER_LANE value[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l) value[l] = (PRODUCER_LANE)read_sample(IMAGE_ARGS, x + l, y);
  return LOAD_PLAIN(value);
}

// Takes a row of windows round sample x, which lie in row y, under the taps from the first one on.
INLINE PRODUCER_LANES take_row(IMAGE, int x, int y, int first_tap, PRODUCER_LANES taken) {
  const int row = border_index(y, height);
  if (row >= 0 && x >= PRODUCER_HALO && x + VEC + PRODUCER_HALO <= width * CHANNELS) {
    UNROLL for (int k = 0; k < PRODUCER_WIDTH; ++k)
      taken = take(first_tap + k,
                   CONVERT(PRODUCER_LANE, load_samples(SOURCE_ARGS, x + (k - PRODUCER_RADIUS_X) * CHANNELS, row)), taken);
  } else {
    _Pragma("unroll 1") for (int k = 0; k < PRODUCER_WIDTH; ++k)
      taken = take(first_tap + k, read_lanes(IMAGE_ARGS, x + (k - PRODUCER_RADIUS_X) * CHANNELS, y), taken);
  }
  return taken;
}

// Results of VEC samples of which some lie outside the image: of those the pixels that stand for them.
VECTOR(SAMPLE) produce_at_edge(IMAGE, int x, int y) {
  const int row = border_index(y, height);
  int columns[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l)
    columns[l] = border_index(pixel_of(x + l), width) * CHANNELS + channel_of(x + l);
  PRODUCER_LANES taken = NOTHING_TAKEN;
  _Pragma("unroll 1") for (int ky = 0; ky < PRODUCER_HEIGHT; ++ky) {
    PRODUCER_LANES along = PRODUCER_SEPARATED ? NOTHING_TAKEN : taken;
    _Pragma("unroll 1") for (int kx = 0; kx < PRODUCER_WIDTH; ++kx) {
      PRODUCER_LANE value[VEC];
      UNROLL_LANES for (int l = 0; l < VEC; ++l)
        value[l] = (PRODUCER_LANE)read_sample(IMAGE_ARGS, max(columns[l], 0) + (kx - PRODUCER_RADIUS_X) * CHANNELS,
                                              max(row, 0) + ky - PRODUCER_RADIUS_Y);
      along = take(PRODUCER_SEPARATED ? kx : ky * PRODUCER_WIDTH + kx, LOAD_PLAIN(value), along);
    }
    taken = PRODUCER_SEPARATED ? take(PRODUCER_WIDTH + ky, along, taken) : along;
  }
#if BORDER == CONSTANT
  const VECTOR(SAMPLE) inside = produced(taken);
  SAMPLE result[VEC];
  STORE_PLAIN(inside, result);
  UNROLL_LANES for (int l = 0; l < VEC; ++l)
    if (row < 0 || columns[l] < 0) result[l] = (SAMPLE)component(border_value, channel_of(x + l));
  return LOAD_PLAIN(result);
#else
  return produced(taken);
#endif
}

// Whether the vector lies in a row's image.
INLINE bool is_in_row(int width, int x) { return x >= 0 && x + VEC <= width * CHANNELS; }

#if PRODUCER_SEPARATED
#define PRODUCER_SUMS (PRODUCER_ROWS * TILE_WIDTH)

// What rows of windows give, for the vectors of the tile that lie in the image, `end` behind the last sample and row of these.
void take_rows(IMAGE, __local PRODUCER_LANE *sums, const int2 origin, const int2 end) {
  const int item = (int)(get_local_id(1) * GROUP_WIDTH + get_local_id(0));
  for (int i = item; i < PRODUCER_ROWS * TILE_VECTORS; i += GROUP_WIDTH * GROUP_HEIGHT) {
    const int x = origin.x + i % TILE_VECTORS * VEC, y = origin.y - PRODUCER_RADIUS_Y + i / TILE_VECTORS;
    if (x >= end.x || y >= end.y + PRODUCER_RADIUS_Y || !is_in_row(width, x)) continue;
    STORE_PLAIN(take_row(IMAGE_ARGS, x, y, 0, NOTHING_TAKEN), sums + i * VEC);
  }
}

INLINE PRODUCER_LANES take_window(IMAGE, __local const PRODUCER_LANE *sums, int x, int y) {
  PRODUCER_LANES taken = NOTHING_TAKEN;
  UNROLL for (int k = 0; k < PRODUCER_HEIGHT; ++k)
    taken = take(PRODUCER_WIDTH + k, LOAD_PLAIN(sums + k * TILE_WIDTH), taken);
  return taken;
}
#else
#define PRODUCER_SUMS 1

INLINE PRODUCER_LANES take_window(IMAGE, __local const PRODUCER_LANE *sums, int x, int y) {
  PRODUCER_LANES taken = NOTHING_TAKEN;
  UNROLL_PRODUCER for (int k = 0; k < PRODUCER_HEIGHT; ++k)
    taken = take_row(IMAGE_ARGS, x, y + k - PRODUCER_RADIUS_Y, k * PRODUCER_WIDTH, taken);
  return taken;
}
#endif

// Fills the tile as fill_tile() does.
void produce_tile(IMAGE, __local SAMPLE *tile, __local PRODUCER_LANE *sums, const int2 origin, const int4 blocks) {
  const int2 end = (int2)(blocks.z + REACH_X, blocks.w + REACH_Y);
#if PRODUCER_SEPARATED
  take_rows(IMAGE_ARGS, sums, origin, end);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  const int item = (int)(get_local_id(1) * GROUP_WIDTH + get_local_id(0));
  for (int i = item; i < TILE_ROWS * TILE_VECTORS; i += GROUP_WIDTH * GROUP_HEIGHT) {
    const int x = origin.x + i % TILE_VECTORS * VEC, y = origin.y + i / TILE_VECTORS;
    if (x >= end.x || y >= end.y) continue;
    if (is_in_row(width, x) && y >= 0 && y < height)
      STORE_PLAIN(produced(take_window(IMAGE_ARGS, sums + i * VEC, x, y)), tile + i * VEC);
    else
      STORE_PLAIN(produce_at_edge(IMAGE_ARGS, x, y), tile + i * VEC);
  }
}
#endif
