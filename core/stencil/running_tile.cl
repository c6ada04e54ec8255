// What both kernels of passes `running` share. A group computes a strip of the image, ITEMS_Y rows at a time, from a
// tile. The tile is wider than the results by MARGIN samples on each side, which are whole vectors.

#if RUNNING
#define MARGIN ((REACH_X + VEC - 1) / VEC * VEC)
#ifndef PARAMETERS
#define PARAMETERS
#define PARAMETER_ARGS
#endif

#define TILE_VECTORS (GROUP_WIDTH * ITEMS_X)
#define TILE_SAMPLES (TILE_VECTORS * VEC)
#define GROUP_RESULTS (TILE_SAMPLES - 2 * MARGIN)  // samples of a row

// One work-item for a whole tile is a CPU's, and it has many vectors: they are not unrolled.
#if GROUP_WIDTH > 1
#define UNROLL_ROWS UNROLL
#else
#define UNROLL_ROWS _Pragma("unroll 1")
#endif
#if ITEMS_X > 8
#define UNROLL_VECTORS _Pragma("unroll 1")
#else
#define UNROLL_VECTORS UNROLL
#endif

// The work-item's k-th vector of the tile.
#define VECTOR_AT(k) ((int)get_local_id(0) + (k)*GROUP_WIDTH)

// A group's tile: `places` come from find_places(), `whole` says whether vectors can be loaded, `left` is its first
// sample.
#define TILE_OF_GROUP __local const int *places, const bool whole, const int left
#define TILE_OF_GROUP_ARGS places, whole, left

// Finds the sample of a row that stands for each sample of the tile, or -1 for the border's value. Samples that no
// window reads may get any place.
INLINE void find_places(int width, int left, __local int* places) {
  for (int t = (int)get_local_id(0); t < TILE_SAMPLES; t += GROUP_WIDTH) {
    const int x = clamp(left + t, -HALO, width * CHANNELS - 1 + HALO);
    const int column = border_index(pixel_of(x), width);
    places[t] = column < 0 ? -1 : column * CHANNELS + channel_of(x);
  }
}

// Collects samples of a row by their places. `row` is -1 where all are the border's value.
VECTOR(SAMPLE) gather(IMAGE, __local const int* places, int x, int row) {
#if GROUP_WIDTH > 1 || 4 * HALO > VEC
  SAMPLE lanes[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l) {
#else  // a long vector of which windows read few samples
  SAMPLE lanes[VEC] = {0};
  for (int l = max(0, -HALO - x); l < min(VEC, width * CHANNELS + HALO - x); ++l) {
#endif
    const int place = places[l];
#if BORDER == CONSTANT
    if (row < 0 || place < 0) {
      lanes[l] = (SAMPLE)component(border_value, channel_of(x + l));
      continue;
    }
#endif
    lanes[l] = load_sample(SOURCE_ARGS, place, row);
  }
  return LOAD_PLAIN(lanes);
}

// The samples of row y under vector v of the tile.
INLINE VECTOR(SAMPLE) column_samples(IMAGE, TILE_OF_GROUP, int v, int y) {
  const int row = border_index(y, height), x = left + v * VEC;
  if (whole && row >= 0 && x >= 0 && x + VEC <= width * CHANNELS) return load_samples(SOURCE_ARGS, x, row);
  if (x >= width * CHANNELS + HALO) return (VECTOR(SAMPLE))0;  // no window reads it
  return gather(IMAGE_ARGS, places + v * VEC, x, row);
}

// Prefetches the vector's samples of a row. A strip's rows lie in different pages, which CPUs' prefetchers do not
// follow.
#if defined(PREFETCH_GLOBAL) && LOOSE_VECTORS && GROUP_WIDTH == 1 && STORAGE == STORAGE_BUFFER
#define PREFETCH(v, y) PREFETCH_GLOBAL(src + clamp(y, 0, height - 1) * stride + left + (v)*VEC)
#else
#define PREFETCH(v, y)
#endif

// Stores those of the VEC results at (x, y) that lie in the region, as a vector where `whole` allows it.
INLINE void store_results(IMAGE, const int4 region, bool whole, int x, int y, RESULT result, bool stream,
                          OUTPUT_PARAMETERS) {
  if (whole && x >= region.x && x + VEC <= region.z) {
    STORE(stored(SOURCE_ARGS, x, y, result BESIDE_ARGS), dst0 + (offset0 + y * stride0 + x), stream);
  } else {
    const Lanes lanes = lanes_along_row(x, region.x, region.z, y);
    store_lanes(IMAGE_ARGS, &lanes, &result, OUTPUT_ARGS);
  }
}

// Whether rows outside the image are gathered as well, see packed_tile.cl.
#define GATHERS_ROWS (PACKED && BORDER == CONSTANT)

// Begins the kernel `block`: opens the operands and finds the group's strip. launch.cpp says how many groups share the
// region's rows.
#define OPEN_TILE                                                                                       \
  OPEN_INPUT;                                                                                           \
  OPEN_OUTPUTS;                                                                                         \
  __local int places[TILE_SAMPLES];                                                                     \
  const int strip = (region.w - region.y + (int)get_num_groups(1) - 1) / (int)get_num_groups(1);        \
  const int top = region.y + (int)get_group_id(1) * strip, bottom = min(top + strip, region.w);         \
  const int begin = region.x / VEC * VEC + (int)get_group_id(0) * GROUP_RESULTS, left = begin - MARGIN; \
  const bool whole = !ALIGNED || interior.x < interior.z; /* vectors can be loaded */                   \
  const bool stream = may_stream(dst0 + (offset0 + top * stride0 + begin), stride0);                    \
  if (GATHERS_ROWS || !whole || left < 0 || left + TILE_SAMPLES > width * CHANNELS) find_places(width, left, places)
#endif
