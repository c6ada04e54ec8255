// Makes rows of the result from columns of the source, by squares of TILE x TILE pixels. A group loads a square into
// local memory as it lies in the source, so that all memory is read only once, however far apart rows lie. Only bits
// are copied: TYPE is an unsigned integer of the samples' size.

#ifndef BLOCKS
#define BLOCKS 0  // 1: a group is one work-item, which walks through rows
#define TILE 32
#endif

#if BLOCKS
#define PAD 16
#elif TYPE == U8
#define PAD 4
#elif TYPE == U16
#define PAD 2
#else
#define PAD 1
#endif
#define PITCH (TILE * CHANNELS + PAD)  // of the tile's rows: for a group of several an odd number of words

// The size of a square of the result, in pixels.
typedef struct {
  int columns, rows;
} Square;

#if BLOCKS

// Copies a pixel as one vector. Three samples are copied as four if the fourth is written again later.
#if CHANNELS == 2
#define WIDTH 2
#else
#define WIDTH 4
#endif
#if LOOSE && CHANNELS > 1
typedef JOIN(ELEMENT, WIDTH) LOOSE_PIXEL __attribute__((aligned(sizeof(ELEMENT))));
#define COPY_LOOSELY(from, to) (*(__global LOOSE_PIXEL *)(to) = *(__local const LOOSE_PIXEL *)(from))
#else
#define COPY_LOOSELY(from, to) copy_pixel(from, to)
#endif
INLINE void copy_pixel(__local const ELEMENT *from, __global ELEMENT *to) {
#pragma unroll
  for (int c = 0; c < CHANNELS; ++c) to[c] = from[c];
}

INLINE void load_square(__local ELEMENT *tile, __global const ELEMENT *from, const long stride, const int rows,
                        const int samples, const bool aligned) {
  for (int row = 0; row < rows; ++row) {
    int s = 0;
    for (; s + VEC <= samples; s += VEC)
      *(__local VECTOR(ELEMENT) *)(tile + row * PITCH + s) = load_bits(from + row * stride + s, false);
    for (; s < samples; ++s) tile[row * PITCH + s] = from[row * stride + s];
  }
}

INLINE void store_square(__local const ELEMENT *first, const int across, const int down, __global ELEMENT *out,
                         const long stride, const Square square, const bool aligned) {
  for (int row = 0; row < square.rows; ++row) {
    __local const ELEMENT *from = first + row * across;
    __global ELEMENT *to = out + row * stride;
    for (int x = 0; x < square.columns - 1; ++x) COPY_LOOSELY(from + x * down, to + x * CHANNELS);
    copy_pixel(from + (square.columns - 1) * down, to + (square.columns - 1) * CHANNELS);
  }
}

#else
#define VECTORS (TILE * CHANNELS / VEC)  // of a row

INLINE void load_square(__local ELEMENT *tile, __global const ELEMENT *from, const long stride, const int rows,
                        const int samples, const bool aligned) {
  for (int i = get_local_id(0); i < rows * VECTORS; i += GROUP) {
    const int row = i / VECTORS, s = i % VECTORS * VEC;
    __local ELEMENT *to = tile + row * PITCH + s;
    if (s + VEC <= samples) {
      ELEMENT loaded[VEC];
      KEEP(load_bits(from + row * stride + s, aligned), loaded);
#pragma unroll
      for (int k = 0; k < VEC; ++k) to[k] = loaded[k];
    } else {
      for (int k = 0; s + k < samples; ++k) to[k] = from[row * stride + s + k];
    }
  }
}

INLINE void store_square(__local const ELEMENT *first, const int across, const int down, __global ELEMENT *out,
                         const long stride, const Square square, const bool aligned) {
  const int samples = square.columns * CHANNELS;
  for (int i = get_local_id(0); i < square.rows * VECTORS; i += GROUP) {
    const int row = i / VECTORS, s = i % VECTORS * VEC;
    __global ELEMENT *to = out + row * stride + s;
    __local const ELEMENT *from = first + row * across;
    ELEMENT stored[VEC];
#pragma unroll
    for (int k = 0; k < VEC; ++k)
      stored[k] = s + k < samples ? from[(s + k) / CHANNELS * down + (s + k) % CHANNELS] : 0;
    if (s + VEC <= samples)
      store_bits(KEPT(stored), to, aligned);
    else
      for (int k = 0; s + k < samples; ++k) to[k] = stored[k];
  }
}
#endif

// `from_x` and `from_y` are the place of the result's first pixel in the source. step_x, 1 or -1, leads along the
// source's row to the pixels of the result's column, and step_y down its column to those of the result's row.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void move(IMAGE_IN(image), IMAGE_OUT(out), const int from_x, const int from_y, const int step_x, const int step_y) {
  __local ELEMENT tile[TILE * PITCH] __attribute__((aligned(64)));
  const int x = get_group_id(0) * TILE, y = get_group_id(1) * TILE;
  const Square square = {min(TILE, out_width - x), min(TILE, out_height - y)};
  const int left = from_x + step_x * y - (step_x < 0 ? square.rows - 1 : 0);
  const int top = from_y + step_y * x - (step_y < 0 ? square.columns - 1 : 0);
  load_square(tile, ROW(image, top) + (long)left * CHANNELS, image_stride, square.columns, square.rows * CHANNELS,
              IS_ALIGNED(image) && (long)left * CHANNELS % VEC == 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int row = step_y < 0 ? square.columns - 1 : 0, column = step_x < 0 ? square.rows - 1 : 0;
  store_square(tile + row * PITCH + column * CHANNELS, step_x * CHANNELS, step_y * PITCH,
               ROW(out, y) + (long)x * CHANNELS, out_stride, square, IS_ALIGNED(out));
}
