// Copies an image and fills what surrounds it by the border's rule. Only bits are copied: samples are
// integers of their size here.

#ifndef ITEMS
#define ITEMS 4  // vectors of a work-item
#endif

// A row of the result. Samples are counted from where the image begins.
typedef struct {
  __global const ELEMENT *from;  // the image's row that stands for it; places count samples of the whole image
  bool outside;                  // no row does
  int columns;                   // of the whole image
} Row;

INLINE ELEMENT sample_at(const Row *row, __global const ELEMENT *value, const int s) {
  const int column = s >= 0 ? s / CHANNELS : -1 - (-1 - s) / CHANNELS, channel = s - column * CHANNELS;
  const int x = border_index(column, row->columns);
#if BORDER == CONSTANT
  if (row->outside || x < 0) return value[channel];
#endif
  return row->from[(long)x * CHANNELS + channel];
}

// Copies samples `first` to `first` + VEC - 1 of the image's row to `to`, as far as the row of the result goes.
INLINE void pad_unit(const Row *row, __global const ELEMENT *value, const int first, __global ELEMENT *to,
                     const int left, const bool aligned) {
  if (!row->outside && left >= VEC && first >= 0 && first <= row->columns * CHANNELS - VEC) {
    store_bits(load_bits(row->from + first, false), to, aligned);
  } else if (left >= VEC) {
    ELEMENT samples[VEC];
#pragma unroll
    for (int k = 0; k < VEC; ++k) samples[k] = sample_at(row, value, first + k);
    store_bits(KEPT(samples), to, aligned);
  } else {
    for (int k = 0; k < left; ++k) to[k] = sample_at(row, value, first + k);
  }
}

// The result's first pixel lies at (from_x, from_y) of the image, whose part from (held_x, held_y) on is held.
__kernel void pad_image(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict value, const int from_x,
                        const int from_y, const int held_x, const int held_y, const int whole_width,
                        const int whole_height) {
  const int y = get_global_id(1), samples = out_width * CHANNELS;
  const int source = border_index(from_y + y, whole_height);
  Row row;
  row.outside = source < 0;
  row.from = ROW(image, max(source, held_y) - held_y) - (long)held_x * CHANNELS;
  row.columns = whole_width;
  __global ELEMENT *to = ROW(out, y);
  const bool aligned = IS_ALIGNED(out);
  const uint first = (uint)get_group_id(0) * (GROUP * ITEMS * VEC) + (uint)get_local_id(0) * VEC;
  for (int item = 0; item < ITEMS; ++item) {
    const uint place = first + item * (GROUP * VEC);  // may pass the greatest int
    if (place >= (uint)samples) return;
    const int s = (int)place;
    if (aligned)
      pad_unit(&row, value, from_x * CHANNELS + s, to + s, samples - s, true);
    else
      pad_unit(&row, value, from_x * CHANNELS + s, to + s, samples - s, false);
  }
}
