// Local staging: a group copies its tile, the part of the image that its windows read, to local memory and reads it
// there. The border rule fills the parts outside the image, so blocks at the edge read like others.

#if ROW_SUMS_LOCAL
#if WORD_LOADS  // blocks lie at whole vectors
// Sums lie in vectors of up to 16 bytes, so that the work-items of a row use all banks of local memory.
#define SUMS_OF_BLOCK (PACKED ? VEC / 2 : VEC)
#if PACKED && VEC == 4
#define PART uint2
#else
#define PART JOIN(ARITH, 4)
#endif
#define PARTS (SUMS_OF_BLOCK * (int)sizeof(ARITH) / (int)sizeof(PART))
#define ROW_SUM PART
#define ROW_SUMS_SIZE (MASKS * TILE_ROWS * (ROW_SUMS_WIDTH / VEC) * PARTS)
#define PART_PLACE(mask, row, column, part) \
  ((((mask) * TILE_ROWS + (row)) * PARTS + (part)) * (ROW_SUMS_WIDTH / VEC) + (column) / VEC)

INLINE PIXEL load_sums(__local const PART *row_sums, int mask, int row, int column) {
  PIXEL sums;
  UNROLL for (int part = 0; part < PARTS; ++part)
    ((PART *)&sums)[part] = row_sums[PART_PLACE(mask, row, column, part)];
  return sums;
}

INLINE void store_sums(PIXEL sums, __local PART *row_sums, int mask, int row, int column) {
  UNROLL for (int part = 0; part < PARTS; ++part)
    row_sums[PART_PLACE(mask, row, column, part)] = ((const PART *)&sums)[part];
}
#else
#define ROW_SUM ARITH
#define ROW_SUMS_SIZE (MASKS * TILE_ROWS * ROW_SUMS_WIDTH)
#define ROW_SUMS_PLACE(mask, row, column) (((mask) * TILE_ROWS + (row)) * ROW_SUMS_WIDTH + (column))

INLINE PIXEL load_sums(__local const ARITH *row_sums, int mask, int row, int column) {
  return LOAD_PLAIN(row_sums + ROW_SUMS_PLACE(mask, row, column));
}

INLINE void store_sums(PIXEL sums, __local ARITH *row_sums, int mask, int row, int column) {
  STORE_PLAIN(sums, row_sums + ROW_SUMS_PLACE(mask, row, column));
}
#endif
#endif

// TILE is what functions of a block take beside the image. For a tile: the tile, the image's sample and row at its top
// left, and the sums along its rows where they are kept. For rows that are loaded as words: whether whole words can be
// loaded, or where; whether the block lies at the image's left or right edge, and its words there (see word_blocks.cl).
// For a strip (see strip.cl): the ring of sums from the block's first column on, and its uppermost row.
#if WORD_LOADS && ROW_SUMS_LOCAL
#define TILE , const int4 loadable, const int2 tile_origin, __local ROW_SUM *restrict row_sums
#define TILE_ARGS , loadable, tile_origin, row_sums
#elif WORD_LOADS
#define TILE , const bool whole, const bool at_edge, __local const uint *edge_words
#define TILE_ARGS , whole, at_edge, edge_words
#elif STRIP
#define TILE , const ARITH *ring, const int uppermost
#define TILE_ARGS , ring, uppermost
#elif ROW_SUMS_LOCAL
#define TILE , __local const SAMPLE *restrict tile, const int2 tile_origin, __local ROW_SUM *restrict row_sums
#define TILE_ARGS , tile, tile_origin, row_sums
#elif LOCAL
#define TILE , __local const SAMPLE *restrict tile, const int2 tile_origin
#define TILE_ARGS , tile, tile_origin
#else
#define TILE
#define TILE_ARGS
#endif

#if LOCAL || ROW_SUMS_LOCAL
// The tile's origin for a group whose blocks begin at (x, y). The image's first and last blocks may be moved inside.
INLINE int2 tile_origin_of(int x, int y, const int4 interior) {
#if UNCHECKED
  x = clamp(x, interior.x, interior.z - VEC);
  y = min(y, interior.w - ITEMS_Y);
#endif
  return (int2)(x - HALO, y - RADIUS_Y);
}
#endif

#if LOCAL
// General programs have memory for the largest tile. An argument tells them the size of the tile that they fill.
#if GENERAL
#define TILE_SHAPE , const int2 tile_shape
#define TILE_SHAPE_ARGS , tile_shape
#define FILLED_WIDTH tile_shape.x
#define FILLED_ROWS tile_shape.y
#else
#define TILE_SHAPE
#define TILE_SHAPE_ARGS
#define FILLED_WIDTH TILE_WIDTH
#define FILLED_ROWS TILE_ROWS
#endif
#define TILE_VECTORS (FILLED_WIDTH / VEC)

// Fills one vector of the tile, from sample x of row y. `end` is behind the last sample and row that windows read: the
// tiles of groups at the image's end reach further.
INLINE void stage_vector(IMAGE, __local SAMPLE *to, int x, int y, const int2 end) {
  if (x >= end.x || y >= end.y) return;
#if UNCHECKED
  if (x + VEC <= end.x)
    STORE_LOCAL(SAMPLE, load_samples(SOURCE_ARGS, x, y), to);
  else
    for (int l = 0; l < end.x - x; ++l) to[l] = load_sample(SOURCE_ARGS, x + l, y);
#else
#if EDGES == EDGE_BRANCH
  if (x >= 0 && x + VEC <= width * CHANNELS && y >= 0 && y < height) {
    STORE_LOCAL(SAMPLE, load_samples(SOURCE_ARGS, x, y), to);
    return;
  }
#endif
  UNROLL_LANES for (int l = 0; l < VEC; ++l) to[l] = read_sample(IMAGE_ARGS, x + l, y);
#endif
}

void fill_tile(IMAGE, __local SAMPLE *tile TILE_SHAPE, const int2 origin, const int4 blocks) {
  const int2 end = (int2)(blocks.z + REACH_X, blocks.w + REACH_Y);
#if STAGING == STAGE_LOCAL2
  for (int row = (int)get_local_id(1); row < FILLED_ROWS; row += GROUP_HEIGHT)
    for (int v = (int)get_local_id(0); v < TILE_VECTORS; v += GROUP_WIDTH)
      stage_vector(IMAGE_ARGS, tile + row * FILLED_WIDTH + v * VEC, origin.x + v * VEC, origin.y + row, end);
#else
  const int item = (int)(get_local_id(1) * GROUP_WIDTH + get_local_id(0));
  for (int i = item; i < FILLED_ROWS * TILE_VECTORS; i += GROUP_WIDTH * GROUP_HEIGHT)
    stage_vector(IMAGE_ARGS, tile + i * VEC, origin.x + i % TILE_VECTORS * VEC, origin.y + i / TILE_VECTORS, end);
#endif
}
#endif
