// What both kernels of passes `running` with packed lanes share: a tile's rows in local memory, and the segments of a
// row that a work-item walks along. Results go through local memory, too, so that neighbouring work-items store side by
// side.

#if RUNNING && PACKED
#ifndef SEGMENT
#define SEGMENT (WINDOW < 64 ? WINDOW / VEC * VEC : 64)  // samples that one work-item walks along
#endif

#define WINDOW (KSIZE_X * CHANNELS)       // samples of one row
#define WINDOW_BEGIN (MARGIN - HALO)      // where the window of a tile's first result begins, in the tile
#define SEGMENT_VECTORS (SEGMENT / VEC)

// Each segment has one more vector behind it, so that neighbours' segments begin in different banks of a GPU's local
// memory.
#define PLACE_OF(v) ((v) + (v) / SEGMENT_VECTORS)
#define SEGMENTS ((GROUP_RESULTS + SEGMENT - 1) / SEGMENT)
#define ROW_PLACES (PLACE_OF(TILE_VECTORS + SEGMENT_VECTORS) + 1)
#define RESULT_PLACES PLACE_OF(SEGMENTS * SEGMENT_VECTORS)

// How many segments make a whole number of pixels. Loops over windows advance by so many.
#define SEGMENTS_ALIKE (CHANNELS == 3 ? 3 : 1)
#define SAMPLES_ALIKE (SEGMENTS_ALIKE * SEGMENT)

// The place of the vector that has sample k, counted from a segment's start.
#define PLACE_OF_SAMPLE(k) PLACE_OF((k) / VEC)

// Whether the vector's samples of all rows from y to before `end` lie side by side in the image's memory. Each
// work-item asks once for many rows: a branch at each row would keep their loads apart.
INLINE bool is_inside(int width, int height, bool whole, int left, int v, int y, int end) {
#if BORDER == CONSTANT
  if (y < 0 || end > height) return false;
#endif
  return whole && left + v * VEC >= 0 && left + (v + 1) * VEC <= width * CHANNELS;
}

INLINE VECTOR(SAMPLE) gather_at_once(IMAGE, __local const int *places, int x, int row) {
  SAMPLE lanes[VEC];
  UNROLL for (int l = 0; l < VEC; ++l) {
    const int place = places[l];
    lanes[l] = load_sample(SOURCE_ARGS, max(place, 0), max(row, 0));
#if BORDER == CONSTANT
    if (row < 0 || place < 0) lanes[l] = (SAMPLE)component(border_value, channel_of(x + l));
#endif
  }
  return LOAD_PLAIN(lanes);
}

// The samples of row y under vector v of the tile. `inside` is known when the program is compiled.
INLINE VECTOR(SAMPLE) samples_of_tile(IMAGE, TILE_OF_GROUP, bool inside, int v, int y) {
  const int row = border_index(y, height), x = left + v * VEC;
  if (inside) return load_samples(SOURCE_ARGS, x, row);
  return gather_at_once(IMAGE_ARGS, places + v * VEC, x, row);
}

// Stores the results of `rows` rows from y on.
INLINE void store_rows_of_tile(IMAGE, const int4 region, bool whole, int begin, int y, int rows,
                               __local const RESULT *results, bool stream, OUTPUT_PARAMETERS) {
  const int vectors = min(GROUP_RESULTS, region.z - begin + VEC - 1) / VEC;
  for (int v = (int)get_local_id(0); v < vectors; v += GROUP_WIDTH) {
    const int x = begin + v * VEC;
    __local const RESULT *place = results + PLACE_OF(v);
    if (whole && x >= region.x && x + VEC <= region.z) {
      __global DST *to = dst0 + (offset0 + y * stride0 + x);
      for (int j = 0; j < rows; ++j, to += stride0)
        STORE(stored(SOURCE_ARGS, x, y + j, place[j * RESULT_PLACES] BESIDE_ARGS), to, stream);
    } else {
      for (int j = 0; j < rows; ++j)
        store_results(IMAGE_ARGS, region, false, x, y + j, place[j * RESULT_PLACES], stream, OUTPUT_ARGS);
    }
  }
}
#endif
