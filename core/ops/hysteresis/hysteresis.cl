// Marks samples by two levels for seeds.cl. The mask begins with the image's row `top`.

#ifndef SAMPLE
#define SAMPLE U8  // of the image; TYPE is the mask's
#endif

#if SAMPLE == F16
#define LEVEL_AT(row, x) vload_half(x, row)
#else
#define LEVEL_AT(row, x) ((float)(row)[x])
#endif

INLINE uchar mark_of(const float level, const float low, const float high) {
  return (level > low ? 1 : 0) + (level > high ? 1 : 0);
}

__kernel void mark_levels(IMAGE_OF(const ELEMENT_OF(SAMPLE), image), const int top, __global uchar *restrict mask,
                          const float low, const float high) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, image_width);
  __global const ELEMENT_OF(SAMPLE) *row = ROW(image, top + y);
  __global uchar *to = mask + (long)y * image_width;
  for (int x = first; x < end; ++x) to[x] = mark_of(LEVEL_AT(row, x), low, high);
}
