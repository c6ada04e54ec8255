// A level of a tile of windows: see tiling.hpp. The composer repeats this file, the last level first, and defines its
// macros before each.

#ifndef LEVEL  // the middle of windows of 3 x 3, of two side by side, of which one level stands here
#define LEVEL 1
#define IS_LAST 1
#define TILE_WIDTH 2
#define TILE_HEIGHT 1
#define HALVES_ROWS 1
#define KNOWN 4
#define COLUMNS 1
#define ROWS 3
#define RANK_OF_LEVEL 3
#define KEPT 3
#define NETWORK_OF_LEVEL ORDER(5, 6) ORDER(4, 6) ORDER(4, 5)
#define KEEP_ALL KEEP(0, 4) KEEP(1, 5) KEEP(2, 6)
#endif

// Leaves the lesser number in p[a] and the greater in p[b]. Compilers drop the half that is not used.
#define ORDER(a, b)                               \
  {                                               \
    const NUMBERS low = LESSER_OF(p[a], p[b]);    \
    p[b] = GREATER_OF(p[a], p[b]);                \
    p[a] = low;                                   \
  }
#define KEEP(i, place) kept[i] = p[place];

#if IS_LAST
// The number of the rank among those of two sorted lists. Whichever k of the first list are among the rank + 1 least,
// the result is not above the largest of these; for one k it is that one.
INLINE NUMBERS JOIN(ranked_, LEVEL)(const NUMBERS *known, const NUMBERS *added) {
  const int first = max(0, RANK_OF_LEVEL + 1 - KEPT), last = min(KNOWN, RANK_OF_LEVEL + 1);
  NUMBERS result = 0;
  UNROLL for (int k = first; k <= last; ++k) {
    const int others = RANK_OF_LEVEL + 1 - k;
    const NUMBERS largest = k == 0        ? added[others - 1]
                            : others == 0 ? known[k - 1]
                                          : GREATER_OF(known[k - 1], added[others - 1]);
    result = k == first ? largest : LESSER_OF(result, largest);
  }
  return result;
}
#endif

// Computes the windows from column x and row y of the tile on. `known` is what all of them share and may need. `item`
// is the work-item's place in the group's samples.
INLINE void JOIN(select_, LEVEL)(const NUMBERS *known, __local const NUMBERS *item, __local ARITH *results, int x,
                                 int y) {
#if LEVEL == 0
  const int left = ITEMS_X - 1, top = ITEMS_Y - 1;
  {
#else
  _Pragma("unroll 1") for (int part = 0; part < 2; ++part) {
#if HALVES_ROWS
    const int left = part == 0 ? x + TILE_WIDTH / 2 - 1 : x + KSIZE_X, top = y + TILE_HEIGHT - 1;
#else
    const int left = x + TILE_WIDTH - 1, top = part == 0 ? y + TILE_HEIGHT / 2 - 1 : y + KSIZE_Y;
#endif
#endif
    NUMBERS p[KNOWN + COLUMNS * ROWS], kept[KEPT];
    UNROLL for (int i = 0; i < KNOWN; ++i) p[i] = known[i];
    int first[ITEMS_X];
    UNROLL for (int i = 0; i < ITEMS_X; ++i) first[i] = COLUMN_PLACE(left + i) + top * READ_WIDTH;
    UNROLL for (int column = 0; column < COLUMNS; ++column) UNROLL for (int row = 0; row < ROWS; ++row)
        p[KNOWN + column * ROWS + row] = item[first[column % ITEMS_X] + column / ITEMS_X + row * READ_WIDTH];
    NETWORK_OF_LEVEL
    KEEP_ALL
#if LEVEL == 0
    const int window_x = 0, window_y = 0;
#elif HALVES_ROWS
    const int window_x = x + part * (TILE_WIDTH / 2), window_y = y;
#else
    const int window_x = x, window_y = y + part * (TILE_HEIGHT / 2);
#endif
#if IS_LAST
    put_result(JOIN(ranked_, LEVEL)(p, kept), results, window_x, window_y);
#else
    JOIN(select_, NEXT_LEVEL)(kept, item, results, window_x, window_y);
#endif
  }
}

#undef ORDER
#undef KEEP
#undef LEVEL
#undef NEXT_LEVEL
#undef IS_LAST
#undef TILE_WIDTH
#undef TILE_HEIGHT
#undef HALVES_ROWS
#undef KNOWN
#undef COLUMNS
#undef ROWS
#undef RANK_OF_LEVEL
#undef KEPT
#undef NETWORK_OF_LEVEL
#undef KEEP_ALL
