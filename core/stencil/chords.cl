// The largest or least sample under a flat structuring element of any shape. The cost grows with the element's chords,
// the runs of pixels in its rows, and not with its pixels.
//
// Along the rows of a tile, two neighbouring windows of 1, 2, 4, ... pixels make a window of twice the length. Two
// windows of the longest length that is no longer than a chord cover the chord (Urbach and Wilkinson, Efficient 2-D
// grayscale morphological transformations with arbitrary flat structuring elements, 2008). An element is cut into cells
// no larger than a group's block. Each cell has a tile of its own, one after the other, so that elements of every size
// need only the local memory of small ones.

#if CHORDED
#ifndef CELLS
#define CELLS 1
#define CELL_WIDTH 3  // pixels
#define LEVELS 2      // windows of 1, 2, 4, ... pixels
#endif
#ifndef EXTREME
#define EXTREME 2  // 1: the least, 2: the largest
#endif

#if EXTREME == 1
#define BETTER(a, b) LESSER(a, b)
#else
#define BETTER(a, b) GREATER(a, b)
#endif

// The first TABLE_BEGIN numbers of `chords` describe the cells and the tile: see element.cpp.
#define TABLE_BEGIN 6
#if GENERAL
#define CELLS_OF(chords) (chords)[0]
#define LEVELS_OF(chords) (chords)[1]
#define CELL_WIDTH_OF(chords) (chords)[2]
#define TILE_SHAPE_OF(chords) (int2)((chords)[3], (chords)[4])
#else
#define CELLS_OF(chords) CELLS
#define LEVELS_OF(chords) LEVELS
#define CELL_WIDTH_OF(chords) CELL_WIDTH
#define TILE_SHAPE_OF(chords) (int2)(TILE_WIDTH, TILE_ROWS)
#endif

#define GROUP_SAMPLES (GROUP_WIDTH * ITEMS_X * VEC)

// The last window of a tile reads up to a vector beyond the tile, whose values no result needs.
#define TILE_SIZE (TILE_ROWS * TILE_WIDTH + VEC)

// One work-item for a whole row is a CPU's. Compilers for CPUs split vload and vstore where a loop has many.
#if GROUP_WIDTH > 1
#define UNROLL_ROWS UNROLL
#define LOAD_TILE(p) LOAD_PLAIN(p)
#define STORE_TILE(v, p) STORE_PLAIN(v, p)
#else
typedef PIXEL LOOSE_PIXEL __attribute__((aligned(sizeof(SAMPLE))));
#define UNROLL_ROWS _Pragma("unroll 1")
#define LOAD_TILE(p) (*(__local const LOOSE_PIXEL *)(p))
#define STORE_TILE(v, p) (*(__local LOOSE_PIXEL *)(p) = (v))
#endif

// Makes windows of twice `pixels` of windows of `pixels`, as many as lie in the rows of a cell's tile.
INLINE void widen(__local const SAMPLE *narrow, __local SAMPLE *wide, int pixels, int cell_width TILE_SHAPE) {
  const int vectors = (GROUP_SAMPLES + (cell_width - 2 * pixels) * CHANNELS + VEC - 1) / VEC;
  for (int row = (int)get_local_id(1); row < FILLED_ROWS; row += GROUP_HEIGHT)
    for (int v = (int)get_local_id(0); v < vectors; v += GROUP_WIDTH) {
      const int place = row * FILLED_WIDTH + v * VEC;
      STORE_TILE(BETTER(LOAD_TILE(narrow + place), LOAD_TILE(narrow + place + pixels * CHANNELS)), wide + place);
    }
}

// The distance of a work-item's vectors in a row.
#define NEXT_IN_TILE (GROUP_WIDTH * VEC)

INLINE __local const SAMPLE *row_of_item(__local const SAMPLE *tile, int j TILE_SHAPE) {
  return tile + ((int)get_local_id(1) * ITEMS_Y + j) * FILLED_WIDTH + (int)get_local_id(0) * VEC;
}

// Sets each result to a pixel under the element, which is sample `place` of the item's tile.
INLINE void begin_results(__local const SAMPLE *tile, int place, PIXEL *best TILE_SHAPE) {
  UNROLL_ROWS for (int j = 0; j < ITEMS_Y; ++j) UNROLL for (int i = 0; i < ITEMS_X; ++i)
      best[i * ITEMS_Y + j] = LOAD_TILE(row_of_item(tile, j TILE_SHAPE_ARGS) + place + i * NEXT_IN_TILE);
}

// Adds the chords that windows of this tile cover. Their places are `pieces` from `begin` to before `end`.
INLINE void add_chords(__local const SAMPLE *tile, __global const int2 *pieces, int begin, int end,
                       PIXEL *best TILE_SHAPE) {
  UNROLL_ROWS for (int j = 0; j < ITEMS_Y; ++j) {
    __local const SAMPLE *row = row_of_item(tile, j TILE_SHAPE_ARGS);
    PIXEL lanes[ITEMS_X];
    UNROLL for (int i = 0; i < ITEMS_X; ++i) lanes[i] = best[i * ITEMS_Y + j];
    _Pragma("unroll 1") for (int k = begin; k < end; ++k) {
      const int2 piece = pieces[k];
      UNROLL for (int i = 0; i < ITEMS_X; ++i) {
        const PIXEL left = LOAD_TILE(row + piece.x + i * NEXT_IN_TILE);
        const PIXEL right = LOAD_TILE(row + piece.y + i * NEXT_IN_TILE);
        lanes[i] = BETTER(lanes[i], BETTER(left, right));
      }
    }
    UNROLL for (int i = 0; i < ITEMS_X; ++i) best[i * ITEMS_Y + j] = lanes[i];
  }
}

// After its first numbers, `chords` has the cells and then the pieces of chords. A cell has its place in the window, in
// samples and rows, and for each level the end of the pieces that windows of this level cover. A piece has two places
// in a tile: where its left window begins, and where its right one does.
__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_INPUT;
  OPEN_OUTPUTS;
  __local SAMPLE tiles[2][TILE_SIZE];
  const int cells = CELLS_OF(chords), levels = LEVELS_OF(chords), cell_width = CELL_WIDTH_OF(chords);
  const int2 tile_shape = TILE_SHAPE_OF(chords);
  __global const int *places = chords + TABLE_BEGIN;
  __global const int2 *pieces = (__global const int2 *)(places + (cells * (2 + levels) + 1) / 2 * 2);
  const int group_x = region.x + (int)get_group_id(0) * GROUP_SAMPLES;
  const int group_y = region.y + (int)get_group_id(1) * GROUP_HEIGHT * ITEMS_Y;
  PIXEL best[ITEMS_X * ITEMS_Y];
  int begin = 0;
  _Pragma("unroll 1") for (int cell = 0; cell < cells; ++cell) {
    __global const int *place = places + cell * (2 + levels), *ends = place + 2;
    const int2 origin = (int2)(group_x - REACH_X + place[0], group_y - REACH_Y + place[1]);
    fill_tile(IMAGE_ARGS, tiles[0] TILE_SHAPE_ARGS, origin, region);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (cell == 0) begin_results(tiles[0], pieces[0].x, best TILE_SHAPE_ARGS);
    _Pragma("unroll 1") for (int level = 0; level < levels; ++level) {
      __local SAMPLE *tile = tiles[level % 2];
      add_chords(tile, pieces, begin, ends[level], best TILE_SHAPE_ARGS);
      begin = ends[level];
      if (level + 1 < levels) widen(tile, tiles[1 - level % 2], 1 << level, cell_width TILE_SHAPE_ARGS);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
  const int y = group_y + (int)get_local_id(1) * ITEMS_Y;
  UNROLL_ROWS for (int i = 0; i < ITEMS_X; ++i) {
    const int x = group_x + ((int)get_local_id(0) + i * GROUP_WIDTH) * VEC;
    if (x < region.z && y < region.w)
      store_inside(IMAGE_ARGS, region, true, x, y, best + i * ITEMS_Y, OUTPUT_ARGS);
  }
}
#endif
