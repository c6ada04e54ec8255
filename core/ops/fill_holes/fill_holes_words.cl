// Finds the regions of zeros that reach the image's edge, by words. word_runs.cl stands before this file, and has joined
// the zeros of a whole image; seed_words.cl marks them, and writes what they leave.

// A work-item for each word of the first row and the last, then for each row's first pixel and last.
__kernel void mark_outside_words(__global const uint *restrict words, const int width, const int height,
                                 __global int *parents) {
  const int across = DIVIDE_UP(width, PIXELS), i = get_global_id(0), k = i - 2 * across;
  if (k < 0) {
    const int word = i < across ? i : (height - 2) * across + i;
    mark_roots(word, words[word], words[word], parents);
  } else if (k < 2 * height) {
    const bool is_first = k < height;
    const int word = (is_first ? k : k - height) * across + (is_first ? 0 : across - 1);
    const int bit = is_first ? 0 : (width - 1) % PIXELS;
    const uint bits = words[word];
    mark_roots(word, bits, bits & 1u << bit, parents);
  }
}
