// Labels of a part of an image, whose chunks of rows have been labelled by themselves. Regions at seams between chunks
// are a list, see seams.hpp: their serial numbers, their labels, and what the labels of the next regions are more than
// their serial numbers. label.cl stands before this file.

INLINE int label_of(const int serial, __global const int *serials, __global const int *labels,
                    __global const int *shifts, const int count) {
  int begin = 0, end = count;  // the last one up to `serial` is the one before `end`
  while (begin < end) {
    const int middle = (begin + end) / 2;
    if (serials[middle] <= serial)
      begin = middle + 1;
    else
      end = middle;
  }
  if (end == 0) return serial;
  return serials[end - 1] == serial ? labels[end - 1] : serial + shifts[end - 1];
}

// Gives numbered roots their labels. `before` is the number of regions in the chunks before this part.
__kernel void label_roots(__global int *restrict parents, const int pixels, const int before,
                          __global const int *restrict serials, __global const int *restrict labels,
                          __global const int *restrict shifts, const int count) {
  const long first = (long)get_global_id(0) * ITEMS, end = min(first + ITEMS, (long)pixels);
  for (long i = first; i < end; ++i)
    if (parents[i] < NOTHING) parents[i] = ~label_of(before + ~parents[i], serials, labels, shifts, count);
}

// Writes a rectangle of the part, whose rows have `width` pixels, from column `left` and row `top` on.
__kernel void write_part(__global const int *restrict parents, const int width, const int left, const int top,
                         IMAGE_OF(int, out)) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, out_width);
  __global int *to = ROW(out, y);
  for (int x = first; x < end; ++x) {
    const int parent = parents[(long)(top + y) * width + left + x];
    to[x] = ~(parent < 0 ? parent : parents[root_of(parents, parent)]);
  }
}
