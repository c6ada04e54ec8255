// The kernel of stencils whose rows are loaded as words.
//
// Blocks inside the image are computed by the launch's last groups. The words of blocks at the left and right edge are
// made by the border rule, in the first groups. Such a group makes the words of EDGE_BLOCKS blocks together and puts
// them into local memory, so that their loads wait at the same time. launch.cpp adds these groups.

#if WORD_LOADS && !ROW_SUMS_LOCAL
#ifndef EDGE_BLOCKS
#define EDGE_BLOCKS 1
#define EDGE_ROWS ITEMS_Y
#endif
#define EDGE_SPREAD (GROUP_ITEMS / EDGE_BLOCKS)  // one work-item in so many computes a block
#define EDGE_WORDS ((EDGE_ROWS + KSIZE_Y - 1) * ROW_WORDS)

// Where the blocks are: they begin at `origin`. Columns `first` to before `first + inside` lie inside the image.
typedef struct {
  int2 origin;
  int columns;
  int rows;
  int rows_at_edge;
  int first;
  int inside;
} Grid;

INLINE Grid grid_of(const int4 region, const int4 interior) {
  Grid grid;
  grid.origin = (int2)(region.x / VEC * VEC, region.y);
  grid.columns = (region.z - grid.origin.x + VEC - 1) / VEC;
  grid.rows = (region.w - region.y + ITEMS_Y - 1) / ITEMS_Y;
  grid.rows_at_edge = (region.w - region.y + EDGE_ROWS - 1) / EDGE_ROWS;
  grid.first = (interior.x - grid.origin.x + VEC - 1) / VEC;
  grid.inside = max((interior.z - grid.origin.x) / VEC - grid.first, 0);
  return grid;
}

// The first sample and row of a block at an edge.
INLINE int2 edge_block(const Grid *grid, ulong number) {
  const uint edges = (uint)(grid->columns - grid->inside);
  int column = (int)(number % edges);
  if (column >= grid->first) column += grid->inside;
  return grid->origin + (int2)(column * VEC, (int)(number / edges) * EDGE_ROWS);
}

// How many blocks lie at edges, and the index of the group's first one.
#define EDGES_OF(grid) ((ulong)((grid)->columns - (grid)->inside) * (ulong)(grid)->rows_at_edge)
#define FIRST_EDGE (((ulong)get_group_id(1) * get_num_groups(0) + get_group_id(0)) * EDGE_BLOCKS)

INLINE void fill_edges(IMAGE, __local uint *words, const Grid *grid) {
  const ulong first = FIRST_EDGE, end = EDGES_OF(grid);
  const int blocks = first < end ? (int)min(end - first, (ulong)EDGE_BLOCKS) : 0;
  _Pragma("unroll 1") for (int i = ITEM_OF_GROUP; i < blocks * EDGE_WORDS; i += GROUP_ITEMS) {
    const int2 block = edge_block(grid, first + i / EDGE_WORDS);
    words[i] = word_at_edge(IMAGE_ARGS, block.x, block.y - RADIUS_Y + i % EDGE_WORDS / ROW_WORDS, i % ROW_WORDS);
  }
}

// One call computes both kinds of blocks, and compilers do not know which. If they did, blocks inside would take more
// registers, and fewer would run side by side.
__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_INPUT;
  OPEN_OUTPUTS;
  __local uint edge_words[EDGE_BLOCKS * EDGE_WORDS];
  const Grid grid = grid_of(region, interior);
  const int edge_rows = (int)get_global_size(1) - (grid.rows + GROUP_ROWS - 1) / GROUP_ROWS * GROUP_ROWS;
  const bool at_edge = (int)get_group_id(1) * GROUP_ROWS < edge_rows;
  if (at_edge) fill_edges(IMAGE_ARGS, edge_words, &grid);
  const int own = ITEM_OF_GROUP / EDGE_SPREAD, row = (int)get_global_id(1) - edge_rows;
  int2 place = grid.origin + (int2)((grid.first + FIRST_VECTOR) * VEC, row * ITEMS_Y);
  int end = row < grid.rows ? grid.origin.x + (grid.first + grid.inside) * VEC : place.x;
  if (at_edge) {
    const bool exists = ITEM_OF_GROUP % EDGE_SPREAD == 0 && own < EDGE_BLOCKS && FIRST_EDGE + own < EDGES_OF(&grid);
    place = edge_block(&grid, exists ? FIRST_EDGE + own : 0);
    end = exists ? place.x + 1 : place.x;
  }
#if SWEEPS
  __local long lines[SWEPT_ROWS];
  const int rows = min(ITEMS_Y, region.w - place.y);
  if (!at_edge) find_lines(height, stride, place.y, rows, lines);
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
#if SWEEPS
  if (at_edge && place.x < end)
    sweep_edge(IMAGE_ARGS, edge_words + own * EDGE_WORDS, region, place.x, place.y, min(EDGE_ROWS, region.w - place.y)
               PARAMETER_ARGS, OUTPUT_ARGS);
  else if (place.x < end)
    sweep(IMAGE_ARGS, false, edge_words, lines, region, place.x, place.y, rows PARAMETER_ARGS, OUTPUT_ARGS);
#else
  for (int i = 0; i < ITEMS_X; ++i, place.x += NEXT_VECTOR * VEC) {
#if BORDER == CONSTANT  // no row stands for one outside a constant border
    const bool whole = !at_edge && place.y >= interior.y && place.y + ITEMS_Y <= interior.w;
#else
    const bool whole = !at_edge;
#endif
    if (place.x < end)
      compute_block(IMAGE_ARGS, whole, at_edge, edge_words + own * EDGE_WORDS, region, interior, place.x,
                    place.y PARAMETER_ARGS, OUTPUT_ARGS);
  }
#endif
}
#endif
