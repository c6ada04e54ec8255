// Takes regions of few pixels away. connected.cl stands before this file, and has joined the pixels that are set. Then
// the root of a region of N pixels holds -1 - N, which STAYS is for the most that there can be.

#ifndef RUN
#define RUN 1                   // pixels that a work-item counts
#define SAMPLE U8               // of the image, as its bits; TYPE is the mask's, where that is another
#define SAMPLE_MASK 0xffffffffu  // as MASK is of TYPE
#endif

__kernel void begin_areas(__global int *restrict parents, const int width) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, width);
  for (int x = first; x < end; ++x)
    if (parents[y * width + x] == y * width + x) parents[y * width + x] = -1;
}

// Adds the pixels of a run at once: large regions would wait for their root.
__kernel void count_areas(IMAGE_IN(image), __global int *parents) {
  const int first = get_global_id(0) * RUN, y = get_global_id(1), end = min(first + RUN, image_width);
  int root = NOTHING, count = 0;
  for (int x = first; x < end; ++x) {
    if (!SET_AT(x, y)) continue;
    const int own = root_of(parents, y * image_width + x);
    if (own != root && count > 0) atomic_sub(parents + root, count);
    count = own != root ? 1 : count + 1;
    root = own;
  }
  if (count > 0) atomic_sub(parents + root, count);
}

// Writes a rectangle of the image from column `left` and row `row` on. The forest is of a part of the image, where it is
// from row `top` on.
__kernel void write_large(IMAGE_OF(const ELEMENT_OF(SAMPLE), image), __global const int *restrict parents, const int left,
                          const int row, const int top, IMAGE_OF(ELEMENT_OF(SAMPLE), out), const int area) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, out_width);
  __global const ELEMENT_OF(SAMPLE) *from = ROW(image, row + y) + left;
  __global ELEMENT_OF(SAMPLE) *to = ROW(out, y);
  for (int x = first; x < end; ++x) {
    const bool is_large = (from[x] & SAMPLE_MASK) != 0 &&
                          -1 - parents[root_of(parents, (top + y) * image_width + left + x)] >= area;
    to[x] = is_large ? from[x] : (ELEMENT_OF(SAMPLE))0;
  }
}
