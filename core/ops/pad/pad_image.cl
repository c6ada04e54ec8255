// Copies an image and fills what surrounds it by the border's rule. Only bits are copied: samples are
// integers of their size here.

#ifndef ITEMS
#define ITEMS 4  // vectors of a work-item in a row
#define ROWS 1
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

#if LOOSE
// The vectors of a work-item in a row, the first of which begins at `first` of the result, the others STEP samples
// after each other. Those from `held` to before `behind` show the image alone. Rows have nearly as many samples as an int
// counts.
#define STEP (GROUP * VEC)
typedef struct {
  int first, count, held, behind;
} Units;

INLINE Units units_of(const long first, const long samples, const long begin, const long columns) {
  Units units;
  units.first = (int)first;
  units.count = (int)clamp((samples - first + STEP - 1) / STEP, 0L, (long)ITEMS);
  const long whole = clamp((samples - first - VEC + STEP) / STEP, 0L, (long)units.count);
  units.held = (int)clamp((STEP - 1 - begin - first) / STEP, 0L, whole);
  units.behind = (int)clamp((columns * CHANNELS - VEC - begin - first + STEP) / STEP, (long)units.held, whole);
  return units;
}

// Copies what the image has of the row. `begin` is the place of the result's first sample in the image's row.
INLINE void copy_row(const Row *row, __global const ELEMENT *value, const Units *units, const int begin,
                     __global ELEMENT *to, const bool aligned) {
  for (int i = units->held; i < units->behind; ++i) {
    const int s = units->first + i * STEP;
    if (row->outside)
      pad_unit(row, value, begin + s, to + s, VEC, aligned);
    else
      store_bits(load_bits(row->from + (begin + s), false), to + s, aligned);
  }
}

// The place of sample s in a row; of a sample outside -1 and less, by its channel.
INLINE int place_of(const int s, const int columns) {
  const int column = s >= 0 ? s / CHANNELS : -1 - (-1 - s) / CHANNELS, channel = s - column * CHANNELS;
  const int x = border_index(column, columns);
  return x < 0 ? -1 - channel : x * CHANNELS + channel;
}

// Stores `count` samples, which lie at these places.
INLINE void gather_unit(const Row *row, __global const ELEMENT *value, const int *places, const int count,
                        __global ELEMENT *to, const bool aligned) {
  ELEMENT samples[VEC];
#pragma unroll
  for (int k = 0; k < VEC; ++k)
#if BORDER == CONSTANT
    samples[k] = places[k] < 0 ? value[-1 - places[k]] : row->from[places[k]];
#else
    samples[k] = row->from[places[k]];
#endif
  if (count == VEC) {
    store_bits(KEPT(samples), to, aligned);
  } else {
    for (int k = 0; k < count; ++k) to[k] = samples[k];
  }
}
INLINE Row row_of(IMAGE_IN(image), const int y, const int held_x, const int held_y, const int columns, const int rows) {
  const int source = border_index(y, rows);
  Row row;
  row.outside = source < 0;
  row.from = ROW(image, max(source, held_y) - held_y) - (long)held_x * CHANNELS;
  row.columns = columns;
  return row;
}

#define ROW_AT(y)                                                                                           \
  row_of(image, image_offset, image_stride, image_width, image_height, from_y + (y), held_x, held_y, whole_width, \
         whole_height)
#endif

// The result's first pixel lies at (from_x, from_y) of the image, whose part from (held_x, held_y) on is held.
__kernel void pad_image(IMAGE_IN(image), IMAGE_OUT(out), __global const ELEMENT *restrict value, const int from_x,
                        const int from_y, const int held_x, const int held_y, const int whole_width,
                        const int whole_height) {
  const int samples = out_width * CHANNELS;
  const bool aligned = IS_ALIGNED(out);
  const uint first = (uint)get_group_id(0) * (GROUP * ITEMS * VEC) + (uint)get_local_id(0) * VEC;
#if LOOSE
  const int top = get_global_id(1) * ROWS, bottom = min(top + ROWS, out_height), begin = from_x * CHANNELS;
  if (first >= (uint)samples) return;
  const Units units = units_of((int)first, samples, begin, whole_width);
  for (int y = top; y < bottom; ++y) {
    const Row row = ROW_AT(y);
    copy_row(&row, value, &units, begin, ROW(out, y), aligned);
  }
  // what surrounds it lies at the same places in all rows
  for (int i = units.held > 0 ? 0 : units.behind; i < units.count; i = i + 1 == units.held ? units.behind : i + 1) {
    const int s = units.first + i * STEP, count = min(VEC, samples - s);
    int places[VEC];
    for (int k = 0; k < VEC; ++k) places[k] = place_of(begin + s + min(k, count - 1), whole_width);
    for (int y = top; y < bottom; ++y) {
      const Row row = ROW_AT(y);
      if (row.outside)
        pad_unit(&row, value, begin + s, ROW(out, y) + s, count, aligned);
      else
        gather_unit(&row, value, places, count, ROW(out, y) + s, aligned);
    }
  }
#else
  const int y = get_global_id(1), source = border_index(from_y + y, whole_height);
  Row row;
  row.outside = source < 0;
  row.from = ROW(image, max(source, held_y) - held_y) - (long)held_x * CHANNELS;
  row.columns = whole_width;
  __global ELEMENT *to = ROW(out, y);
  for (int item = 0; item < ITEMS; ++item) {
    const uint place = first + item * (GROUP * VEC);  // may pass the greatest int
    if (place >= (uint)samples) return;
    const int s = (int)place;
    if (aligned)
      pad_unit(&row, value, from_x * CHANNELS + s, to + s, samples - s, true);
    else
      pad_unit(&row, value, from_x * CHANNELS + s, to + s, samples - s, false);
  }
#endif
}
