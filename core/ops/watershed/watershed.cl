// Floods an image from markers. A pixel's cost is the lowest level to which water must rise to reach it from a marker,
// then the steps since it rose to that level; both are a ulong. Costs sink from above to the least ones, which no order
// of work changes: first within tiles, then from tile to tile, until none changes. Then each pixel points to its
// neighbour of least cost, and these pointers lead to the markers.
//
// Tiles that touch are computed by different launches, so that none reads what another writes.
//
// All memory is of a part of the image: from row `begin` to before `end`, and a row more above and below, if the image
// has one. `top` is the first of these rows. The costs of rows beside the part, and their labels, are given as rows
// `above` and `below` of a table; -1: they are not known yet, and far.

#ifndef GROUP
#define GROUP 64
#endif
#ifndef IMAGE_TYPE
#define IMAGE_TYPE U8  // TYPE is not used
#define MARKER_TYPE I32
#define MASK_TYPE U8
#define HAS_MASK 0
#define NEIGHBOURS 8  // 4 or 8
#define TILE 32       // pixels a side
#define MOST_TURNS 64  // of a tile, before others have theirs
#define ITEMS 1       // pixels of a work-item, side by side
#define HOPS 8        // by which a pointer is made shorter at a time
#define LINES 0       // 1: pixels between regions are 0
#endif

#define FAR 0xffffffffffffffffUL  // cost of what no water reaches
#define SHUT 0xffffffffu          // level of what the mask leaves out
#define NOTHING (-1)              // pointer of pixels that no water reaches

// Levels are keys that have the order of the samples. -0 is 0, and NaN is above all numbers.
#if IMAGE_TYPE == U8 || IMAGE_TYPE == U16
#define KEY_AT(row, x) ((uint)(row)[x])
#else
#if IMAGE_TYPE == F16
#define KEY_AT(row, x) key_of(vload_half(x, row))
#else
#define KEY_AT(row, x) key_of((row)[x])
#endif
INLINE uint key_of(const float v) {
  if (isnan(v)) return SHUT - 1;
  const uint bits = as_uint(v == 0 ? 0.0f : v);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
#endif

#if MASK_TYPE == F16
#define IS_IN_MASK(row, x) (vload_half(x, row) != 0)
#else
#define IS_IN_MASK(row, x) ((row)[x] != 0)
#endif

// The cost of a pixel that water reaches from a neighbour of the cost `from`.
INLINE ulong cost_after(const ulong from, const uint level) {
  if (from == FAR || level == SHUT) return FAR;
  return level > (uint)(from >> 32) ? (ulong)level << 32 | 1 : from + 1;
}

#if HAS_MASK
#define MASK_ARGUMENT , IMAGE_OF(const ELEMENT_OF(MASK_TYPE), mask)
#else
#define MASK_ARGUMENT
#endif

#define PART_ARGUMENTS const int top, const int begin, const int end, const int above, const int below

// All tiles have work at first, as there may be markers in them. Rows beside the part are shut: their costs stay.
__kernel void begin_flood(IMAGE_OF(const ELEMENT_OF(IMAGE_TYPE), image),
                          IMAGE_OF(const ELEMENT_OF(MARKER_TYPE), markers) MASK_ARGUMENT, __global uint *restrict levels,
                          __global ulong *restrict costs, PART_ARGUMENTS, __global const ulong *restrict beside) {
  const int first = get_global_id(0) * ITEMS, y = top + get_global_id(1), last = min(first + ITEMS, image_width);
  const long to = (long)get_global_id(1) * image_width;
  if (y < begin || y >= end) {
    const int row = y < begin ? above : below;
    for (int x = first; x < last; ++x) {
      levels[to + x] = SHUT;
      costs[to + x] = row < 0 ? FAR : beside[(long)row * image_width + x];
    }
    return;
  }
  __global const ELEMENT_OF(IMAGE_TYPE) *row = ROW(image, y);
  __global const ELEMENT_OF(MARKER_TYPE) *marks = ROW(markers, y);
#if HAS_MASK
  __global const ELEMENT_OF(MASK_TYPE) *open = ROW(mask, y);
#endif
  for (int x = first; x < last; ++x) {
    uint level = KEY_AT(row, x);
#if HAS_MASK
    if (!IS_IN_MASK(open, x)) level = SHUT;
#endif
    levels[to + x] = level;
    costs[to + x] = marks[x] != 0 && level != SHUT ? (ulong)level << 32 : FAR;
  }
}

__kernel void wake_tiles(__global uint *restrict awake, const int tiles) {
  const int i = get_global_id(0);
  if (i < tiles) awake[i] = 1;
}

__kernel void begin_round(__global uint *restrict again) {
  if (get_global_id(0) == 0) *again = 0;
}

// Wakes the tiles of which a bit is set: bit 3 (dy + 1) + dx + 1 is the tile that many steps away.
INLINE void wake(volatile __global uint *awake, volatile __global uint *again, const int across, const int down,
                 const int tile_x, const int tile_y, const int bit) {
  const int x = tile_x + bit % 3 - 1, y = tile_y + bit / 3 - 1;
  if (x < 0 || y < 0 || x >= across || y >= down) return;
  atomic_xchg(awake + y * across + x, 1u);
  atomic_xchg(again, 1u);
}

// The bits of the tiles that touch a pixel of a tile.
INLINE uint touched_from(const int column, const int line) {
  const int dx = column == 0 ? -1 : column == TILE - 1 ? 1 : 0, dy = line == 0 ? -1 : line == TILE - 1 ? 1 : 0;
  uint bits = 0;
  if (dx != 0) bits |= 1u << (3 + dx + 1);
  if (dy != 0) bits |= 1u << (3 * (dy + 1) + 1);
  if (dx != 0 && dy != 0) bits |= 1u << (3 * (dy + 1) + dx + 1);
  return bits;
}

#define THIS_TILE (1u << 4)

#if GROUP == 1
// The lowest of the costs of the neighbours before a pixel, or of those behind it. Beyond an edge lies a neighbour, or
// the pixel itself, which changes nothing.
INLINE ulong least_beside(__global const ulong *row, __global const ulong *other, const int x, const int side,
                          const int left, const int right) {
  ulong least = min(row[side], other[x]);
#if NEIGHBOURS == 8
  least = min(least, min(other[left], other[right]));
#endif
  return least;
}

// Lets costs sink along rows, downwards or upwards. Returns the tiles that touch a pixel that changed, with this one.
INLINE uint sweep(__global const uint *levels, __global ulong *costs, const int width, const int height, const int x0,
                  const int y0, const int x1, const int y1, const int step) {
  uint touched = 0;
  for (int y = step > 0 ? y0 : y1 - 1; y >= y0 && y < y1; y += step) {
    __global ulong *row = costs + (long)y * width;
    __global const ulong *other = costs + (long)min(max(y - step, 0), height - 1) * width;
    __global const uint *own = levels + (long)y * width;
    for (int x = step > 0 ? x0 : x1 - 1; x >= x0 && x < x1; x += step) {
      const int left = max(x - 1, 0), right = min(x + 1, width - 1);
      const ulong cost = cost_after(least_beside(row, other, x, step > 0 ? left : right, left, right), own[x]);
      if (cost >= row[x]) continue;
      row[x] = cost;
      touched |= THIS_TILE | touched_from(x - x0, y - y0);
    }
  }
  return touched;
}

__kernel void flood_tiles(__global const uint *restrict levels, __global ulong *costs, const int width, const int height,
                          __global uint *awake, __global uint *again, const int odd_x, const int odd_y) {
  const int across = DIVIDE_UP(width, TILE), down = DIVIDE_UP(height, TILE);
  const int tile_x = 2 * get_group_id(0) + odd_x, tile_y = 2 * get_group_id(1) + odd_y;
  if (tile_x >= across || tile_y >= down || awake[tile_y * across + tile_x] == 0) return;
  awake[tile_y * across + tile_x] = 0;
  const int x0 = tile_x * TILE, y0 = tile_y * TILE, x1 = min(x0 + TILE, width), y1 = min(y0 + TILE, height);
  uint touched = 0, last = THIS_TILE;
  for (int turn = 0; turn < MOST_TURNS && last != 0; ++turn) {
    last = sweep(levels, costs, width, height, x0, y0, x1, y1, turn % 2 == 0 ? 1 : -1);
    touched |= last;
    if (turn == 0) last = THIS_TILE;  // the other way may find more
  }
  touched = last != 0 ? touched | THIS_TILE : touched & ~THIS_TILE;
  for (int bit = 0; bit < 9; ++bit)
    if (touched >> bit & 1) wake(awake, again, across, down, tile_x, tile_y, bit);
}
#else
#define EDGE (TILE + 2)  // with the pixels round a tile
#define SHARE DIVIDE_UP(TILE *TILE, GROUP)

INLINE ulong least_round(__local const ulong *at) {
  ulong least = min(min(at[-1], at[1]), min(at[-EDGE], at[EDGE]));
#if NEIGHBOURS == 8
  least = min(least, min(min(at[-EDGE - 1], at[-EDGE + 1]), min(at[EDGE - 1], at[EDGE + 1])));
#endif
  return least;
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void flood_tiles(
    __global const uint *restrict levels, __global ulong *costs, const int width, const int height,
    volatile __global uint *awake, volatile __global uint *again, const int odd_x, const int odd_y) {
  __local ulong tile[EDGE * EDGE];
  __local uint touched, changed;
  const int across = DIVIDE_UP(width, TILE), down = DIVIDE_UP(height, TILE), id = get_local_id(0);
  const int tile_x = 2 * get_group_id(0) + odd_x, tile_y = 2 * get_group_id(1) + odd_y;
  if (tile_x >= across || tile_y >= down || awake[tile_y * across + tile_x] == 0) return;
  const int left = tile_x * TILE - 1, top = tile_y * TILE - 1;
  for (int i = id; i < EDGE * EDGE; i += GROUP) {
    const int x = left + i % EDGE, y = top + i / EDGE;
    tile[i] = x >= 0 && y >= 0 && x < width && y < height ? costs[(long)y * width + x] : FAR;
  }
  uint own[SHARE];    // levels of this work-item's pixels
  ulong found[SHARE];  // their costs
  for (int k = 0, i = id; i < TILE * TILE; ++k, i += GROUP) {
    const int x = left + 1 + i % TILE, y = top + 1 + i / TILE;
    own[k] = x < width && y < height ? levels[(long)y * width + x] : SHUT;
  }
  if (id == 0) touched = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 0) awake[tile_y * across + tile_x] = 0;
  uint before = 0;  // bits of the pixels that have changed
  bool more = true;
  for (int turn = 0; turn < MOST_TURNS && more; ++turn) {
    for (int k = 0, i = id; i < TILE * TILE; ++k, i += GROUP)
      found[k] = cost_after(least_round(tile + (i / TILE + 1) * EDGE + i % TILE + 1), own[k]);
    if (id == 0) changed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    bool any = false;
    for (int k = 0, i = id; i < TILE * TILE; ++k, i += GROUP) {
      const int at = (i / TILE + 1) * EDGE + i % TILE + 1;
      if (found[k] >= tile[at]) continue;
      tile[at] = found[k];
      before |= 1u << k;
      any = true;
    }
    if (any) atomic_or(&changed, 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    more = changed != 0;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  uint bits = more ? THIS_TILE : 0;
  for (int k = 0, i = id; i < TILE * TILE; ++k, i += GROUP) {
    if (!(before >> k & 1)) continue;
    const int column = i % TILE, line = i / TILE;
    costs[(long)(top + 1 + line) * width + left + 1 + column] = tile[(line + 1) * EDGE + column + 1];
    bits |= touched_from(column, line);
  }
  if (bits != 0) atomic_or(&touched, bits);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int bit = id; bit < 9; bit += GROUP)
    if (touched >> bit & 1) wake(awake, again, across, down, tile_x, tile_y, bit);
}
#endif

// The steps to the neighbours, in the order of rows.
#define FOR_NEIGHBOURS(action)                                                                    \
  for (int dy = -1; dy <= 1; ++dy)                                                                \
    for (int dx = -1; dx <= 1; ++dx) {                                                            \
      if ((NEIGHBOURS == 4 && dx != 0 && dy != 0) || (dx == 0 && dy == 0)) continue;              \
      if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;              \
      action;                                                                                     \
    }

// Points from each pixel to the first of its neighbours of least cost, and from a marker, whose steps are 0, and from
// pixels beside the part, to itself.
__kernel void point_down(__global const ulong *restrict costs, const int width, const int height,
                         __global int *restrict pointers, const int has_above, const int has_below) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, width);
  for (int x = first; x < end; ++x) {
    const int i = y * width + x;
    const ulong own = costs[i];
    int to = own == FAR ? NOTHING : i;
    ulong least = own;
    const bool is_beside = (has_above && y == 0) || (has_below && y == height - 1);
    if (own != FAR && (uint)own != 0 && !is_beside) FOR_NEIGHBOURS({
        const int at = i + dy * width + dx;
        if (costs[at] >= least) continue;
        least = costs[at];
        to = at;
      })
    pointers[i] = to;
  }
}

// Makes pointers shorter while other work-items do so with others: each still leads to the same marker.
__kernel void shorten(volatile __global int *pointers, const int width) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, width);
  for (int x = first; x < end; ++x) {
    int at = pointers[y * width + x];
    for (int hop = 0; hop < HOPS && at >= 0; ++hop) {
      const int next = pointers[at];
      if (next == at) break;
      at = next;
    }
    pointers[y * width + x] = at;
  }
}

INLINE int marker_of(__global const int *pointers, int at) {
  for (int next = pointers[at]; next != at; next = pointers[at]) at = next;
  return at;
}

#define LABEL_SOURCES                                                                               \
  IMAGE_OF(const ELEMENT_OF(MARKER_TYPE), markers), __global const int *restrict pointers, PART_ARGUMENTS, \
      __global const int *restrict labels
#define LABEL_ARGUMENTS markers, markers_offset, markers_stride, markers_width, markers_height, pointers, top, begin, \
      end, above, below, labels

// The label of a marker, or of a pixel beside the part.
INLINE int label_at(LABEL_SOURCES, const int at) {
  const int x = at % markers_width, y = top + at / markers_width;
  if (y < begin) return labels[(long)above * markers_width + x];
  if (y >= end) return labels[(long)below * markers_width + x];
  return ROW(markers, y)[x];
}

INLINE int label_of(LABEL_SOURCES, const int i) {
  return pointers[i] == NOTHING ? 0 : label_at(LABEL_ARGUMENTS, marker_of(pointers, i));
}

// Writes a rectangle of the image, from column `left` on and from this row of the part's memory on.
__kernel void write_labels(LABEL_SOURCES, __global const ulong *restrict costs, const int left, const int from,
                           const int height, IMAGE_OF(int, out)) {
  const int first = left + get_global_id(0) * ITEMS, y = from + get_global_id(1), width = markers_width;
  const int last = min(first + ITEMS, left + out_width);
  __global int *to = ROW(out, get_global_id(1));
  for (int x = first; x < last; ++x) {
    const int i = y * width + x;
    int label = label_of(LABEL_ARGUMENTS, i);
#if LINES
    // Of two neighbours with different labels the one that water reaches later becomes 0, but never a marker.
    const ulong own = costs[i];
    bool is_line = false;
    if (label != 0 && (uint)own != 0) FOR_NEIGHBOURS({
        const int at = i + dy * width + dx;
        const bool is_marker = (uint)costs[at] == 0;
        if (!is_marker && (costs[at] > own || (costs[at] == own && at > i))) continue;
        is_line |= label_of(LABEL_ARGUMENTS, at) != label;
      })
    if (is_line) label = 0;
#endif
    to[x - left] = label;
  }
}

// Writes what the part knows of the first row and the last of each of its chunks: both halves of a cost, then 0 and the
// label, or 1 more than the image's row beside the part, and its pixel, that has the label. `rows` are the image's;
// `left` and `from` are where the rectangle is of the result, which has two rows for each chunk.
__kernel void write_seams(LABEL_SOURCES, __global const ulong *restrict costs, const int left, const int from,
                          const int chunk, const int rows, IMAGE_OF(int, out)) {
  const int first = left + get_global_id(0) * ITEMS, width = markers_width, row = from + get_global_id(1);
  const int last = min(first + ITEMS, left + out_width), of_chunk = row / 2 * chunk;
  const int y = (row % 2 == 0 ? of_chunk : min(of_chunk + chunk, rows) - 1) - top;
  __global int *to = ROW(out, get_global_id(1));
  for (int x = first; x < last; ++x) {
    const int i = y * width + x, marker = pointers[i] == NOTHING ? NOTHING : marker_of(pointers, i);
    const int found = marker == NOTHING ? begin : top + marker / width;
    const bool is_beside = found < begin || found >= end;
    int4 known;
    known.x = (int)(costs[i] >> 32);
    known.y = (int)costs[i];
    known.z = is_beside ? found + 1 : 0;
    known.w = is_beside ? marker % width : marker == NOTHING ? 0 : label_at(LABEL_ARGUMENTS, marker);
    vstore4(known, x - left, to);
  }
}
