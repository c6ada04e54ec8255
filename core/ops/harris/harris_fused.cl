// Harris's measure of corners by one kernel, with nothing but samples and responses in memory: a work-item goes down
// COLUMNS columns, and keeps the rows above that its masks and windows reach in registers. Pixels with a border in
// reach have work-items of their own, one for a column. All add a pixel's sums in one order, along rows first, wherever
// an item begins, so that parts have the bits of the whole.

#ifndef BLOCK
#define BLOCK 2      // side of the window
#define SIDE 3       // of the derivatives' masks
#define SMOOTH_TAPS {1, 2, 1}
#define SLOPE_TAPS {-1, 0, 1}
#define ROWS 8       // of a work-item
#define LISTS 0      // 1: for the list of corners
#endif
#define COLUMNS VEC  // of a work-item
#define MASK_RADIUS (SIDE / 2)
#define SLOPES (COLUMNS + BLOCK - 1)                     // derivatives in a row of an item's windows
#define BEFORE (BLOCK / 2 + MASK_RADIUS)                 // samples that a pixel needs on its left, and above
#define SKIPPED (DIVIDE_UP(BEFORE, VEC) * VEC - BEFORE)  // samples of a row's first vector that no mask reaches
#define LOADS DIVIDE_UP(SKIPPED + SLOPES + SIDE - 1, VEC)

__constant float smooth[SIDE] = SMOOTH_TAPS;
__constant float slope[SIDE] = SLOPE_TAPS;

// Vectors of samples as floats. Those of u8 have 2^15 more where one permutation of bytes makes them: all sums are
// exact, and each has a difference that takes it away. Words of vectors at other addresses are put together from bytes.
#if TYPE == U8 && VEC == 4
#define WORD uint
#elif TYPE == U8 && VEC == 2
#define WORD ushort
#endif
#if BYTE_PERMUTATION && defined(WORD)
INLINE void take_word(const uint word, float *samples) {
#pragma unroll
  for (int i = 0; i < VEC; ++i) samples[i] = as_float(permute_bytes(word, 0x47000000u, 0x7404u | (uint)i << 4));
}
INLINE void take_aligned(__global const ELEMENT *from, float *samples) {
  take_word(*(__global const WORD *)from, samples);
}
INLINE void take_loose(__global const ELEMENT *from, float *samples) {
  take_word(JOIN(as_, WORD)(LOAD_LOOSE(from)), samples);
}
#else
#if TYPE == U8 || TYPE == U16  // GPUs convert slowly
#define FLOATS_OF(bits) (JOIN(as_, FLOATS)(CONVERT(uint, bits) | 0x4b000000u) - 8388608.0f)
#else
#define FLOATS_OF(bits) floats_of(bits)
#endif
INLINE void take_aligned(__global const ELEMENT *from, float *samples) {
  KEEP(FLOATS_OF(*(__global const VECTOR(BITS) *)from), samples);
}
INLINE void take_loose(__global const ELEMENT *from, float *samples) { KEEP(FLOATS_OF(LOAD_LOOSE(from)), samples); }
#endif

// The part of the image that is computed, and where its responses go.
typedef struct {
  __global const ELEMENT *image;
  __global float *to;
  long stride, to_stride;
  int width, height;             // of the image
  int left, top, columns, rows;  // of the part
  float k, scale, outside;       // the scale of products of four derivatives; samples of a constant border
} Part;

// The part's pixels that vectors make, whole runs of them: the others have a border in reach, or are too few.
typedef struct {
  int left, top, right, bottom;
} Inner;

// What an item keeps: the sums along SIDE rows of its masks, and those of products along BLOCK rows of its windows.
typedef struct {
  float sloped[SIDE][SLOPES], smoothed[SIDE][SLOPES];
  float xx[BLOCK * COLUMNS], xy[BLOCK * COLUMNS], yy[BLOCK * COLUMNS];
} Kept;

// The masks are symmetric but for the sign.
INLINE float smoothed_of(const float *v) {
  float sum = smooth[0] * (v[0] + v[SIDE - 1]);
#pragma unroll
  for (int i = 1; i < MASK_RADIUS; ++i) sum = MULTIPLY_ADD(smooth[i], v[i] + v[SIDE - 1 - i], sum);
  return MULTIPLY_ADD(smooth[MASK_RADIUS], v[MASK_RADIUS], sum);
}

INLINE float sloped_of(const float *v) {
  float sum = slope[SIDE - 1] * (v[SIDE - 1] - v[0]);
#pragma unroll
  for (int i = 1; i < MASK_RADIUS; ++i) sum = MULTIPLY_ADD(slope[SIDE - 1 - i], v[SIDE - 1 - i] - v[i], sum);
  return sum;
}

// Moves sums up by a row of `columns`, and adds those of a column's window: products of two rows of derivatives.
INLINE void add_products(const float *a, const float *b, const int columns, float *sums) {
#pragma unroll
  for (int j = 0; j + 1 < BLOCK; ++j) sums[j * columns] = sums[(j + 1) * columns];
  float sum = a[0] * b[0];
#pragma unroll
  for (int i = 1; i < BLOCK; ++i) sum = MULTIPLY_ADD(a[i], b[i], sum);
  sums[(BLOCK - 1) * columns] = sum;
}

INLINE float sum_down(const float *sums, const int columns) {
  float sum = sums[0];
#pragma unroll
  for (int j = 1; j < BLOCK; ++j) sum += sums[j * columns];
  return sum;
}

// Each square is scaled before it is multiplied by another, so that only responses overflow.
INLINE float response_of(const float xx, const float xy, const float yy, const Part *part) {
  const float trace = xx + yy, product = MULTIPLY_ADD(xx * part->scale, yy, -(xy * part->scale * xy));
  return MULTIPLY_ADD(-(trace * (part->k * part->scale)), trace, product);
}

// Takes a row of samples, the last of the masks, which begins with the vector at `from`.
INLINE void take_row(__global const ELEMENT *from, const bool aligned, Kept *kept) {
  float samples[LOADS * VEC];
#pragma unroll
  for (int i = 0; i < LOADS; ++i)
    if (aligned)
      take_aligned(from + i * VEC, samples + i * VEC);
    else
      take_loose(from + i * VEC, samples + i * VEC);
#pragma unroll
  for (int j = 0; j + 1 < SIDE; ++j)
#pragma unroll
    for (int i = 0; i < SLOPES; ++i) {
      kept->sloped[j][i] = kept->sloped[j + 1][i];
      kept->smoothed[j][i] = kept->smoothed[j + 1][i];
    }
#pragma unroll
  for (int i = 0; i < SLOPES; ++i) {
    kept->sloped[SIDE - 1][i] = sloped_of(samples + SKIPPED + i);
    kept->smoothed[SIDE - 1][i] = smoothed_of(samples + SKIPPED + i);
  }
}

// Adds the row of derivatives that the masks now make, the last of the windows.
INLINE void add_slopes(Kept *kept) {
  float across[SLOPES], down[SLOPES];
#pragma unroll
  for (int i = 0; i < SLOPES; ++i) {
    float sloped[SIDE], smoothed[SIDE];
#pragma unroll
    for (int j = 0; j < SIDE; ++j) {
      sloped[j] = kept->sloped[j][i];
      smoothed[j] = kept->smoothed[j][i];
    }
    across[i] = smoothed_of(sloped);
    down[i] = sloped_of(smoothed);
  }
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c) {
    add_products(across + c, across + c, COLUMNS, kept->xx + c);
    add_products(across + c, down + c, COLUMNS, kept->xy + c);
    add_products(down + c, down + c, COLUMNS, kept->yy + c);
  }
}

INLINE void put_responses(const Kept *kept, const Part *part, const bool aligned, __global float *to) {
  float responses[COLUMNS];
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c)
    responses[c] = response_of(sum_down(kept->xx + c, COLUMNS), sum_down(kept->xy + c, COLUMNS),
                               sum_down(kept->yy + c, COLUMNS), part);
  if (aligned)
    *(__global FLOATS *)to = KEPT(responses);
  else
    STORE_PLAIN(KEPT(responses), to, 0);
}

// The responses of ROWS rows that have no border in reach. Where `aligned`, all vectors in memory are. The loop is
// unrolled, so that what moves up in it costs nothing.
INLINE void walk_inside(const Part *part, __global const ELEMENT *from, __global float *to, const bool aligned) {
  Kept kept;
#pragma unroll
  for (int row = 0; row < ROWS + BLOCK - 1 + SIDE - 1; ++row) {
    take_row(from, aligned, &kept);
    from += part->stride;
    if (row < SIDE - 1) continue;
    add_slopes(&kept);
    if (row < BLOCK - 1 + SIDE - 1) continue;
    put_responses(&kept, part, aligned, to);
    to += part->to_stride;
  }
}

// The sums along the image's row y for the derivatives of column x. Samples outside a constant border are `outside`.
INLINE float2 sums_at(const Part *part, const int x, const int y) {
  __global const ELEMENT *row = part->image + max(y, 0) * part->stride;
  float samples[SIDE];
#pragma unroll
  for (int i = 0; i < SIDE; ++i) {
    const int column = border_index(x + i - MASK_RADIUS, part->width);
    samples[i] = column < 0 || y < 0 ? part->outside : (float)LOAD_ONE(row, column);
  }
  return (float2)(sloped_of(samples), smoothed_of(samples));
}

// Both derivatives of the image's pixel (x, y), which are 0 outside a constant border.
INLINE float2 slopes_at(const Part *part, const int x, const int y) {
  if (x < 0 || y < 0) return 0;
  float sloped[SIDE], smoothed[SIDE];
#pragma unroll
  for (int j = 0; j < SIDE; ++j) {
    const float2 sums = sums_at(part, x, border_index(y + j - MASK_RADIUS, part->height));
    sloped[j] = sums.x;
    smoothed[j] = sums.y;
  }
  return (float2)(smoothed_of(sloped), sloped_of(smoothed));
}

// The responses of a column's rows from y to `end`, wherever they lie. The border continues the derivatives.
INLINE void walk_at_border(const Part *part, const int x, const int y, const int end) {
  float xx[BLOCK], xy[BLOCK], yy[BLOCK];
#pragma unroll 1
  for (int row = y - (BLOCK - 1); row < end; ++row) {
    const int at_row = border_index(part->top + row + BLOCK - 1 - BLOCK / 2, part->height);
    float across[BLOCK], down[BLOCK];
#pragma unroll
    for (int i = 0; i < BLOCK; ++i) {
      const float2 slopes = slopes_at(part, border_index(part->left + x + i - BLOCK / 2, part->width), at_row);
      across[i] = slopes.x;
      down[i] = slopes.y;
    }
    add_products(across, across, 1, xx);
    add_products(across, down, 1, xy);
    add_products(down, down, 1, yy);
    if (row >= y)
      part->to[(long)row * part->to_stride + x] = response_of(sum_down(xx, 1), sum_down(xy, 1), sum_down(yy, 1), part);
  }
}

// The item's run of the pixels that are not inner ones: those on both sides from top to bottom, then those above and
// below the inner ones.
INLINE void walk_outer(const Part *part, const Inner *inner, const uint item) {
  const uint across = inner->right - inner->left, beside = part->columns - across;
  const uint runs = DIVIDE_UP(part->rows, ROWS), above = DIVIDE_UP(inner->top, ROWS);
  const uint below = DIVIDE_UP(part->rows - inner->bottom, ROWS);
  if (item < beside * runs) {
    const int x = item % beside, y = item / beside * ROWS;
    walk_at_border(part, x < inner->left ? x : x + across, y, min(y + ROWS, part->rows));
  } else if (item - beside * runs < across * (above + below)) {
    const uint place = item - beside * runs, run = place / across;
    const int y = run < above ? run * ROWS : inner->bottom + (run - above) * ROWS;
    walk_at_border(part, inner->left + place % across, y, min(y + ROWS, run < above ? inner->top : part->rows));
  }
}

// The first `outer_groups` rows of groups have the pixels that are not inner ones: they take longest.
INLINE void walk(const Part *part, const Inner *inner, const int outer_groups) {
  if ((int)get_group_id(1) < outer_groups) {
    walk_outer(part, inner, get_global_id(1) * get_global_size(0) + get_global_id(0));
    return;
  }
  const int x = inner->left + get_global_id(0) * COLUMNS;
  const int y = inner->top + (get_global_id(1) - outer_groups * get_local_size(1)) * ROWS;
  if (x >= inner->right || y >= inner->bottom) return;
  __global const ELEMENT *from =
      part->image + ((long)(part->top + y - BEFORE) * part->stride + (part->left + x - BEFORE - SKIPPED));
  __global float *to = part->to + ((long)y * part->to_stride + x);
  const size_t loads = (size_t)from | (size_t)(part->stride * (long)sizeof(BITS));
  const size_t stores = (size_t)to | (size_t)(part->to_stride * (long)sizeof(float));
  if ((loads & (sizeof(VECTOR(BITS)) - 1)) == 0 && (stores & (sizeof(FLOATS) - 1)) == 0)
    walk_inside(part, from, to, true);
  else
    walk_inside(part, from, to, false);
}

// `scores` is the whole image's, for the list of corners.
#if LISTS
#define RESPONSES __global float *restrict scores
#define RESPONSES_TO scores, image_stride, image_width, image_width, image_height, left, top, image_width, image_height
#else
#define RESPONSES IMAGE_OF(float, out)
#define RESPONSES_TO \
  out + out_offset, image_stride, out_stride, image_width, image_height, left, top, out_width, out_height
#endif
__kernel void respond_fused(IMAGE_IN(image), const int left, const int top, const float k, const float scale,
                            const float outside, const int inner_left, const int inner_top, const int inner_width,
                            const int inner_height, const int outer_groups, RESPONSES) {
  const Part part = {image + image_offset, RESPONSES_TO, k, scale, outside};
  const Inner inner = {inner_left, inner_top, inner_left + inner_width, inner_top + inner_height};
  walk(&part, &inner, outer_groups);
}
