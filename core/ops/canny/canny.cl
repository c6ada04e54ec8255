// Finds the pixels whose gradient is greater than those on both sides along it, and marks them for seeds.cl: 1 above the
// low threshold, 2 above the high one. Integers are compared as OpenCV does, to the bit.
//
// Each stage makes the rows that the next one needs of a part of the image. `NAME_top` is the image's row with which a
// stage's memory begins, `NAME_rows` how many it has; `height` is the image's.

#ifndef SAMPLE
#define SAMPLE U8    // of the image; TYPE is the mask's
#define STEP 1       // samples of a pixel
#define COLOURS 1    // of which so many are no alpha
#define BLURRED 0    // 1: gradients are those of planes of f32, which the kernels below have blurred
#define SIDE 3       // of the mask of the derivative
#define SQUARES 0    // 1: magnitudes are sums of squares, else of absolute values
#define MARK_WORDS 1 // 1: marks are words; word_runs.cl stands before this file
#define MARK_ROWS 32 // of a tile that a group marks
#endif
#define REACH (SIDE / 2)

#if SAMPLE == F16
#define SAMPLE_AT(row, i) vload_half(i, row)
#else
#define SAMPLE_AT(row, i) ((row)[i])
#endif

// Gradients are of as many bits as their sums need, and magnitudes of as many as products of both need.
#if BLURRED || SAMPLE == F16 || SAMPLE == F32
#define INTEGERS 0
#define SUM float
#define GRADIENT float2
#define MAGNITUDE float
#define ABSOLUTE(v) fabs(v)
#else
#define INTEGERS 1
#define SUM int
#define ABSOLUTE(v) ((MAGNITUDE)abs(v))  // of 32 bits: with 64, rusticl was wrong in one of 12 cases
#if SAMPLE == U8
#define GRADIENT short2
#define MAGNITUDE int
#else
#define GRADIENT int2
#define MAGNITUDE long
#endif
#endif

#if BLURRED
#define ROWS_TYPE float
#define SAMPLE_OF(row, x, colour) ((row)[(colour)*plane + (x)])
#else
#define ROWS_TYPE ELEMENT_OF(SAMPLE)
#define SAMPLE_OF(row, x, colour) SAMPLE_AT(row, (x)*STEP + (colour))
#endif

#if SIDE == 3
#define SMOOTH {1, 2, 1}
#define DIFFERENCE {-1, 0, 1}
#elif SIDE == 5
#define SMOOTH {1, 4, 6, 4, 1}
#define DIFFERENCE {-1, -2, 0, 2, 1}
#else
#define SMOOTH {1, 6, 15, 20, 15, 6, 1}
#define DIFFERENCE {-1, -4, -5, 0, 5, 4, 1}
#endif

// The sums of the widest mask are divided by 16, to nearest even.
INLINE SUM scaled(const SUM sum) {
#if SIDE < 7
  return sum;
#elif INTEGERS
  const int down = sum >> 4, rest = sum & 15;
  return down + (rest > 8 || (rest == 8 && (down & 1)) ? 1 : 0);
#else
  return sum * 0.0625f;
#endif
}

INLINE MAGNITUDE magnitude(const SUM x, const SUM y) {
#if SQUARES
  return (MAGNITUDE)x * x + (MAGNITUDE)y * y;
#else
  return ABSOLUTE(x) + ABSOLUTE(y);
#endif
}
#define MAGNITUDE_OF(gradient) magnitude((gradient).x, (gradient).y)

// The gradient at a pixel: that of the colour where it is greatest. Outside lie the nearest pixels. With `inside` nothing
// of the window lies to the left or the right.
INLINE GRADIENT gradient_at(__global const ROWS_TYPE *const *rows, const long plane, const int x, const int last,
                            const bool inside) {
  const int smooth[SIDE] = SMOOTH, difference[SIDE] = DIFFERENCE;
  SUM best_x = 0, best_y = 0;
  for (int colour = 0; colour < COLOURS; ++colour) {
    SUM sum_x = 0, sum_y = 0;
#pragma unroll
    for (int j = 0; j < SIDE; ++j)
#pragma unroll
      for (int i = 0; i < SIDE; ++i) {
        const int at = inside ? x + i - REACH : min(max(x + i - REACH, 0), last);
        const SUM sample = SAMPLE_OF(rows[j], at, colour);
        if (i != REACH) sum_x += sample * (smooth[j] * difference[i]);
        if (j != REACH) sum_y += sample * (difference[j] * smooth[i]);
      }
    sum_x = scaled(sum_x);
    sum_y = scaled(sum_y);
    if (colour == 0 || magnitude(sum_x, sum_y) > magnitude(best_x, best_y)) {
      best_x = sum_x;
      best_y = sum_y;
    }
  }
  return (GRADIENT)(best_x, best_y);
}

#if BLURRED
#define GRADIENT_IMAGE                                                                                      \
  __global const float *restrict image, const int image_width, const int image_height, const int image_top, \
      const int image_rows
#define IMAGE_ROW(y) (image + (long)((y)-image_top) * image_width)
#define PLANE ((long)image_width * image_rows)
#else
#define GRADIENT_IMAGE IMAGE_OF(const ELEMENT_OF(SAMPLE), image)
#define IMAGE_ROW(y) ROW(image, y)
#define PLANE 0
#endif

// Sixteen neighbours of one colour by vectors, for CPUs: the compiler makes slow ones of pairs.
#if SAMPLE == U8 && SIDE == 3 && STEP == 1 && ITEMS > 1 && !BLURRED && defined(__ENDIAN_LITTLE__)
#define TOGETHER 16
typedef uchar16 LOOSE_BYTES __attribute__((aligned(1)));
typedef uint16 LOOSE_PAIRS __attribute__((aligned(sizeof(GRADIENT))));
#define SHORTS_AT(p) convert_short16(*(__global const LOOSE_BYTES *)(p))

INLINE void differentiate_together(__global const uchar *const *rows, const int x, __global GRADIENT *to) {
  const short16 above_left = SHORTS_AT(rows[0] + x - 1), above = SHORTS_AT(rows[0] + x);
  const short16 above_right = SHORTS_AT(rows[0] + x + 1), left = SHORTS_AT(rows[1] + x - 1);
  const short16 right = SHORTS_AT(rows[1] + x + 1), below_left = SHORTS_AT(rows[2] + x - 1);
  const short16 below = SHORTS_AT(rows[2] + x), below_right = SHORTS_AT(rows[2] + x + 1);
  const short16 falling = below_right - above_left, rising = above_right - below_left;
  const short16 across = falling + rising + (right - left) * (short)2, down = falling - rising + (below - above) * (short)2;
  *(__global LOOSE_PAIRS *)(to + x) =
      convert_uint16(as_ushort16(across)) | convert_uint16(as_ushort16(down)) << 16;
}
#endif

__kernel void differentiate(GRADIENT_IMAGE, __global GRADIENT *restrict gradients, const int gradients_top) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, image_width);
  const int last = image_width - 1;
  const long plane = PLANE;
  __global const ROWS_TYPE *rows[SIDE];
  for (int i = 0; i < SIDE; ++i) rows[i] = IMAGE_ROW(min(max(gradients_top + y + i - REACH, 0), image_height - 1));
  __global GRADIENT *to = gradients + (long)y * image_width;
  int x = first;
  for (; x < min(REACH, end); ++x) to[x] = gradient_at(rows, plane, x, last, false);
#ifdef TOGETHER
  for (; x + TOGETHER <= min(image_width - REACH, end); x += TOGETHER) differentiate_together(rows, x, to);
#endif
  for (; x < min(image_width - REACH, end); ++x) to[x] = gradient_at(rows, plane, x, last, true);
  for (; x < end; ++x) to[x] = gradient_at(rows, plane, x, last, false);
}

#if INTEGERS
#define UNIT 32768
#define TANGENT 13573
#else
#define UNIT 1.0f
#define TANGENT 0.41421356f
#endif

#define OUTSIDE_OR(inside, gradient) ((inside) ? MAGNITUDE_OF(gradient) : 0)

// Whether the magnitude at a pixel is greater than those on both sides, in the one of four directions that the gradient
// is nearest to. Of two equal neighbours in a row or a column the first counts. 13573 / 2^15 is the tangent of 22.5
// degrees, and 2 more that of 67.5.
INLINE bool is_ridge(__global const GRADIENT *at, const MAGNITUDE own, const int x, const int y, const int width,
                     const int height) {
  const GRADIENT gradient = *at;
  const MAGNITUDE across = ABSOLUTE(gradient.x), along = ABSOLUTE(gradient.y);
  const MAGNITUDE low = across * TANGENT, high = low + across * (2 * UNIT), side = along * UNIT;
  if (side < low)
    return own > OUTSIDE_OR(x > 0, at[-1]) && own >= OUTSIDE_OR(x + 1 < width, at[1]);
  int shift = 0;
  if (side <= high) shift = (gradient.x < 0) != (gradient.y < 0) ? -1 : 1;
  const bool has_above = y > 0 && x - shift >= 0 && x - shift < width;
  const bool has_below = y + 1 < height && x + shift >= 0 && x + shift < width;
  const MAGNITUDE above = OUTSIDE_OR(has_above, at[-width - shift]), below = OUTSIDE_OR(has_below, at[width + shift]);
  return own > above && (shift == 0 ? own >= below : own > below);
}

INLINE uchar mark_of(const MAGNITUDE own, const bool ridge, const MAGNITUDE low, const MAGNITUDE high) {
  return (ridge ? 1 : 0) * ((own > low ? 1 : 0) + (own > high ? 1 : 0));
}

// The same as is_ridge() where all neighbours are in the image, without branches, so that loops become vectors.
INLINE bool is_inner_ridge(__global const GRADIENT *at, const MAGNITUDE own, const int width) {
  const SUM x = at->x, y = at->y;
  const MAGNITUDE across = ABSOLUTE(x), along = ABSOLUTE(y);
  const MAGNITUDE low = across * TANGENT, high = low + across * (2 * UNIT), side = along * UNIT;
  const MAGNITUDE left = MAGNITUDE_OF(at[-1]), right = MAGNITUDE_OF(at[1]);
  const MAGNITUDE up = MAGNITUDE_OF(at[-width]), down = MAGNITUDE_OF(at[width]);
  const MAGNITUDE left_up = MAGNITUDE_OF(at[-width - 1]), right_down = MAGNITUDE_OF(at[width + 1]);
  const MAGNITUDE right_up = MAGNITUDE_OF(at[-width + 1]), left_down = MAGNITUDE_OF(at[width - 1]);
  const bool falls = (x < 0) != (y < 0), in_row = side < low, in_column = side > high;
  const MAGNITUDE diagonal_before = falls ? right_up : left_up, diagonal_after = falls ? left_down : right_down;
  const MAGNITUDE before = in_row ? left : in_column ? up : diagonal_before;
  const MAGNITUDE after = in_row ? right : in_column ? down : diagonal_after;
  return (own > before) & ((own > after) | ((own == after) & (in_row | in_column)));
}

__kernel void thin(__global const GRADIENT *restrict gradients, const int gradients_top, const int width,
                   const int height, __global uchar *restrict mask, const int mask_top, const MAGNITUDE low,
                   const MAGNITUDE high) {
  const int first = get_global_id(0) * ITEMS, y = mask_top + get_global_id(1), end = min(first + ITEMS, width);
  __global const GRADIENT *row = gradients + (long)(y - gradients_top) * width;
  __global uchar *to = mask + (long)get_global_id(1) * width;
  const bool inner = ITEMS > 1 && y > 0 && y + 1 < height;
  const int from = inner ? max(first, 1) : end, until = min(end, width - 1);
  for (int x = from; x < until; ++x) {
    const MAGNITUDE own = MAGNITUDE_OF(row[x]);
    to[x] = mark_of(own, is_inner_ridge(row + x, own, width), low, high);
  }
  for (int x = first; x < end; ++x) {
    if (x == from) x = max(until, x);
    if (x >= end) break;
    const MAGNITUDE own = MAGNITUDE_OF(row[x]);
    to[x] = mark_of(own, own > low && is_ridge(row + x, own, x, y, width, height), low, high);
  }
}

// Where a place outside the image lies in it, as in a mirror: c b | a b c | b a.
INLINE int mirrored(const int at, const int count) {
  const int period = max(2 * count - 2, 1), place = (int)abs(at) % period;
  return min(place, period - place);
}

// A Gaussian along rows, which makes a plane of f32 of each colour.
__kernel void blur_rows(IMAGE_OF(const ELEMENT_OF(SAMPLE), image), __global float *restrict planes, const int planes_top,
                        const int planes_rows, __global const float *restrict taps, const int reach) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, image_width);
  __global const ELEMENT_OF(SAMPLE) *row = ROW(image, planes_top + y);
  for (int colour = 0; colour < COLOURS; ++colour) {
    __global float *to = planes + ((long)colour * planes_rows + y) * image_width;
    for (int x = first; x < end; ++x) {
      float sum = 0;
      for (int i = -reach; i <= reach; ++i)
        sum += taps[i + reach] * SAMPLE_AT(row, mirrored(x + i, image_width) * STEP + colour);
      to[x] = sum;
    }
  }
}

// The same along columns, of each plane.
__kernel void blur_columns(__global const float *restrict planes, const int planes_top, const int planes_rows,
                           const int width, const int height, __global float *restrict blurred, const int blurred_top,
                           const int blurred_rows, __global const float *restrict taps, const int reach) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, width);
  for (int colour = 0; colour < COLOURS; ++colour) {
    __global const float *from = planes + (long)colour * width * planes_rows;
    __global float *to = blurred + ((long)colour * blurred_rows + y) * width;
    for (int x = first; x < end; ++x) to[x] = 0;
    for (int i = -reach; i <= reach; ++i) {
      __global const float *row = from + (long)(mirrored(blurred_top + y + i, height) - planes_top) * width;
      for (int x = first; x < end; ++x) to[x] += taps[i + reach] * row[x];
    }
  }
}

// Writes a rectangle of the mask, whose rows have `width` pixels, from column `left` and row `top` on.
__kernel void write_marks(__global const uchar *restrict mask, const int width, const int left, const int top,
                          IMAGE_OF(uchar, out)) {
  const int first = get_global_id(0) * ITEMS, y = get_global_id(1), end = min(first + ITEMS, out_width);
  for (int x = first; x < end; ++x) ROW(out, y)[x] = mask[(long)(top + y) * width + left + x];
}

#if MARK_WORDS
#define SIZES (PIXELS + 2)  // magnitudes in a row of a tile, which is a word of pixels, with those beside it
#if GROUP > SIZES
#define PARTS (GROUP / SIZES)  // of a column; a work-item puts the magnitudes of one
#else
#define PARTS 1
#endif
#define COLUMNS (SIZES * PARTS)
#define COLUMN_ROWS DIVIDE_UP(MARK_ROWS + 2, PARTS)
#define PUT_ROWS (COLUMN_ROWS * PARTS)  // the last ones may be too many
#define IS_STRAIGHT 64  // of two equal neighbours the first counts

// How far the next magnitude in the direction of a gradient is in a tile, and IS_STRAIGHT in rows and columns. See
// is_ridge().
INLINE int step_of(const SUM x, const SUM y) {
  const MAGNITUDE across = ABSOLUTE(x), along = ABSOLUTE(y);
  const MAGNITUDE low = across * TANGENT, high = low + across * (2 * UNIT), side = along * UNIT;
  const int diagonal = (x < 0) != (y < 0) ? SIZES - 1 : SIZES + 1;
  return side < low ? IS_STRAIGHT + 1 : side <= high ? diagonal : IS_STRAIGHT + SIZES;
}

// Outside the image magnitudes are 0.
INLINE void put_size(const SUM x, const SUM y, const bool inside, const int at, __local MAGNITUDE *sizes,
                     __local uchar *steps) {
  sizes[at] = inside ? magnitude(x, y) : 0;
  steps[at] = step_of(x, y);
}

// Puts the magnitudes of a part of a column, from the image's row `y` on. `is_inner`: all that they see is in the image.
#if INTEGERS && SIDE == 3 && COLOURS == 1
// Sums of rows serve three rows of gradients. Floats would not round alike.
INLINE void put_column(GRADIENT_IMAGE, const int x, const int y, const int begin, const bool is_inner,
                       __local MAGNITUDE *sizes, __local uchar *steps) {
  const int last = image_width - 1, own = is_inner ? x : clamp(x, 0, last);
  const int left = is_inner ? -STEP : (clamp(x - 1, 0, last) - own) * STEP;
  const int right = is_inner ? STEP : (clamp(x + 1, 0, last) - own) * STEP;
  __global const ELEMENT_OF(SAMPLE) *at = ROW(image, is_inner ? y - 1 : clamp(y - 1, 0, image_height - 1)) + own * STEP;
  SUM smooth[2] = {0, 0}, difference[2] = {0, 0};
#pragma unroll
  for (int i = -2; i < COLUMN_ROWS; ++i) {
    const SUM a = at[left], b = at[0], c = at[right], sum = a + 2 * b + c, rise = c - a;
    const bool inside = is_inner || (x >= 0 && x <= last && y + i >= 0 && y + i < image_height);
    if (i >= 0)
      put_size(difference[0] + 2 * difference[1] + rise, sum - smooth[0], inside, begin + i * SIZES, sizes, steps);
    smooth[0] = smooth[1];
    smooth[1] = sum;
    difference[0] = difference[1];
    difference[1] = rise;
    if (is_inner || (y + i + 1 >= 0 && y + i + 2 < image_height)) at += image_stride;
  }
}
#else
INLINE void put_column(GRADIENT_IMAGE, const int x, const int y, const int begin, const bool is_inner,
                       __local MAGNITUDE *sizes, __local uchar *steps) {
  const int last = image_width - 1;
  for (int i = 0; i < COLUMN_ROWS; ++i) {
    const bool inside = is_inner || (x >= 0 && x <= last && y + i >= 0 && y + i < image_height);
    __global const ROWS_TYPE *rows[SIDE];
    for (int k = 0; k < SIDE; ++k) rows[k] = IMAGE_ROW(clamp(y + i + k - REACH, 0, image_height - 1));
    const GRADIENT own = gradient_at(rows, PLANE, x, last, is_inner);
    put_size(own.x, own.y, inside, begin + i * SIZES, sizes, steps);
  }
}
#endif

#if BLURRED
#define GRADIENT_IMAGE_ARGUMENTS image, image_width, image_height, image_top, image_rows
#else
#define GRADIENT_IMAGE_ARGUMENTS image, image_offset, image_stride, image_width, image_height
#endif

// Marks a tile's pixels that are greater than those on both sides along their gradients: `words` has those above the low
// level, `seeds` those above the high one.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void mark_words(GRADIENT_IMAGE, __global uint *restrict words,
                                                                           __global uint *restrict seeds,
                                                                           const MAGNITUDE low, const MAGNITUDE high) {
  __local MAGNITUDE sizes[SIZES * PUT_ROWS];
  __local uchar steps[SIZES * PUT_ROWS];
  __local uint marks[MARK_ROWS * MARKED];
  const int id = get_local_id(0), left = get_group_id(0) * PIXELS, top = get_group_id(1) * MARK_ROWS;
#pragma unroll
  for (int i = 0; i < MARK_ROWS * MARKED; i += GROUP)
    if (i + id < MARK_ROWS * MARKED) marks[i + id] = 0;
  if (id < COLUMNS) {
    const int column = id % SIZES, row = id / SIZES * COLUMN_ROWS;
    const bool is_inner = left > REACH && top > REACH && left + PIXELS + 1 + REACH <= image_width &&
                          top - 1 + PUT_ROWS + REACH <= image_height;
    const int x = left + column - 1, y = top + row - 1, at = row * SIZES + column;
    if (is_inner)
      put_column(GRADIENT_IMAGE_ARGUMENTS, x, y, at, true, sizes, steps);
    else
      put_column(GRADIENT_IMAGE_ARGUMENTS, x, y, at, false, sizes, steps);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
  for (int k = 0; k < MARK_ROWS; k += GROUP / PIXELS) {
    const int row = k + id / PIXELS, at = (row + 1) * SIZES + id % PIXELS + 1;
    const MAGNITUDE own = sizes[at];
    if (!(own > low)) continue;
    const int step = steps[at] % IS_STRAIGHT;
    const MAGNITUDE after = sizes[at + step];
    if (!(own > sizes[at - step] && (own > after || (own == after && steps[at] >= IS_STRAIGHT)))) continue;
    ((__local uchar *)marks)[row * (MARKED * 4) + id % PIXELS] = own > high ? 3 : 1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const int row = id % MARK_ROWS, word = (top + row) * DIVIDE_UP(image_width, PIXELS) + (int)get_group_id(0);
  if (id >= 2 * MARK_ROWS || top + row >= image_height) return;
  const uint bits = bits_of_marks(marks + row * MARKED, id < MARK_ROWS ? 0 : 1);
  if (id < MARK_ROWS)
    words[word] = bits;
  else
    seeds[word] = bits;
}
#endif
