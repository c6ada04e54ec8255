// Marks plateaus that nothing next to them rises above. connected.cl stands before this file, and joins the pixels of a
// mask: those without a higher neighbour, of which neighbours are equal. A region of them is a maximum unless an equal
// pixel that is none of them touches it.
//
// An image may be a volume, whose pages lie one below another. The mask then has an empty row between pages.

#ifndef SAMPLE
#define SAMPLE U8        // of the image; TYPE is the mask's
#define PAGE_HEIGHT 0    // rows of a page; 0: there is one page
#define MOST_STEPS 2     // neighbours are so many steps of a side away
#define THROUGH_PAGES 0  // 1: pixels of the pages before and after may be neighbours
#define EDGES 1          // 1: maxima may touch the image's edge
#endif

#if SAMPLE == F16
#define SAMPLE_AT(row, x) vload_half(x, row)
#else
#define SAMPLE_AT(row, x) ((float)(row)[x])
#endif

#if PAGE_HEIGHT == 0
#define ROWS_OF_PAGE image_height
INLINE int page_of(const int y) { return 0; }
#else
#define ROWS_OF_PAGE PAGE_HEIGHT
INLINE int page_of(const int y) { return y / PAGE_HEIGHT; }
#endif
#define IN_MASK(y) ((y) + page_of(y))  // row of the mask

#define LOWER (-2)  // held by roots of regions that are no maxima

// NaN is below all numbers.
INLINE float level(const float v) { return isnan(v) ? -INFINITY : v; }

// Runs `action` for the row of each neighbour, with its steps to the side: dx, dy, dz and the row are known there. Beyond
// an edge lies the nearest pixel, which is a neighbour, too, or the pixel itself.
#define FOR_ROWS(action)                                                                            \
  for (int dz = -THROUGH_PAGES; dz <= THROUGH_PAGES; ++dz)                                          \
    for (int dy = -1; dy <= 1; ++dy) {                                                              \
      const int page = page_of(y), pages = page_of(image_height - 1) + 1;                           \
      const int line = min(max(y - page * ROWS_OF_PAGE + dy, 0), ROWS_OF_PAGE - 1);                 \
      const int row_of = min(max(page + dz, 0), pages - 1) * ROWS_OF_PAGE + line;                   \
      const int side = MOST_STEPS - (dy != 0) - (dz != 0);                                          \
      if (side >= 0) {                                                                              \
        action;                                                                                     \
      }                                                                                             \
    }

INLINE bool is_at_edge(const int x, const int y, const int image_width, const int image_height) {
  const int page = page_of(y), line = y - page * ROWS_OF_PAGE;
  const bool at_page = page == 0 || page == page_of(image_height - 1);
  if (THROUGH_PAGES != 0 && at_page) return true;
  return x == 0 || line == 0 || x == image_width - 1 || line == ROWS_OF_PAGE - 1;
}

// Clears the rows between pages, and what tells whether a page, or the volume, has several levels.
__kernel void begin_maxima(__global uchar *restrict mask, const int width, const int pages, __global int *restrict uneven) {
  const int page = get_global_id(1);
  if (page >= pages) return;
  if (get_global_id(0) == 0) uneven[page] = 0;
#if PAGE_HEIGHT > 0
  const int first = get_global_id(0) * ITEMS, end = min(first + ITEMS, width);
  __global uchar *row = mask + ((long)page * (PAGE_HEIGHT + 1) + PAGE_HEIGHT) * width;
  for (int x = first; x < end && page + 1 < pages; ++x) row[x] = 0;
#endif
}

__kernel void find_candidates(IMAGE_OF(const ELEMENT_OF(SAMPLE), image), __global uchar *restrict mask,
                              __global int *restrict uneven) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), count = min(ITEMS, image_width - first);
  __global const ELEMENT_OF(SAMPLE) *own = ROW(image, y) + first;
  uchar marks[ITEMS];
  for (int i = 0; i < count; ++i) marks[i] = 1;
  FOR_ROWS({
    __global const ELEMENT_OF(SAMPLE) *row = ROW(image, row_of) + first;
    for (int i = 0; i < count; ++i) marks[i] &= !(level(SAMPLE_AT(row, i)) > level(SAMPLE_AT(own, i)));
    if (side > 0) {
      for (int i = first > 0 ? 0 : 1; i < count; ++i)
        marks[i] &= !(level(SAMPLE_AT(row, i - 1)) > level(SAMPLE_AT(own, i)));
      for (int i = 0; i < min(count, image_width - 1 - first); ++i)
        marks[i] &= !(level(SAMPLE_AT(row, i + 1)) > level(SAMPLE_AT(own, i)));
    }
  })
  int all = 1;
  for (int i = 0; i < count; ++i) all &= marks[i];
  __global int *flag = uneven + (THROUGH_PAGES ? 0 : page_of(y));
  if (count > 0 && !all && *flag == 0) *flag = 1;
  __global uchar *to = mask + (long)IN_MASK(y) * image_width + first;
  for (int i = 0; i < count; ++i) {
#if !EDGES
    if (is_at_edge(first + i, y, image_width, image_height)) marks[i] = 0;
#endif
    to[i] = marks[i];
  }
}

// Joins the pixels of a page with those of the page before.
__kernel void join_pages(__global const uchar *restrict mask, volatile __global int *parents, const int width) {
#if THROUGH_PAGES
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, width);
  const int line = y % PAGE_HEIGHT;
  if (y < PAGE_HEIGHT) return;
  for (int x = first; x < end; ++x) {
    const int i = IN_MASK(y) * width + x;
    if (mask[i] == 0) continue;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        if (abs(dx) + abs(dy) + 1 > MOST_STEPS || line + dy < 0 || line + dy >= PAGE_HEIGHT) continue;
        const int before = i - (PAGE_HEIGHT + 1 - dy) * width + dx;
        if (x + dx >= 0 && x + dx < width && mask[before] != 0) unite(parents, i, before);
      }
  }
#endif
}

__kernel void find_lower(IMAGE_OF(const ELEMENT_OF(SAMPLE), image), __global const uchar *restrict mask,
                         __global int *parents) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, image_width);
  for (int x = first; x < end; ++x) {
    const int i = IN_MASK(y) * image_width + x;
    if (mask[i] == 0) continue;
    const float own = level(SAMPLE_AT(ROW(image, y), x));
    bool lower = false;
    FOR_ROWS({
      __global const ELEMENT_OF(SAMPLE) *row = ROW(image, row_of);
      __global const uchar *marks = mask + (long)IN_MASK(row_of) * image_width;
      for (int at = max(x - min(side, 1), 0); at <= min(x + min(side, 1), image_width - 1); ++at)
        lower |= marks[at] == 0 && level(SAMPLE_AT(row, at)) == own;
    })
    if (lower) parents[root_of(parents, i)] = LOWER;
  }
}

__kernel void write_maxima(IMAGE_OF(const ELEMENT_OF(SAMPLE), image), __global const uchar *restrict mask,
                           __global const int *restrict parents, __global const int *restrict uneven,
                           IMAGE_OF(uchar, out), const float threshold) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, image_width);
  const bool has_levels = uneven[THROUGH_PAGES ? 0 : page_of(y)] != 0;
  __global const ELEMENT_OF(SAMPLE) *row = ROW(image, y);
  __global uchar *to = ROW(out, y);
  for (int x = first; x < end; ++x) {
    const int i = IN_MASK(y) * image_width + x;
    const bool found = has_levels && mask[i] != 0 && parents[root_of(parents, i)] != LOWER;
    to[x] = found && level(SAMPLE_AT(row, x)) > threshold ? 255 : 0;
  }
}
