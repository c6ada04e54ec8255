// Marks regions of which a pass over the whole image has found that they are kept, see kept.hpp. connected.cl stands
// before this file, and has joined the pixels of a part of the image.

// Each of these pixels of the image is in such a region. The part begins with the pixel `origin`.
__kernel void mark_kept(__global const int *restrict places, const int first, const int count, const int origin,
                        __global int *parents) {
  const int i = get_global_id(0);
  if (i >= count) return;
  const int at = places[first + i] - origin;
  if (parents[at] != NOTHING) parents[root_of(parents, at)] = STAYS;
}
