// A tile of what another filter makes. Each group computes it for the windows of its blocks. The sums or extremes along
// the rows of windows lie in local memory, too.

#if LOCAL && PRODUCED

#define PRODUCER_ROWS (TILE_ROWS + 2 * PRODUCER_RADIUS_Y)  // rows of sums
#define ITEM_OF_TILE ((int)(get_local_id(1) * GROUP_WIDTH + get_local_id(0)))
#define ITEMS_OF_TILE (GROUP_WIDTH * GROUP_HEIGHT)

#if PRODUCER_SEPARATED
#define PRODUCER_SUMS (PRODUCER_ROWS * TILE_WIDTH)

// Takes the rows of windows for the vectors of the tile that lie in the image. `end` is behind the last sample and row
// of the tile.
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

// The tile's sample at a place outside the image: the sample of the pixel that stands for it, most often in the same
// tile.
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

// Fills the tile as fill_tile() does, the samples in the image first.
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
