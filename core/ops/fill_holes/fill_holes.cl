// Fills the regions of zeros that do not reach the image's edge. connected.cl stands before this file, and has joined
// the pixels that are not set.

#ifndef WHITE
#define WHITE 1  // bits of the sample
#endif

#define OUTSIDE (-2)  // held by roots of regions that reach the edge

// Marks the roots of the regions at the edge: the pixels of the first row and the last, then of both columns.
__kernel void mark_outside(__global int *parents, const int width, const int height) {
  const long i = get_global_id(0), rows = 2 * (long)width, all = rows + 2 * (long)height;
  if (i >= all) return;
  const int x = i < rows ? i % width : i - rows < height ? 0 : width - 1;
  const int y = i >= rows ? (i - rows) % height : i < width ? 0 : height - 1;
  const int at = y * width + x;
  if (parents[at] == NOTHING) return;
  parents[root_of(parents, at)] = OUTSIDE;
}

__kernel void write_filled(__global const int *restrict parents, IMAGE_OUT(out)) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, out_width);
  __global ELEMENT *to = ROW(out, y);
  for (int x = first; x < end; ++x) {
    const int i = y * out_width + x;
    to[x] = parents[i] == NOTHING || parents[root_of(parents, i)] != OUTSIDE ? (ELEMENT)(WHITE) : (ELEMENT)0;
  }
}
