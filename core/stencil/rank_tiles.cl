// The sample of rank RANK of each window by halving tiles of windows: see tiling.hpp. A work-item computes VEC tiles of
// ITEMS_X x ITEMS_Y windows, a lane each. They lie a group's width apart, so that a lane's samples are at the same
// place for all lanes. rank_tiles_level.cl has what is done for each level.

// Two lanes of shorts in a word are ordered by one instruction where the device has it.
#if VEC == 2 && (ARITH_TYPE == U8 || ARITH_TYPE == U16)
#define NUMBERS uint
#define LESSER_OF(a, b) lesser_of_word(a, b)
#define GREATER_OF(a, b) greater_of_word(a, b)
#define NUMBER_LANE ushort
#else
#define NUMBERS PIXEL
#define LESSER_OF(a, b) LESSER(a, b)
#define GREATER_OF(a, b) GREATER(a, b)
#define NUMBER_LANE ARITH
#endif

// The pixels of a lane in a group, and the part of the image that its windows read. In local memory the columns whose
// number has one rest by ITEMS_X lie side by side: work-items of a row then read side by side, too.
#define LANE_PIXELS (GROUP_WIDTH * ITEMS_X)
#define GROUP_ROWS_OF_WINDOWS (GROUP_HEIGHT * ITEMS_Y)
#define READ_ROWS (GROUP_ROWS_OF_WINDOWS + KSIZE_Y - 1)
#define COLUMNS_OF_REST (GROUP_WIDTH + (KSIZE_X - 1 + ITEMS_X - 1) / ITEMS_X)
#define READ_WIDTH (COLUMNS_OF_REST * ITEMS_X)
#define COLUMN_PLACE(column) ((column) % ITEMS_X * COLUMNS_OF_REST + (column) / ITEMS_X)

#define MADE_WIDTH (VEC * LANE_PIXELS * CHANNELS)  // samples of a group's row of results

// Reads one channel of what the group's windows read, where x and y are the group's first results. Tiles may reach
// beyond the region: what they read there serves nobody.
INLINE void fill_at_edge(IMAGE, const int4 region, int x, int y, int channel, __local NUMBER_LANE *tiles) {
  const int last_x = (region.z - 1) / CHANNELS + RADIUS_X, last_y = region.w - 1 + RADIUS_Y;
  for (int row = (int)get_local_id(1); row < READ_ROWS; row += GROUP_HEIGHT)
    for (int column = (int)get_local_id(0); column < READ_WIDTH; column += GROUP_WIDTH)
      UNROLL_LANES for (int lane = 0; lane < VEC; ++lane) {
        const int pixel = min(x / CHANNELS - RADIUS_X + lane * LANE_PIXELS + column, last_x);
        tiles[(row * READ_WIDTH + COLUMN_PLACE(column)) * VEC + lane] = (NUMBER_LANE)read_sample(
            IMAGE_ARGS, pixel * CHANNELS + channel, min(y - RADIUS_Y + row, last_y));
      }
}

INLINE void fill_inside(SOURCE, int x, int y, int channel, __local NUMBER_LANE *tiles) {
  for (int row = (int)get_local_id(1); row < READ_ROWS; row += GROUP_HEIGHT)
    for (int column = (int)get_local_id(0); column < READ_WIDTH; column += GROUP_WIDTH) {
      const int first = x - HALO + column * CHANNELS + channel;
      UNROLL for (int lane = 0; lane < VEC; ++lane)
          tiles[(row * READ_WIDTH + COLUMN_PLACE(column)) * VEC + lane] = (NUMBER_LANE)load_sample(
              SOURCE_ARGS, first + lane * LANE_PIXELS * CHANNELS, y - RADIUS_Y + row);
    }
}

INLINE void fill_tiles(IMAGE, const int4 region, int x, int y, int channel, __local NUMBERS *tiles) {
  const int end = x / CHANNELS + (VEC - 1) * LANE_PIXELS + READ_WIDTH - RADIUS_X;
  const bool inside = x >= HALO && y >= RADIUS_Y && end <= width && y + READ_ROWS - RADIUS_Y <= height;
  if (inside)
    fill_inside(SOURCE_ARGS, x, y, channel, (__local NUMBER_LANE *)tiles);
  else
    fill_at_edge(IMAGE_ARGS, region, x, y, channel, (__local NUMBER_LANE *)tiles);
}

// Puts the result of the window at column x and row y of the work-item's tile.
INLINE void put_result(NUMBERS v, __local ARITH *results, int x, int y) {
  __local ARITH *to = results + y * MADE_WIDTH + x * CHANNELS;
  UNROLL for (int lane = 0; lane < VEC; ++lane) to[lane * LANE_PIXELS * CHANNELS] =
      (ARITH)((const NUMBER_LANE *)&v)[lane];
}

// Stores the group's results, whose first one is at (x, y).
INLINE void store_tiles(IMAGE, const int4 region, int x, int y, const __local ARITH *results, OUTPUT_PARAMETERS) {
  for (int i = ITEM_OF_GROUP; i < GROUP_ROWS_OF_WINDOWS * (MADE_WIDTH / VEC); i += GROUP_ITEMS) {
    const int at_x = x + i % (MADE_WIDTH / VEC) * VEC, at_y = y + i / (MADE_WIDTH / VEC);
    if (at_x >= region.z || at_y >= region.w) continue;
    ARITH line[VEC];
    UNROLL for (int lane = 0; lane < VEC; ++lane) line[lane] = results[i * VEC + lane];
    const RESULT result = TO_RESULT(LOAD_PLAIN(line));
    if (at_x + VEC <= region.z) {
      STORE(stored(SOURCE_ARGS, at_x, at_y, result BESIDE_ARGS), dst0 + (offset0 + at_y * stride0 + at_x), false);
    } else {
      const Lanes lanes = lanes_along_row(at_x, at_x, region.z, at_y);
      store_lanes(IMAGE_ARGS, &lanes, &result, OUTPUT_ARGS);
    }
  }
}
