// Sorts by a bitonic network for any length. Every comparison puts the lesser key first. Each stage first compares the
// halves of its blocks, with the second half mirrored (Batcher 1968, in its form without directions). So places after
// the end act as if they had the greatest keys: they never move, and need not exist.

#ifndef INDEXED
#define INDEXED 0  // 1: equal keys keep their order, and indexes travel with them
#endif
#define TILE (GROUP * ITEMS)

#if INDEXED
#define WITH_INDEXES(code) code
#define PLACES places
#else
#define WITH_INDEXES(code)
#define PLACES 0
#endif

#if INDEXED
#define SORT(space)                                                                          \
  void sort_##space(space KEY *keys, space INDEX *indexes, const ulong i, const ulong j) {  \
    const KEY a = keys[i], b = keys[j];                                                      \
    const INDEX k = indexes[i], l = indexes[j];                                              \
    const KEY x = order_of(a), y = order_of(b);                                              \
    if (x < y || (x == y && k < l)) return;                                                  \
    keys[i] = b;                                                                             \
    keys[j] = a;                                                                             \
    indexes[i] = l;                                                                          \
    indexes[j] = k;                                                                          \
  }
#else
#define SORT(space)                                                                          \
  void sort_##space(space KEY *keys, space INDEX *indexes, const ulong i, const ulong j) {  \
    const KEY a = keys[i], b = keys[j];                                                      \
    if (order_of(a) <= order_of(b)) return;                                                  \
    keys[i] = b;                                                                             \
    keys[j] = a;                                                                             \
  }
#endif
SORT(__local)
SORT(__global)

// Returns the pair's elements. Blocks have halves of 1 << level elements; with `mirrored` the second half is mirrored.
ulong2 elements(const ulong pair, const uint level, const uint mirrored) {
  const ulong size = 1UL << level, within = pair & (size - 1);
  const ulong block = (pair >> level) << (level + 1);
  return (ulong2)(block + within, mirrored ? block + 2 * size - 1 - within : block + size + within);
}

// Compares each pair of a tile once. The tile has `here` elements.
void step_tile(__local KEY *keys, __local INDEX *indexes, const uint here, const uint level, const uint mirrored) {
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint pair = get_local_id(0); pair < TILE / 2; pair += GROUP) {
    const ulong2 both = elements(pair, level, mirrored);
    if (both.y < here) sort___local(keys, indexes, both.x, both.y);
  }
}

#define TILE_HERE                                              \
  __local KEY tile[TILE];                                      \
  WITH_INDEXES(__local INDEX places[TILE];)                    \
  const uint id = get_local_id(0);                             \
  const ulong first = (ulong)get_group_id(0) * TILE;           \
  const uint here = (uint)min(count - first, (ulong)TILE);

__kernel void sort_tiles(__global const KEY *restrict keys, __global KEY *restrict keys_out,
                         __global INDEX *restrict indexes, const ulong count) {
  TILE_HERE
  for (uint i = id; i < here; i += GROUP) {
    tile[i] = keys[first + i];
    WITH_INDEXES(places[i] = (INDEX)(first + i);)
  }
  for (uint level = 0; 1u << level < TILE; ++level) {
    step_tile(tile, PLACES, here, level, 1);
    for (uint next = level; next > 0; --next) step_tile(tile, PLACES, here, next - 1, 0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = id; i < here; i += GROUP) {
    keys_out[first + i] = tile[i];
    WITH_INDEXES(indexes[first + i] = places[i];)
  }
}

// Makes the comparisons of a stage within tiles.
__kernel void merge_tiles(__global KEY *restrict keys, __global INDEX *restrict indexes, const ulong count,
                          const uint levels) {
  TILE_HERE
  for (uint i = id; i < here; i += GROUP) {
    tile[i] = keys[first + i];
    WITH_INDEXES(places[i] = indexes[first + i];)
  }
  for (uint next = levels; next > 0; --next) step_tile(tile, PLACES, here, next - 1, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = id; i < here; i += GROUP) {
    keys[first + i] = tile[i];
    WITH_INDEXES(indexes[first + i] = places[i];)
  }
}

// Makes the comparisons of pairs across tiles.
__kernel void merge(__global KEY *restrict keys, __global INDEX *restrict indexes, const ulong count, const uint level,
                    const uint mirrored) {
  const ulong2 both = elements(get_global_id(0), level, mirrored);
  if (both.y < count) sort___global(keys, indexes, both.x, both.y);
}

__kernel void gather(__global const INDEX *restrict indexes, __global const LOT *restrict lots,
                     __global LOT *restrict lots_out, const ulong count) {
  const ulong i = get_global_id(0);
  if (i < count) lots_out[i] = lots[indexes[i]];
}
