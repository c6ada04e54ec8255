// Keeps the regions of a mask that hold a seed. connected.cl stands before this file, and has joined the mask's pixels: 0
// is none, 1 one of a region, 2 a seed. Most are 0: work-items with many pixels pass over 8 at a time.

#define ARE_ZEROS(p) (ITEMS > 1 && as_ulong(vload8(0, p)) == 0)

// Neighbours in a row mostly share a root, which is then looked up and written once.
__kernel void find_seeds(__global const uchar *restrict mask, __global int *parents, const int width) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, width);
  int last = NOTHING;  // parent of the seed before
  for (int x = first; x < end; ++x) {
    const int i = y * width + x;
    if (x + 8 <= end && ARE_ZEROS(mask + i)) {
      x += 7;
      continue;
    }
    if (mask[i] != 2) continue;
    const int parent = parents[i];
    if (parent == last) continue;
    parents[root_of(parents, i)] = STAYS;
    last = parent;
  }
}

// Writes a rectangle of the mask, whose rows have `width` pixels, from column `left` and row `top` on.
__kernel void write_seeded(__global const uchar *restrict mask, __global const int *restrict parents, const int width,
                           const int left, const int top, IMAGE_OF(uchar, out)) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, out_width);
  __global uchar *to = ROW(out, y);
  for (int x = first; x < end; ++x) {
    const int i = (top + y) * width + left + x;
    if (x + 8 <= end && ARE_ZEROS(mask + i)) {
      vstore8((uchar8)(0), 0, to + x);
      x += 7;
      continue;
    }
    to[x] = mask[i] != 0 && parents[root_of(parents, i)] == STAYS ? 255 : 0;
  }
}
