// Fills the regions of zeros that do not reach the image's edge. connected.cl stands before this file, and has joined
// the pixels that are not set.

#ifndef SAMPLE
#define SAMPLE U8  // of the image, as its bits; TYPE is the mask's, where that is another
#endif
#ifndef WHITE
#define WHITE 1  // bits of the sample
#endif

#define OUTSIDE STAYS  // held by roots of regions that reach the edge

#if PAGE_ROWS > 0
#define PAGES (height / PAGE_ROWS)
#define EDGE_ROW(k) ((k) / 2 * PAGE_ROWS + (k) % 2 * (PAGE_ROWS - 1))  // the first row of each page and its last
#else
#define PAGES 1
#define EDGE_ROW(k) ((k) * (height - 1))
#endif

// Marks the roots of the regions at the edge: the pixels of the first row and the last, then of both columns. A part of an
// image may be without the image's first row, or its last.
__kernel void mark_outside(__global int *parents, const int width, const int height, const int has_first,
                           const int has_last) {
  const long i = get_global_id(0), rows = 2 * (long)width * PAGES, all = rows + 2 * (long)height;
  if (i >= all) return;
  const int x = i < rows ? i % width : i - rows < height ? 0 : width - 1;
  const int y = i >= rows ? (i - rows) % height : EDGE_ROW((int)(i / width));
  if (i < rows && !((i / width) % 2 == 0 ? has_first : has_last)) return;
  const int at = y * width + x;
  if (parents[at] == NOTHING) return;
  parents[root_of(parents, at)] = OUTSIDE;
}

#if CROSS > 0
// The same of a volume, whose first page and last are its edge, too.
__kernel void mark_outside_volume(__global int *parents, const int width, const int height) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, width);
  const int row = ROW_OF_PAGE(y);
  const bool all = row == 0 || row == PAGE_ROWS - 1 || y < PAGE_ROWS || y >= height - PAGE_ROWS;
  for (int x = first; x < end; ++x) {
    const int at = y * width + x;
    if (!all && x != 0 && x != width - 1) continue;
    if (parents[at] != NOTHING) parents[root_of(parents, at)] = OUTSIDE;
  }
}
#endif

// Writes a rectangle of a part whose rows have `width` pixels, from column `left` and row `top` on.
__kernel void write_filled(__global const int *restrict parents, const int width, const int left, const int top,
                           IMAGE_OF(ELEMENT_OF(SAMPLE), out)) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, out_width);
  __global ELEMENT_OF(SAMPLE) *to = ROW(out, y);
  for (int x = first; x < end; ++x) {
    const int i = (top + y) * width + left + x;
    const bool is_outside = parents[i] != NOTHING && parents[root_of(parents, i)] == OUTSIDE;
    to[x] = is_outside ? (ELEMENT_OF(SAMPLE))0 : (ELEMENT_OF(SAMPLE))(WHITE);
  }
}
