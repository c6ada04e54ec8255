// Marks samples by two levels, as words: bits of those above the low one, and of those above the high one. hysteresis.cl
// and word_runs.cl stand before this file.

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void mark_words(IMAGE_OF(const ELEMENT_OF(SAMPLE), image),
                                                                           __global uint *restrict words,
                                                                           __global uint *restrict seeds,
                                                                           const float low, const float high) {
  __local uint marks[GROUP * MARKED];
  MARK_TILE(ELEMENT_OF(SAMPLE), image, marks, mark_of(LEVEL_AT(at, 0), low, high))
  barrier(CLK_LOCAL_MEM_FENCE);
  __local const uint *own = marks + get_local_id(0) * MARKED;
  const int across = DIVIDE_UP(image_width, PIXELS), x = WORD_X, y = WORD_Y;
  if (x >= across || y >= image_height) return;
  const uint strong = bits_of_marks(own, 1);
  words[y * across + x] = bits_of_marks(own, 0) | strong;
  seeds[y * across + x] = strong;
}
