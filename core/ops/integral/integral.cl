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

// Sums of few bytes fit 16 bits, of which a vector has twice as many.
#if TYPE == U8 && !SQUARES && BAND <= 256
#define COLUMN_SUM ushort
#else
#define COLUMN_SUM SUM
#endif

INLINE void sum_columns(IMAGE_IN(image), __global SUM *columns, const int first, const int count, const int top) {
  const int end = min(top + BAND, image_height);
  COLUMN_SUM sums[COLUMNS];
  for (int c = 0; c < count; ++c) sums[c] = 0;
  for (int y = top; y < end; ++y) {
    __global const ELEMENT *row = ROW(image, y) + first;
    for (int c = 0; c < count; ++c) sums[c] += TERM(row, c);
  }
  for (int c = 0; c < count; ++c) columns[c] = sums[c];
}

// Adds up each column of each band. The compiler makes vectors where it knows how many there are.
__kernel void sum_bands(IMAGE_IN(image), __global SUM *restrict columns) {
  const int first = get_global_id(0) * COLUMNS, count = min(COLUMNS, SAMPLES - first), band = get_global_id(1);
  __global SUM *to = columns + (long)band * SAMPLES + first;
  if (count == COLUMNS)
    sum_columns(image, image_offset, image_stride, image_width, image_height, to, first, COLUMNS, band * BAND);
  else
    sum_columns(image, image_offset, image_stride, image_width, image_height, to, first, count, band * BAND);
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

// Vectors of LANES sums for CPUs, at any sample's address. Sums of LANES bytes fit 16 bits, those of 16-bit samples 32:
// they are added up so narrow before they become wide.
#if !SQUARES && (TYPE == U8 || TYPE == U16)
#define LANES 16
#define NARROW ELEMENT_OF(JOIN(NARROW_, TYPE))
#else
#define LANES 8
#define NARROW SUM
#endif
#define NARROW_1 U16
#define NARROW_3 U32
#define WIDE(type) JOIN(type, LANES)
typedef WIDE(ELEMENT_OF(SUM_TYPE)) SUMS;
typedef SUMS LOOSE_SUMS __attribute__((aligned(sizeof(SUM))));
typedef WIDE(NARROW) NARROWS;

#if TYPE == F16
#define SAMPLES_AT(row) HALVES_AT(8, row)
#else
typedef WIDE(ELEMENT_OF(TYPE)) LOOSE_SAMPLES __attribute__((aligned(sizeof(ELEMENT))));
#define SAMPLES_AT(row) (*(__global const LOOSE_SAMPLES *)(row))
#endif

INLINE NARROWS terms_at(__global const ELEMENT *row) {
  const NARROWS v = JOIN(convert_, WIDE(NARROW))(SAMPLES_AT(row));
  return SQUARES ? v * v : v;
}

// Adds to each number those before it; of 16, first in each half.
#if LANES == 16
INLINE NARROWS added_left(NARROWS v) {
  v += (NARROWS)(0, v.s0, v.s1, v.s2, v.s3, v.s4, v.s5, v.s6, 0, v.s8, v.s9, v.sa, v.sb, v.sc, v.sd, v.se);
  v += (NARROWS)(0, 0, v.s0, v.s1, v.s2, v.s3, v.s4, v.s5, 0, 0, v.s8, v.s9, v.sa, v.sb, v.sc, v.sd);
  v += (NARROWS)(0, 0, 0, 0, v.s0, v.s1, v.s2, v.s3, 0, 0, 0, 0, v.s8, v.s9, v.sa, v.sb);
  return v + (NARROWS)((JOIN(NARROW, 8))0, (JOIN(NARROW, 8))v.s7);
}
#define LAST(v) (v).sf
#else
INLINE NARROWS added_left(NARROWS v) {
  v += (NARROWS)(0, v.s0, v.s1, v.s2, v.s3, v.s4, v.s5, v.s6);
  v += (NARROWS)(0, 0, v.s0, v.s1, v.s2, v.s3, v.s4, v.s5);
  return v + (NARROWS)(0, 0, 0, 0, v.s0, v.s1, v.s2, v.s3);
}
#define LAST(v) (v).s7
#endif

// Sums above a band: of its columns, and then of all on the left. Few bands add up the others' columns by themselves.
INLINE void add_line(__global SUM *line, __global const SUM *columns, const int width, const int band, const int added) {
  for (int i = 0; i < width; ++i) line[i] = added ? columns[(long)band * width + i] : 0;
  for (int other = 0; other < band && !added; ++other)
    for (int i = 0; i < width; ++i) line[i] += columns[(long)other * width + i];
  for (int c = 0; c < CHANNELS; ++c) {
    SUM run = 0;
    for (int i = c; i < width; i += CHANNELS) {
      run += line[i];
      line[i] = run;
    }
  }
}

// Goes through a band row by row, each from the left. `added`: add_above has been there. `lines` are for the bands.
__kernel void sum_rows(IMAGE_IN(image), __global const SUM *restrict columns, const int added,
                       __global SUM *restrict lines, IMAGE_OF(SUM, out)) {
  const int band = get_global_id(0), top = band * BAND, end = min(top + BAND, image_height);
  if (band == 0)
    for (int x = 0; x < out_width; ++x) clear_pixel(ROW(out, 0) + (long)x * CHANNELS);
  add_line(lines + (long)band * SAMPLES, columns, SAMPLES, band, added);
  __global const SUM *above = lines + (long)band * SAMPLES;
  for (int y = top; y < end; ++y) {
    __global const ELEMENT *row = ROW(image, y);
    clear_pixel(ROW(out, y + 1));
    __global SUM *to = ROW(out, y + 1) + CHANNELS;
    SUM runs[CHANNELS];
    for (int c = 0; c < CHANNELS; ++c) runs[c] = 0;
    int i = 0;
#if CHANNELS == 1
    for (; i + LANES <= SAMPLES; i += LANES) {
      const SUMS own = JOIN(convert_, WIDE(ELEMENT_OF(SUM_TYPE)))(added_left(terms_at(row + i))), sums = own + runs[0];
      runs[0] = LANES == 16 ? runs[0] + LAST(own) : LAST(sums);  // what was measured to be faster
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
