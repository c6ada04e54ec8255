// Takes regions of few pixels away. connected.cl stands before this file, and has joined the pixels that are set. Then
// the root of a region of N pixels holds -1 - N.

#ifndef RUN
#define RUN 1  // pixels that a work-item counts
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

__kernel void write_large(IMAGE_IN(image), __global const int *restrict parents, IMAGE_OUT(out), const int area) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, out_width);
  __global const ELEMENT *from = ROW(image, y);
  __global ELEMENT *to = ROW(out, y);
  for (int x = first; x < end; ++x) {
    const bool is_large = IS_SET(from[x]) && -1 - parents[root_of(parents, y * out_width + x)] >= area;
    to[x] = is_large ? from[x] : (ELEMENT)0;
  }
}
