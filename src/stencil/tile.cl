// Local staging: a group copies the part of the image that its windows read, its tile, to local memory and reads it
// there. Whatever lies outside the image is put into the tile by the border rule, so blocks at the edge read like others.

// For a block: the tile, the image's sample and row at its top left, and the sums along its rows where they are kept; or,
// of packed lanes, whether its rows are loaded as whole vectors.
#if PACKED
#define TILE , const bool whole
#define TILE_ARGS , whole
#elif ROW_SUMS_LOCAL
#define TILE , __local const SAMPLE *restrict tile, const int2 tile_origin, __local ARITH *restrict row_sums
#define TILE_ARGS , tile, tile_origin, row_sums
#elif LOCAL
#define TILE , __local const SAMPLE *restrict tile, const int2 tile_origin
#define TILE_ARGS , tile, tile_origin
#else
#define TILE
#define TILE_ARGS
#endif

#if LOCAL
#define TILE_VECTORS (TILE_WIDTH / VEC)

// The tile's origin for a group whose blocks begin at (x, y). Its first and last blocks may be moved inside.
INLINE int2 tile_origin_of(int x, int y, const int4 interior) {
#if UNCHECKED
  x = clamp(x, interior.x, interior.z - VEC);
  y = min(y, interior.w - ITEMS_Y);
#endif
  return (int2)(x - HALO, y - RADIUS_Y);
}

// One vector of the tile from sample x of row y. `end` is behind the last sample and row that windows read: groups at
// the image's end have tiles that reach further.
INLINE void stage_vector(IMAGE, __local SAMPLE *to, int x, int y, const int2 end) {
  if (x >= end.x || y >= end.y) return;
#if UNCHECKED
  if (x + VEC <= end.x)
    STORE_PLAIN(load_samples(SOURCE_ARGS, x, y), to);
  else
    for (int l = 0; l < end.x - x; ++l) to[l] = load_sample(SOURCE_ARGS, x + l, y);
#else
#if EDGES == EDGE_BRANCH
  if (x >= 0 && x + VEC <= width * CHANNELS && y >= 0 && y < height) {
    STORE_PLAIN(load_samples(SOURCE_ARGS, x, y), to);
    return;
  }
#endif
  UNROLL_LANES for (int l = 0; l < VEC; ++l) to[l] = read_sample(IMAGE_ARGS, x + l, y);
#endif
}

void fill_tile(IMAGE, __local SAMPLE *tile, const int2 origin, const int4 blocks) {
  const int2 end = (int2)(blocks.z + HALO, blocks.w + RADIUS_Y);
#if STAGING == STAGE_LOCAL2
  for (int row = (int)get_local_id(1); row < TILE_ROWS; row += GROUP_HEIGHT)
    for (int v = (int)get_local_id(0); v < TILE_VECTORS; v += GROUP_WIDTH)
      stage_vector(IMAGE_ARGS, tile + row * TILE_WIDTH + v * VEC, origin.x + v * VEC, origin.y + row, end);
#else
  const int item = (int)(get_local_id(1) * GROUP_WIDTH + get_local_id(0));
  for (int i = item; i < TILE_ROWS * TILE_VECTORS; i += GROUP_WIDTH * GROUP_HEIGHT)
    stage_vector(IMAGE_ARGS, tile + i * VEC, origin.x + i % TILE_VECTORS * VEC, origin.y + i / TILE_VECTORS, end);
#endif
}
#endif
