// The two kernels of every stencil program. Both take the same arguments.
//
// `block`  computes the interior, or the whole image where edges are not split
// `frame`  computes what lies round the interior, only where edges are left to it

// Stores an output of the block's first rows without checks against the image's size: they lie inside.
#if TO_IMAGE
// Compilers take long over each place in the code that writes a texel, so only short loops of writes are unrolled.
#if VEC * ITEMS_Y <= 4
#define UNROLL_TEXELS UNROLL
#else
#define UNROLL_TEXELS _Pragma("unroll 1")
#endif
INLINE void store_rows(SOURCE, int x, int y, int rows, const RESULT *results, RESULTS dst, const long dst_offset,
                       const long dst_stride BESIDE_PARAMETERS) {
  STORED_SAMPLE value[ITEMS_Y * VEC];
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) {
    if (j >= rows) break;
    STORE_PLAIN(stored(SOURCE_ARGS, x, y + j, results[j * OUTPUTS] BESIDE_ARGS), value + j * VEC);
  }
  UNROLL_TEXELS for (int k = 0; k < rows * VEC; ++k)
    store_texel(value[k], dst, dst_offset, dst_stride, x + k % VEC, y + k / VEC);
}
#else
INLINE void store_rows(SOURCE, int x, int y, int rows, const RESULT *results, RESULTS first, const long dst_offset,
                       const long dst_stride BESIDE_PARAMETERS) {
  __global DST *const dst = first + (dst_offset + y * dst_stride + x);
  const bool stream = may_stream(dst, dst_stride);
  UNROLL for (int j = 0; j < ITEMS_Y; ++j) {
    if (j >= rows) break;
    STORE(stored(SOURCE_ARGS, x, y + j, results[j * OUTPUTS] BESIDE_ARGS), dst + j * dst_stride, stream);
  }
}
#endif

INLINE void store_block(IMAGE, int x, int y, int rows, const RESULT *results, OUTPUT_PARAMETERS) {
  store_rows(SOURCE_ARGS, x, y, rows, results, dst0, offset0, stride0 BESIDE_ARGS);
#if OUTPUTS == 2
  store_rows(SOURCE_ARGS, x, y, rows, results + 1, dst1, offset1, stride1 BESIDE_ARGS);
#endif
}

#if !RUNNING  // see running_tile.cl
// Stores the results that lie in the region, in whole vectors where `whole` allows it.
void store_inside(IMAGE, const int4 region, bool whole, int x, int y, const RESULT *results, OUTPUT_PARAMETERS) {
  if (whole && x + VEC <= region.z && y + ITEMS_Y <= region.w) {
    store_block(IMAGE_ARGS, x, y, ITEMS_Y, results, OUTPUT_ARGS);
    return;
  }
  for (int j = 0; j < ITEMS_Y && y + j < region.w; ++j) {
    const Lanes lanes = lanes_along_row(x, region.x, region.z, y + j);
    store_lanes(IMAGE_ARGS, &lanes, results + j * OUTPUTS, OUTPUT_ARGS);
  }
}

#ifndef STRIPS
#define STRIPS 0  // an item computes STRIP_ROWS rows, see general.cl
#define STRIP_ROWS ITEMS_Y
#endif

#if EDGES == EDGE_BRANCH && !LOCAL && !WORD_LOADS && !STRIPS
// Computes the block's pixels in the region, each by the border rule. Only a block at whole vectors may begin before
// the region.
void border_block(IMAGE, const int4 region, int x, int y PARAMETERS, OUTPUT_PARAMETERS) {
  for (int j = 0; j < ITEMS_Y && y + j < region.w; ++j) {
    const int first = max(x, region.x);
    const Lanes lanes = lanes_along_row(first, first, min(x + VEC, region.z), y + j);
    RESULT results[OUTPUTS];
    lane_results(IMAGE_ARGS, &lanes, results PARAMETER_ARGS);
    store_lanes(IMAGE_ARGS, &lanes, results, OUTPUT_ARGS);
  }
}
#endif

#endif

#if !STRIP && !RUNNING && !CHORDED
INLINE void compute_block(IMAGE TILE, const int4 region, const int4 interior, int x, int y PARAMETERS,
                          OUTPUT_PARAMETERS) {
  RESULT results[ITEMS_Y * OUTPUTS];
#if STRIPS
  PIXEL kept[KEPT_ROWS * MASKS];
  const int end = min(y + STRIP_ROWS, region.w);
  sum_rows(IMAGE_ARGS, x, y, end, kept PARAMETER_ARGS);
  _Pragma("unroll 1") for (int j = 0; y + j < end; j += ITEMS_Y) {
    add_rows(kept + j * MASKS, results WINDOW_SHAPE_ARGS PARAMETER_ARGS);
    store_inside(IMAGE_ARGS, region, true, x, y + j, results, OUTPUT_ARGS);
  }
#elif UNCHECKED
  // The first and the last block are moved inside: they compute some pixels a second time, to the same values.
  x = clamp(x, interior.x, interior.z - VEC);
  y = min(y, interior.w - ITEMS_Y);
  block_results(IMAGE_ARGS TILE_ARGS, x, y, results PARAMETER_ARGS);
  store_block(IMAGE_ARGS, x, y, ITEMS_Y, results, OUTPUT_ARGS);
#elif EDGES == EDGE_BRANCH && !LOCAL && !WORD_LOADS
  if (x >= interior.x && x + VEC <= interior.z && y >= interior.y && y + ITEMS_Y <= interior.w) {
    block_results(IMAGE_ARGS TILE_ARGS, x, y, results PARAMETER_ARGS);
    store_block(IMAGE_ARGS, x, y, ITEMS_Y, results, OUTPUT_ARGS);
  } else {
    border_block(IMAGE_ARGS, region, x, y PARAMETER_ARGS, OUTPUT_ARGS);
  }
#elif WORD_LOADS && ROW_SUMS_LOCAL
  block_results(IMAGE_ARGS TILE_ARGS, x, y, results PARAMETER_ARGS);
  store_inside(IMAGE_ARGS, region, x >= interior.x && x + VEC <= interior.z, x, y, results, OUTPUT_ARGS);
#elif WORD_LOADS
  if (whole) {
    block_results(IMAGE_ARGS, true, false, edge_words, x, y, results PARAMETER_ARGS);
    store_inside(IMAGE_ARGS, region, true, x, y, results, OUTPUT_ARGS);
  } else {
    block_results(IMAGE_ARGS, false, BORDER != CONSTANT || at_edge, edge_words, x, y, results PARAMETER_ARGS);
    store_inside(IMAGE_ARGS, region, false, x, y, results, OUTPUT_ARGS);
  }
#else
  block_results(IMAGE_ARGS TILE_ARGS, x, y, results PARAMETER_ARGS);
  store_inside(IMAGE_ARGS, region, true, x, y, results, OUTPUT_ARGS);
#endif
}

#if !WORD_LOADS || ROW_SUMS_LOCAL  // see word_blocks.cl
__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_INPUT;
  OPEN_OUTPUTS;
#if UNCHECKED
  const int4 blocks = (int4)(interior.x / VEC * VEC, interior.y, interior.z, interior.w);  // at whole vectors
#elif ALIGNED
  const int4 blocks = (int4)(region.x / VEC * VEC, region.y, region.z, region.w);
#else
  const int4 blocks = region;
#endif
  const int y = blocks.y + (int)get_global_id(1) * STRIP_ROWS;
#if LOCAL || ROW_SUMS_LOCAL
  const int group_x = blocks.x + (int)get_group_id(0) * GROUP_WIDTH * ITEMS_X * VEC;
  const int group_y = blocks.y + (int)get_group_id(1) * GROUP_HEIGHT * ITEMS_Y;
  const int2 tile_origin = tile_origin_of(group_x, group_y, interior);
#endif
#if LOCAL
  __local SAMPLE tile[TILE_ROWS * TILE_WIDTH];
#if PRODUCED
  __local PRODUCER_LANE producer_sums[PRODUCER_SUMS];
  produce_tile(IMAGE_ARGS, tile, producer_sums, tile_origin, blocks);
#else
  fill_tile(IMAGE_ARGS, tile, tile_origin, blocks);
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
#if ROW_SUMS_LOCAL
#if WORD_LOADS
  const int4 loadable = interior;
#endif
  __local ROW_SUM row_sums[ROW_SUMS_SIZE];
  fill_row_sums(IMAGE_ARGS TILE_ARGS, (int2)(blocks.z, blocks.w + RADIUS_Y) PARAMETER_ARGS);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  if (y >= blocks.w) return;
  for (int i = 0; i < ITEMS_X; ++i) {
    const int x = blocks.x + (FIRST_VECTOR + i * NEXT_VECTOR) * VEC;
    if (x < blocks.z) compute_block(IMAGE_ARGS TILE_ARGS, region, interior, x, y PARAMETER_ARGS, OUTPUT_ARGS);
  }
}
#endif
#endif

#if UNCHECKED
// Items first compute the rows above and below the interior in vectors, then the columns beside it, VEC rows at a time.
// FRAME_GROUP items of one dimension make a group.
__kernel OF_VECTORS __attribute__((reqd_work_group_size(FRAME_GROUP, 1, 1))) void frame(KERNEL_PARAMETERS) {
  OPEN_INPUT;
  OPEN_OUTPUTS;
  const uint item = (uint)get_global_id(0);
  const uint vectors = (uint)((region.z - region.x + VEC - 1) / VEC);
  const int rows_above = interior.y - region.y, columns_before = interior.x - region.x;
  const uint band_items = vectors * (uint)(rows_above + region.w - interior.w);
  const uint columns = (uint)(columns_before + region.z - interior.z);
  Lanes lanes;
  if (item < band_items) {
    const int row = (int)(item / vectors);
    const int x = region.x + (int)(item % vectors) * VEC;
    lanes = lanes_along_row(x, x, region.z, row < rows_above ? region.y + row : row - rows_above + interior.w);
  } else {
    if (columns == 0) return;
    const int column = (int)((item - band_items) % columns);
    const int y = interior.y + (int)((item - band_items) / columns) * VEC;
    if (y >= interior.w) return;
    lanes = lanes_down_column(column < columns_before ? region.x + column : column - columns_before + interior.z, y,
                              interior.w);
  }
  RESULT results[OUTPUTS];
  lane_results(IMAGE_ARGS, &lanes, results PARAMETER_ARGS);
  store_lanes(IMAGE_ARGS, &lanes, results, OUTPUT_ARGS);
}
#endif
