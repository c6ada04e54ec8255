// Joins the pixels of each connected region by a forest: a pixel's parent is a pixel of its region that comes earlier in
// the order of rows. The root of a region's tree is its first pixel. First each tile, or each strip of rows, is joined
// by itself, then the tiles are joined along their borders (Playne and Hawick 2018).
//
// A volume is one tall image, its pages one below another. Rows of different pages are no neighbours; join_pages joins
// each page with the one before it, once both are joined by themselves.
//
// Samples are their bits here. A sample counts as set where a bit of MASK is set in it, so that -0 is not set.

#ifndef MASK
#define MASK 0xffffffffu
#define INVERTED 0     // 1: the pixels that are not set are joined
#define NEIGHBOURS 8   // 4 or 8
#define TILE_WIDTH 32  // 0: tiles are as wide as the image
#define TILE_HEIGHT 32
#define ITEMS 1  // pixels of a work-item
#endif

#ifndef PAGE_ROWS
#define PAGE_ROWS 0  // of a page; 0: the image is one page
#define CROSS 0      // neighbours in the page before: 0, 1, 5 or 9
#endif

#if PAGE_ROWS > 0
#define TILES_DOWN DIVIDE_UP(PAGE_ROWS, TILE_HEIGHT)  // of a page
#define TILE_TOP(tile) ((tile) / TILES_DOWN * PAGE_ROWS + (tile) % TILES_DOWN * TILE_HEIGHT)
#define PAGE_END(y) min((y) / PAGE_ROWS * PAGE_ROWS + PAGE_ROWS, image_height)
#define ROW_OF_PAGE(y) ((y) % PAGE_ROWS)
#define INNER_ROWS (DIVIDE_UP(image_height, PAGE_ROWS) * (TILES_DOWN - 1))  // that begin tiles, but no page
#define INNER_ROW(k) ((k) / max(TILES_DOWN - 1, 1) * PAGE_ROWS + ((k) % max(TILES_DOWN - 1, 1) + 1) * TILE_HEIGHT)
#else
#define TILE_TOP(tile) ((tile) * TILE_HEIGHT)
#define PAGE_END(y) image_height
#define ROW_OF_PAGE(y) (y)
#define INNER_ROWS (DIVIDE_UP(image_height, TILE_HEIGHT) - 1)
#define INNER_ROW(k) (((k) + 1) * TILE_HEIGHT)
#endif

#define NOTHING (-1)             // parent of pixels that are in no region
#define STAYS (-2147483647 - 1)  // held by roots of regions that an op keeps
#if TYPE == U64
#define SAMPLE_BITS ulong
#else
#define SAMPLE_BITS uint
#endif
#define IS_SET(v) ((((SAMPLE_BITS)(v) & MASK) != 0) != INVERTED)
#define SET_AT(x, y) IS_SET(ROW(image, y)[x])

// A root is its own parent. Later it holds a negative number instead.
INLINE int root_of(__global const int *parents, int i) {
  for (int parent = parents[i]; parent >= 0 && parent != i; parent = parents[i]) i = parent;
  return i;
}

// Joins the trees of two pixels while other work-items join others. Where the greater root has got a parent meanwhile,
// that parent is joined next.
#define DEFINE_UNITE(name, space)                                                          \
  INLINE void name(volatile space int *parents, int a, int b) {                            \
    for (;;) {                                                                             \
      for (int parent = parents[a]; parent != a; parent = parents[a]) a = parent;          \
      for (int parent = parents[b]; parent != b; parent = parents[b]) b = parent;          \
      if (a == b) return;                                                                  \
      const int less = min(a, b), greater = max(a, b), old = atomic_min(parents + greater, less); \
      if (old == greater) return;                                                          \
      a = old;                                                                             \
      b = less;                                                                            \
    }                                                                                      \
  }
DEFINE_UNITE(unite, __global)
DEFINE_UNITE(unite_in_tile, __local)

#define WORD 64  // pixels whose bits are looked at together

INLINE ulong bits_of_word(__global const ELEMENT *p, const int count) {
  ulong bits = 0;
  if (count >= WORD)
    for (int k = 0; k < WORD; ++k) bits |= (ulong)IS_SET(p[k]) << k;
  else
    for (int k = 0; k < count; ++k) bits |= (ulong)IS_SET(p[k]) << k;
  return bits;
}

INLINE int lowest_bit(const ulong bits) { return 63 - (int)clz(bits & -bits); }
INLINE ulong bits_from(const int begin, const int end) { return (~0UL >> (64 - (end - begin))) << begin; }

// The root of a pixel without other work-items. Paths become shorter on the way.
INLINE int root_alone(__global int *parents, int i) {
  for (int parent = parents[i]; parent != i; parent = parents[i]) {
    const int next = parents[parent];
    parents[i] = next;
    i = next;
  }
  return i;
}

// Joins the tree of a pixel with a root, which may be NOTHING. The result is the root of both.
INLINE int unite_alone(__global int *parents, const int root, const int pixel) {
  const int other = root_alone(parents, pixel);
  if (root < 0 || root == other) return other;
  parents[max(root, other)] = min(root, other);
  return min(root, other);
}

// Joins a strip of rows by a single work-item, run by run: a run of pixels joins each run above that it touches.
__kernel void join_strips(IMAGE_IN(image), __global int *restrict parents) {
  const int width = image_width, begin = TILE_TOP((int)get_global_id(0));
  const int end = min(begin + TILE_HEIGHT, PAGE_END(begin));
  for (int y = begin; y < end; ++y) {
    __global const ELEMENT *row = ROW(image, y);
    __global const ELEMENT *above = ROW(image, max(y - 1, begin));
    __global int *own = parents + y * width;
    const int higher = (y - 1) * width;
    const bool has_above = y > begin;
    int open = NOTHING;  // root of the run that the word before ends with
    ulong before = 0, next = has_above ? bits_of_word(above, width) : 0;
    for (int x = 0; x < width; x += WORD) {
      const int count = min(WORD, width - x);
      const ulong up = next;
      next = has_above && x + WORD < width ? bits_of_word(above + x + WORD, width - x - WORD) : 0;
      ulong bits = bits_of_word(row + x, count);
      if (count == WORD)
        for (int k = 0; k < WORD; ++k) own[x + k] = NOTHING;
      else
        for (int k = 0; k < count; ++k) own[x + k] = NOTHING;
      int root = NOTHING, stop = 0;
      while (bits != 0) {
        const int start = lowest_bit(bits);
        const ulong rest = ~bits >> start;  // 0: the run has all bits from `start` on
        stop = rest != 0 ? start + lowest_bit(rest) : 64;
        const ulong run = bits_from(start, stop);
        bits &= ~run;
        root = start == 0 ? open : NOTHING;
#if NEIGHBOURS == 8
        ulong touched = up & (run | run << 1 | run >> 1);
        if (start == 0 && (before >> 63) != 0) root = unite_alone(parents, root, higher + x - 1);
        if (stop == 64 && (next & 1) != 0) root = unite_alone(parents, root, higher + x + 64);
#else
        ulong touched = up & run;
#endif
        while (touched != 0) {
          const int first = lowest_bit(touched);
          root = unite_alone(parents, root, higher + x + first);
          touched &= touched + (1UL << first);  // without the run that begins there
        }
        if (root < 0) root = y * width + x + start;
        for (int k = start; k < stop; ++k) own[x + k] = root;
      }
      open = stop == 64 ? root : NOTHING;
      before = up;
    }
  }
}

#if TILE_WIDTH > 0
#define TILE (TILE_WIDTH * TILE_HEIGHT)

// Whether the pixel to the left or the right of a place lies in the tile and is set.
#define LEFT_OF(at) (column > 0 && tile[(at)-1] >= 0)
#define RIGHT_OF(at) (column + 1 < TILE_WIDTH && tile[(at) + 1] >= 0)

// Joins a pixel of a tile with the row above it, but not where its left neighbour does the same.
INLINE void join_upwards(volatile __local int *tile, const int at, const int column) {
  const int above = at - TILE_WIDTH;
  if (tile[at] < 0) return;
  if (tile[above] >= 0) {
    if (!(LEFT_OF(at) && LEFT_OF(above))) unite_in_tile(tile, at, above);
    return;
  }
#if NEIGHBOURS == 8
  if (LEFT_OF(above) && !LEFT_OF(at)) unite_in_tile(tile, at, above - 1);
  if (RIGHT_OF(above) && !RIGHT_OF(at)) unite_in_tile(tile, at, above + 1);
#endif
}

// Joins a tile by a group. Pixels are first joined with the first of their run, by jumps that double.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void join_tiles(IMAGE_IN(image),
                                                                           __global int *restrict parents) {
  __local int tile[TILE];
  const int width = image_width, id = get_local_id(0);
  const int left = get_group_id(0) * TILE_WIDTH, top = TILE_TOP((int)get_group_id(1)), bottom = PAGE_END(top);
  for (int i = id; i < TILE; i += GROUP) {
    const int x = left + i % TILE_WIDTH, y = top + i / TILE_WIDTH;
    tile[i] = x < width && y < bottom && SET_AT(x, y) ? i : NOTHING;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = id; i < TILE; i += GROUP)
    if (i % TILE_WIDTH > 0 && tile[i] >= 0 && tile[i - 1] >= 0) tile[i] = i - 1;
  for (int reach = 1; reach < TILE_WIDTH; reach *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = id; i < TILE; i += GROUP) {
      const int parent = tile[i];
      if (parent >= 0) tile[i] = tile[parent];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = id + TILE_WIDTH; i < TILE; i += GROUP) join_upwards(tile, i, i % TILE_WIDTH);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = id; i < TILE; i += GROUP) {
    const int x = left + i % TILE_WIDTH, y = top + i / TILE_WIDTH;
    if (x >= width || y >= bottom) continue;
    int root = i;
    if (tile[i] >= 0)
      while (tile[root] != root) root = tile[root];
    parents[y * width + x] =
        tile[i] < 0 ? NOTHING : (top + root / TILE_WIDTH) * width + left + root % TILE_WIDTH;
  }
}
#endif

// Joins a pixel with the row above it. Its left neighbour may do the same, but not across a tile's border, where that
// neighbour relies on this pixel.
INLINE void join_rows(IMAGE_IN(image), volatile __global int *parents, const int x, const int y, const bool is_corner) {
  const int i = y * image_width + x;
  if (!SET_AT(x, y)) return;
  const bool left = x > 0 && SET_AT(x - 1, y), before = x > 0 && SET_AT(x - 1, y - 1);
  if (SET_AT(x, y - 1)) {
    if (is_corner || !(left && before)) unite(parents, i, i - image_width);
    return;
  }
#if NEIGHBOURS == 8
  const bool has_right = x + 1 < image_width;
  if (before && !left) unite(parents, i, i - image_width - 1);
  if (has_right && SET_AT(x + 1, y - 1) && !SET_AT(x + 1, y)) unite(parents, i, i - image_width + 1);
#endif
}

// Joins a pixel with the column to its left.
INLINE void join_columns(IMAGE_IN(image), volatile __global int *parents, const int x, const int y) {
  const int i = y * image_width + x;
  const bool own = SET_AT(x, y), left = SET_AT(x - 1, y);
  const bool has_up = ROW_OF_PAGE(y) > 0, up = has_up && SET_AT(x, y - 1), before = has_up && SET_AT(x - 1, y - 1);
  if (own && left && !(up && before)) unite(parents, i, i - 1);
#if NEIGHBOURS == 8
  if (own && before && !left && !up) unite(parents, i, i - image_width - 1);
  if (left && up && !own && !before) unite(parents, i - 1, i - image_width);
#endif
}

#define IMAGE_ARGUMENTS(name) name, name##_offset, name##_stride, name##_width, name##_height

// Joins tiles: the first rows of tiles with those above them, and the first columns with those to their left.
__kernel void join_borders(IMAGE_IN(image), volatile __global int *parents) {
  const long rows = (long)INNER_ROWS * image_width;
#if TILE_WIDTH > 0
  const long columns = (long)(DIVIDE_UP(image_width, TILE_WIDTH) - 1) * image_height;
#else
  const long columns = 0;
#endif
  const long first = (long)get_global_id(0) * ITEMS, end = min(first + ITEMS, rows + columns);
  for (long i = first; i < end; ++i) {
    const int x = i % image_width, y = INNER_ROW((int)(i / image_width));
    if (i < rows) {
      if (y >= image_height) continue;
#if TILE_WIDTH > 0
      join_rows(IMAGE_ARGUMENTS(image), parents, x, y, x % TILE_WIDTH == 0);
    } else {
      const long k = i - rows;
      join_columns(IMAGE_ARGUMENTS(image), parents, (int)(k / image_height + 1) * TILE_WIDTH, k % image_height);
#else
      join_rows(IMAGE_ARGUMENTS(image), parents, x, y, false);
#endif
    }
  }
}

#if CROSS > 0
// Joins a page with the one before it. Pixels that are neighbours in that page are joined already, so that one of them is
// enough, and a run is joined once with a run.
__kernel void join_pages(IMAGE_IN(image), volatile __global int *parents) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1) + PAGE_ROWS, end = min(first + ITEMS, image_width);
  const int other = y - PAGE_ROWS;
  for (int x = first; x < end; ++x) {
    if (!SET_AT(x, y)) continue;
    const int i = y * image_width + x, k = other * image_width + x;
    if (SET_AT(x, other)) {
      if (x == 0 || !SET_AT(x - 1, y) || !SET_AT(x - 1, other)) unite(parents, i, k);
      continue;
    }
#if CROSS > 1
    const bool has_left = x > 0, has_right = x + 1 < image_width;
    const bool has_up = ROW_OF_PAGE(y) > 0, has_down = ROW_OF_PAGE(y) + 1 < PAGE_ROWS;
    const bool left = has_left && SET_AT(x - 1, other), right = has_right && SET_AT(x + 1, other);
    const bool up = has_up && SET_AT(x, other - 1), down = has_down && SET_AT(x, other + 1);
    if (left) unite(parents, i, k - 1);
    if (right) unite(parents, i, k + 1);
    if (up) unite(parents, i, k - image_width);
    if (down) unite(parents, i, k + image_width);
#if CROSS > 5
    if (has_left && has_up && !left && !up && SET_AT(x - 1, other - 1)) unite(parents, i, k - image_width - 1);
    if (has_right && has_up && !right && !up && SET_AT(x + 1, other - 1)) unite(parents, i, k - image_width + 1);
    if (has_left && has_down && !left && !down && SET_AT(x - 1, other + 1)) unite(parents, i, k + image_width - 1);
    if (has_right && has_down && !right && !down && SET_AT(x + 1, other + 1)) unite(parents, i, k + image_width + 1);
#endif
#endif
  }
}
#endif
