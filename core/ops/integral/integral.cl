// Sums over all pixels above and to the left. The image is cut into bands of rows. What lies above a band is known from
// the sums of the bands' columns, before any of its pixels is added. Where bands are cut into tiles, what lies to the
// left of a tile is known in the same way from the sums of the tiles' rows.

#ifndef SUM_TYPE
#define SUM_TYPE U32  // integers are added modulo 2^32 or 2^64
#define SQUARES 0     // 1: of the samples' squares
#define COLUMNS 1     // samples of a work-item, side by side
#define BAND 32       // rows
#endif
#define SUM ELEMENT_OF(SUM_TYPE)
#if SQUARES
#define TERM(row, i) ((SUM)LOAD_ONE(row, i) * (SUM)LOAD_ONE(row, i))
#else
#define TERM(row, i) ((SUM)LOAD_ONE(row, i))
#endif
#define SAMPLES (image_width * CHANNELS)  // of a row

// Adds up each column of each band.
__kernel void sum_bands(IMAGE_IN(image), __global SUM *restrict columns) {
  const int first = get_global_id(0) * COLUMNS, count = min(COLUMNS, SAMPLES - first);
  const int band = get_global_id(1), top = band * BAND, end = min(top + BAND, image_height);
  SUM sums[COLUMNS];
  for (int c = 0; c < count; ++c) sums[c] = 0;
  for (int y = top; y < end; ++y) {
    __global const ELEMENT *row = ROW(image, y) + first;
    for (int c = 0; c < count; ++c) sums[c] += TERM(row, c);
  }
  for (int c = 0; c < count; ++c) columns[(long)band * SAMPLES + first + c] = sums[c];
}

// Replaces the lines of a table by the sums of all lines above.
__kernel void add_above(__global SUM *restrict table, const int width, const int height) {
  const int first = get_global_id(0) * COLUMNS, count = min(COLUMNS, width - first);
  SUM sums[COLUMNS];
  for (int c = 0; c < count; ++c) sums[c] = 0;
  for (int y = 0; y < height; ++y) {
    __global SUM *row = table + (long)y * width + first;
    for (int c = 0; c < count; ++c) {
      const SUM own = row[c];
      row[c] = sums[c];
      sums[c] += own;
    }
  }
}

GROUP_BEFORE(sum_before, SUM)

// Adds to each number of a band's line those of its channel on the left. Each work-item has a part of the line.
__kernel void add_left(__global SUM *restrict columns, const int width) {
  __local SUM sums_of_items[GROUP];
  const int part = DIVIDE_UP(width, GROUP), first = min((int)get_local_id(0) * part, width);
  const int end = min(first + part, width);
  __global SUM *line = columns + (long)get_group_id(1) * width * CHANNELS + get_group_id(2);
  SUM sum = 0;
  for (int x = first; x < end; ++x) sum += line[(long)x * CHANNELS];
  SUM run = sum_before(sum, sums_of_items);
  for (int x = first; x < end; ++x) {
    run += line[(long)x * CHANNELS];
    line[(long)x * CHANNELS] = run;
  }
}

// The row and the column of zeros.
INLINE void clear_pixel(__global SUM *at) {
  for (int c = 0; c < CHANNELS; ++c) at[c] = 0;
}

// Vectors of eight sums for CPUs, at any sample's address.
typedef JOIN(ELEMENT_OF(SUM_TYPE), 8) SUMS;
typedef SUMS LOOSE_SUMS __attribute__((aligned(sizeof(SUM))));
typedef JOIN(ELEMENT_OF(SUM_TYPE), 2) SUMS_2;
typedef JOIN(ELEMENT_OF(SUM_TYPE), 4) SUMS_4;

// Adds to each number those before it.
INLINE SUMS added_left(SUMS v) {
  v += (SUMS)(0, v.s0, v.s1, v.s2, v.s3, v.s4, v.s5, v.s6);
  v += (SUMS)((SUMS_2)0, v.s0, v.s1, v.s2, v.s3, v.s4, v.s5);
  return v + (SUMS)((SUMS_4)0, v.lo);
}

#if TYPE == F16
#define EIGHT(row) vload_half8(0, row)
#else
typedef JOIN(ELEMENT_OF(TYPE), 8) LOOSE_SAMPLES __attribute__((aligned(sizeof(ELEMENT))));
#define EIGHT(row) (*(__global const LOOSE_SAMPLES *)(row))
#endif

INLINE SUMS terms_at(__global const ELEMENT *row) {
  const SUMS v = JOIN(convert_, JOIN(ELEMENT_OF(SUM_TYPE), 8))(EIGHT(row));
  return SQUARES ? v * v : v;
}

// Goes through a band row by row, each from the left.
__kernel void sum_rows(IMAGE_IN(image), __global const SUM *restrict columns, IMAGE_OF(SUM, out)) {
  const int band = get_global_id(0), top = band * BAND, end = min(top + BAND, image_height);
  if (band == 0)
    for (int x = 0; x < out_width; ++x) clear_pixel(ROW(out, 0) + (long)x * CHANNELS);
  __global const SUM *above = columns + (long)band * SAMPLES;
  for (int y = top; y < end; ++y) {
    __global const ELEMENT *row = ROW(image, y);
    clear_pixel(ROW(out, y + 1));
    __global SUM *to = ROW(out, y + 1) + CHANNELS;
    SUM runs[CHANNELS];
    for (int c = 0; c < CHANNELS; ++c) runs[c] = 0;
    int i = 0;
#if CHANNELS == 1
    for (; i + 8 <= SAMPLES; i += 8) {
      const SUMS sums = added_left(terms_at(row + i)) + runs[0];
      runs[0] = sums.s7;
      *(__global LOOSE_SUMS *)(to + i) = sums + *(__global const LOOSE_SUMS *)(above + i);
    }
#endif
    for (; i < SAMPLES; i += CHANNELS)
      for (int c = 0; c < CHANNELS; ++c) {
        runs[c] += TERM(row, i + c);
        to[i + c] = above[i + c] + runs[c];
      }
    above = to;
  }
}

// For GPUs: tiles in local memory, whose rows and columns are added in parts by GROUP work-items.
#define TILE 64   // columns
#define PART 8    // samples that a work-item adds in a row or a column
#define TILE_ROWS 32
#if GROUP == TILE * TILE_ROWS / PART
#define ROW_PARTS (TILE / PART)
#define COLUMN_PARTS (TILE_ROWS / PART)
#define PITCH (TILE + 1)

// Loads a tile of a channel: each work-item a part of a column. Pixels outside the image are 0.
INLINE void load_tile(__local SUM *tile, IMAGE_IN(image), const int left, const int top, const int channel) {
  const int column = get_local_id(0) % TILE, first = (int)get_local_id(0) / TILE * PART;
  for (int k = 0; k < PART; ++k) {
    const int x = left + column, y = top + first + k;
    const bool is_inside = x < image_width && y < image_height;
    tile[(first + k) * PITCH + column] = is_inside ? TERM(ROW(image, y), (long)x * CHANNELS + channel) : 0;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}

// Replaces each number of a part by the sum of all up to it. The parts' sums are kept.
INLINE void add_part(__local SUM *first, const int step, __local SUM *sum) {
  SUM run = 0;
  for (int k = 0; k < PART; ++k) {
    run += first[k * step];
    first[k * step] = run;
  }
  *sum = run;
  barrier(CLK_LOCAL_MEM_FENCE);
}

INLINE void add_to_part(__local SUM *first, const int step, const SUM before) {
  for (int k = 0; k < PART; ++k) first[k * step] += before;
  barrier(CLK_LOCAL_MEM_FENCE);
}

// `rows` has a line for each tile column and channel.
__kernel void sum_tiles(IMAGE_IN(image), __global SUM *restrict columns, __global SUM *restrict rows) {
  __local SUM tile[TILE_ROWS * PITCH], sums[GROUP];
  const int id = get_local_id(0), left = get_group_id(0) * TILE, top = get_group_id(1) * TILE_ROWS;
  const int channel = get_group_id(2);
  load_tile(tile, image, image_offset, image_stride, image_width, image_height, left, top, channel);
  if (id < TILE && left + id < image_width) {
    SUM sum = 0;
    for (int k = 0; k < TILE_ROWS; ++k) sum += tile[k * PITCH + id];
    columns[((long)get_group_id(1) * image_width + left + id) * CHANNELS + channel] = sum;
  }
  const int row = id - TILE;
  if (row >= 0 && row < TILE_ROWS && top + row < image_height) {
    SUM sum = 0;
    for (int k = 0; k < TILE; ++k) sum += tile[row * PITCH + k];
    rows[((long)get_group_id(0) * CHANNELS + channel) * image_height + top + row] = sum;
  }
}

// `columns` has what is above, of all columns up to each; `rows` what is on the left in the same row.
__kernel void write_tiles(IMAGE_IN(image), __global const SUM *restrict columns, __global const SUM *restrict rows,
                          IMAGE_OF(SUM, out)) {
  __local SUM tile[TILE_ROWS * PITCH], sums[GROUP];
  const int id = get_local_id(0), left = get_group_id(0) * TILE, top = get_group_id(1) * TILE_ROWS;
  const int channel = get_group_id(2);
  load_tile(tile, image, image_offset, image_stride, image_width, image_height, left, top, channel);
  const int row = id / ROW_PARTS, part = id % ROW_PARTS, y = min(top + row, image_height - 1);
  SUM before = rows[((long)get_group_id(0) * CHANNELS + channel) * image_height + y];
  add_part(tile + row * PITCH + part * PART, 1, sums + id);
  for (int i = id - part; i < id; ++i) before += sums[i];
  add_to_part(tile + row * PITCH + part * PART, 1, before);
  const int column = id % TILE, first = id / TILE * PART, x = left + column;
  add_part(tile + first * PITCH + column, PITCH, sums + id);
  if (x >= image_width) return;
  SUM above = columns[((long)get_group_id(1) * image_width + x) * CHANNELS + channel];
  for (int i = column; i < id; i += TILE) above += sums[i];
  __global SUM *to = ROW(out, top + first + 1) + (long)(x + 1) * CHANNELS + channel;
  for (int k = 0; k < PART && top + first + k < image_height; ++k) {
    to[k * out_stride] = tile[(first + k) * PITCH + column] + above;
    if (x == 0) to[k * out_stride - CHANNELS] = 0;
  }
  if (top + first == 0) to[-out_stride] = 0;
  if (x == 0 && top + first == 0) to[-out_stride - CHANNELS] = 0;
}
#endif
