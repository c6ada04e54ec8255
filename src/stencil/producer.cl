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

// Where the row is not loaded whole: its samples are read once each, by the border rule.
PRODUCER_LANES take_row_at_edge(IMAGE, int x, int y, int first_tap, PRODUCER_LANES taken) {
  PRODUCER_LANE samples[VEC + 2 * PRODUCER_HALO];
  _Pragma("unroll 1") for (int i = 0; i < VEC + 2 * PRODUCER_HALO; ++i)
    samples[i] = (PRODUCER_LANE)read_sample(IMAGE_ARGS, x - PRODUCER_HALO + i, y);
  UNROLL_PRODUCER for (int k = 0; k < PRODUCER_WIDTH; ++k)
    taken = take(first_tap + k, LOAD_PLAIN(samples + k * CHANNELS), taken);
  return taken;
}

// Takes a row of windows round sample x, which lie in row y, under the taps from the first one on.
INLINE PRODUCER_LANES take_row(IMAGE, int x, int y, int first_tap, PRODUCER_LANES taken) {
  const int row = border_index(y, height);
  if (row < 0 || x < PRODUCER_HALO || x + VEC + PRODUCER_HALO > width * CHANNELS)
    return take_row_at_edge(IMAGE_ARGS, x, y, first_tap, taken);
  UNROLL for (int k = 0; k < PRODUCER_WIDTH; ++k)
    taken = take(first_tap + k,
                 CONVERT(PRODUCER_LANE, load_samples(SOURCE_ARGS, x + (k - PRODUCER_RADIUS_X) * CHANNELS, row)), taken);
  return taken;
}

// Windows round sample x of row y.
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

#define ITEM_OF_TILE ((int)(get_local_id(1) * GROUP_WIDTH + get_local_id(0)))
#define ITEMS_OF_TILE (GROUP_WIDTH * GROUP_HEIGHT)

// Whether one of the vector's samples lies in the image, and so in a row's.
INLINE bool meets_row(int width, int x) { return x + VEC > 0 && x < width * CHANNELS; }

#if PRODUCER_SEPARATED
#define PRODUCER_SUMS (PRODUCER_ROWS * TILE_WIDTH)

// What rows of windows give, for the vectors of the tile that lie in the image, `end` behind the last sample and row of
// these.
void take_rows(IMAGE, __local PRODUCER_LANE *sums, const int2 origin, const int2 end) {
  for (int i = ITEM_OF_TILE; i < PRODUCER_ROWS * TILE_VECTORS; i += ITEMS_OF_TILE) {
    const int x = origin.x + i % TILE_VECTORS * VEC, y = origin.y - PRODUCER_RADIUS_Y + i / TILE_VECTORS;
    if (x >= end.x || y >= end.y + PRODUCER_RADIUS_Y || !meets_row(width, x)) continue;
    STORE_LOCAL(PRODUCER_LANE, take_row(IMAGE_ARGS, x, y, 0, NOTHING_TAKEN), sums + i * VEC);
  }
}

INLINE PRODUCER_LANES take_tile(IMAGE, __local const PRODUCER_LANE *sums, int x, int y) {
  PRODUCER_LANES taken = NOTHING_TAKEN;
  UNROLL for (int k = 0; k < PRODUCER_HEIGHT; ++k)
    taken = take(PRODUCER_WIDTH + k, LOAD_LOCAL(PRODUCER_LANE, sums + k * TILE_WIDTH), taken);
  return taken;
}
#else
#define PRODUCER_SUMS 1

INLINE PRODUCER_LANES take_tile(IMAGE, __local const PRODUCER_LANE *sums, int x, int y) {
  return take_window(IMAGE_ARGS, x, y);
}
#endif

// The tile's sample at a place outside the image: that of the pixel which stands for it, most often in the same tile.
SAMPLE sample_outside(IMAGE, __local const SAMPLE *tile, const int2 origin, const int2 end, int x, int y) {
  const int column = border_index(pixel_of(x), width), row = border_index(y, height);
#if BORDER == CONSTANT
  if (column < 0 || row < 0) return (SAMPLE)component(border_value, channel_of(x));
#endif
  const int sample = column * CHANNELS + channel_of(x);
  const int2 place = (int2)(sample, row) - origin;
  if (place.x >= 0 && place.x < TILE_WIDTH && place.y >= 0 && place.y < TILE_ROWS && sample < end.x && row < end.y)
    return tile[place.y * TILE_WIDTH + place.x];
  const VECTOR(SAMPLE) lanes = produced(take_window(IMAGE_ARGS, sample, row));
  return ((const SAMPLE *)&lanes)[0];
}

void fill_outside(IMAGE, __local SAMPLE *tile, const int2 origin, const int2 end) {
  const int samples = width * CHANNELS;
  if (origin.x >= 0 && origin.y >= 0 && origin.x + TILE_WIDTH <= samples && origin.y + TILE_ROWS <= height) return;
  for (int i = ITEM_OF_TILE; i < TILE_ROWS * TILE_WIDTH; i += ITEMS_OF_TILE) {
    const int x = origin.x + i % TILE_WIDTH, y = origin.y + i / TILE_WIDTH;
    const bool inside = x >= 0 && x < samples && y >= 0 && y < height;
    if (x < end.x && y < end.y && !inside) tile[i] = sample_outside(IMAGE_ARGS, tile, origin, end, x, y);
  }
}

// Fills the tile as fill_tile() does: first what lies in the image.
void produce_tile(IMAGE, __local SAMPLE *tile, __local PRODUCER_LANE *sums, const int2 origin, const int4 blocks) {
  const int2 end = (int2)(blocks.z + REACH_X, blocks.w + REACH_Y);
#if PRODUCER_SEPARATED
  take_rows(IMAGE_ARGS, sums, origin, end);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  for (int i = ITEM_OF_TILE; i < TILE_ROWS * TILE_VECTORS; i += ITEMS_OF_TILE) {
    const int x = origin.x + i % TILE_VECTORS * VEC, y = origin.y + i / TILE_VECTORS;
    if (x < end.x && y >= 0 && y < min(end.y, height) && meets_row(width, x))
      STORE_LOCAL(SAMPLE, produced(take_tile(IMAGE_ARGS, sums + i * VEC, x, y)), tile + i * VEC);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  fill_outside(IMAGE_ARGS, tile, origin, end);
}
#endif
