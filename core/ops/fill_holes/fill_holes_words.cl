// Finds the regions of zeros that reach the image's edge, by words. word_runs.cl stands before this file, and has joined
// the zeros of a whole image; seed_words.cl writes what they leave.

INLINE void mark_run(const uint bits, const int word, const int bit, __global int *parents) {
  parents[root_shortening(parents, node_of(word, bits, bit))] = STAYS;
}

// A work-item for each word of the first row and the last, then for each row's first pixel and last.
__kernel void mark_outside_words(__global const uint *restrict words, const int width, const int height,
                                 __global int *parents) {
  const int across = DIVIDE_UP(width, PIXELS), i = get_global_id(0), k = i - 2 * across;
  if (k < 0) {
    const int word = i < across ? i : (height - 2) * across + i;
    const uint bits = words[word];
    for (uint rest = starts_of(bits); rest != 0; rest &= rest - 1) mark_run(bits, word, lowest_of(rest), parents);
  } else if (k < 2 * height) {
    const bool is_first = k < height;
    const int word = (is_first ? k : k - height) * across + (is_first ? 0 : across - 1);
    const int bit = is_first ? 0 : (width - 1) % PIXELS;
    const uint bits = words[word];
    if ((bits >> bit & 1) != 0) mark_run(bits, word, bit, parents);
  }
}
