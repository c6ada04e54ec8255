// Takes regions of few pixels away, by words. word_runs.cl stands before this file, and has joined the words of a whole image.
// Each root of a tile has the number of its pixels in the tile, see join_words.

// Adds the areas of tiles to that of their region.
__kernel void add_word_areas(__global const uint *restrict words, __global int *parents, const int count,
                             __global int *areas) {
  const int word = get_global_id(0);
  if (word >= count) return;
  for (uint rest = starts_of(words[word]); rest != 0; rest &= rest - 1) {
    const int node = word * NODES + lowest_of(rest) / 2;
    if (areas[node] == 0) continue;
    const int root = root_shortening(parents, node);
    if (root != node) atomic_add(areas + root, areas[node]);
  }
}

// Clears the bits of small regions.
__kernel void drop_small_words(__global uint *restrict words, __global const int *restrict parents, const int count,
                               __global const int *restrict areas, const int area) {
  const int word = get_global_id(0);
  if (word >= count) return;
  const uint bits = words[word];
  uint small = 0;
  for (uint rest = starts_of(bits); rest != 0; rest &= rest - 1) {
    const int bit = lowest_of(rest);
    if (areas[root_of(parents, word * NODES + bit / 2)] < area) small |= run_from(bits, bit);
  }
  if (small != 0) words[word] = bits & ~small;
}

// The image where bits are set, and 0 elsewhere.
__kernel void write_words(__global const uint *restrict words, IMAGE_IN(image), IMAGE_OUT(out)) {
  const int x = get_global_id(0) * SAMPLES, y = get_global_id(1);
  if (x >= out_width) return;
  const uint bits = words[y * DIVIDE_UP(out_width, PIXELS) + x / PIXELS] >> x % PIXELS;
  __global const ELEMENT *from = ROW(image, y) + x;
  __global ELEMENT *to = ROW(out, y) + x;
#ifdef __ENDIAN_LITTLE__
  if (x + SAMPLES <= out_width && (((size_t)from | (size_t)to) & 15) == 0) {
    const bool has_any = (bits & ((1u << SAMPLES) - 1)) != 0;
    *(__global uint4 *)to = has_any ? *(__global const uint4 *)from & ALL_ONES(bits) : (uint4)(0);
    return;
  }
#endif
  for (int k = 0; k < min(SAMPLES, out_width - x); ++k) to[k] = bits >> k & 1 ? from[k] : (ELEMENT)0;
}
