// The kernel that computes tiles of windows, behind all levels: see tiling.hpp.

#ifndef RANK  // the level that stands in rank_tiles_level.cl alone
#define select_0 select_1
#endif

#if GROUP_ITEMS == 1
#define MEET()
#else
#define MEET() barrier(CLK_LOCAL_MEM_FENCE)
#endif

__kernel GROUP void block(KERNEL_PARAMETERS) {
  OPEN_INPUT;
  OPEN_OUTPUTS;
  __local NUMBERS tiles[READ_ROWS * READ_WIDTH];
  __local ARITH results[GROUP_ROWS_OF_WINDOWS * MADE_WIDTH];
  const int x = region.x + (int)get_group_id(0) * MADE_WIDTH, y = region.y + (int)get_group_id(1) * GROUP_ROWS_OF_WINDOWS;
  const int column = (int)get_local_id(0), row = (int)get_local_id(1) * ITEMS_Y;
  for (int channel = 0; channel < CHANNELS - KEEP_ALPHA; ++channel) {
    fill_tiles(IMAGE_ARGS, region, x, y, channel, tiles);
    MEET();
    const NUMBERS none[1] = {0};
    select_0(none, tiles + row * READ_WIDTH + column,
             results + row * MADE_WIDTH + column * ITEMS_X * CHANNELS + channel, 0, 0);
    MEET();
  }
  store_tiles(IMAGE_ARGS, region, x, y, results, OUTPUT_ARGS);
}
