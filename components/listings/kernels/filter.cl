// 001:180-628, a filter of a float image: every variant of the article, each a kernel. The mask has COLS x ROWS
// coefficients, 3 x 3 unless -D COLS=5 -D ROWS=5 (7, 9) say otherwise, and is not flipped: the sum is a correlation.
//
// Range: the image's columns and rows, which may be rounded up to whole groups. Kernels with local memory have groups
// of GROUP x GROUP, or of GROUP_X x GROUP_Y where both are set. `border` is OpenCV's number of a border rule. With
// -D EDGE_BY_SAMPLER that is BORDER_REPLICATE, which the sampler follows without a test for each pixel.
//
// As printed:
//   -D AS_PRINTED=1  no barrier stands behind the copy into local memory
//   -D AS_PRINTED=2  the local array is declared in a helper function, where OpenCL C allows none
//   -D AS_PRINTED=3  a parenthesis too many: float sum = 0.0);
//   -D AS_PRINTED=4  the host gives the column to the horizontal launch and the row to the vertical one: that is dy
#ifndef AS_PRINTED
#define AS_PRINTED 0
#endif
#ifndef COLS
#define COLS 3
#define ROWS 3
#endif
#define COLS_HALF (COLS / 2)
#define ROWS_HALF (ROWS / 2)

// How many loops copy into local memory: 2, 1, or 0 for the text's choice: two where a side of the mask is 9 or more.
#ifndef COPY
#define COPY 0
#endif
#ifndef GROUP
#define GROUP 16
#endif
#ifndef GROUP_X
#define GROUP_X GROUP
#define GROUP_Y GROUP
#endif
#define TILE_COLS (GROUP_X + 2 * COLS_HALF)
#define TILE_ROWS (GROUP_Y + 2 * ROWS_HALF)

__constant sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

enum { BORDER_CONSTANT = 0, BORDER_REPLICATE = 1, BORDER_REFLECT = 2, BORDER_WRAP = 3, BORDER_REFLECT_101 = 4 };

// The coordinate in the place of one that may lie outside 0 to n - 1, by less than n. A constant border has none: -1.
int borderOf(const int at, const int n, const int border) {
  if (at >= 0 && at < n) return at;
  switch (border) {
    case BORDER_REPLICATE:
      return clamp(at, 0, n - 1);
    case BORDER_REFLECT:
      return at < 0 ? -1 - at : 2 * n - 1 - at;
    case BORDER_WRAP:
      return at < 0 ? at + n : at - n;
    case BORDER_REFLECT_101:
      return at < 0 ? -at : 2 * n - 2 - at;
    default:
      return -1;
  }
}

int2 borderCoordinate(const int2 at, const int rows, const int cols, const int border) {
  return (int2)(borderOf(at.x, cols, border), borderOf(at.y, rows, border));
}

// 001:62-74: where the coordinates from 1 - n to 2 n - 2 are read, a row for each of the five rules. Range: 3 n - 2
// x 5.
__kernel void border_coordinates(__global int* out, const int n) {
  const int at = get_global_id(0), border = get_global_id(1);
  out[border * (3 * n - 2) + at] = borderCoordinate((int2)(at + 1 - n, 0), 1, n, border).x;
}

float pixelAt(__read_only image2d_t imgIn, const int x, const int y, const int border) {
#ifdef EDGE_BY_SAMPLER
  return read_imagef(imgIn, sampler, (int2)(x, y)).x;
#else
  const int rows = get_image_height(imgIn), cols = get_image_width(imgIn);
  const int2 at = borderCoordinate((int2)(x, y), rows, cols, border);
  return at.x < 0 || at.y < 0 ? 0.0f : read_imagef(imgIn, sampler, at).x;
#endif
}

// Items behind the image's last column or row have no pixel.
bool hasPixel(__read_only image2d_t imgIn) {
  return (int)get_global_id(0) < get_image_width(imgIn) && (int)get_global_id(1) < get_image_height(imgIn);
}

void put(__write_only image2d_t imgOut, const float value) {
  write_imagef(imgOut, (int2)(get_global_id(0), get_global_id(1)), (float4)(value, 0.0f, 0.0f, 1.0f));
}

// single, 001:198-271: one launch for one mask.
float filter_sum_single(__read_only image2d_t imgIn, __constant float* filterKernel, const int border) {
  const int x0 = get_global_id(0), y0 = get_global_id(1);
#if AS_PRINTED == 3
  float sum = 0.0);
#else
  float sum = 0.0f;
#endif
#pragma unroll
  for (int y = -ROWS_HALF; y <= ROWS_HALF; ++y) {
#pragma unroll
    for (int x = -COLS_HALF; x <= COLS_HALF; ++x)
      sum += pixelAt(imgIn, x0 + x, y0 + y, border) * filterKernel[(y + ROWS_HALF) * COLS + x + COLS_HALF];
  }
  return sum;
}

__kernel void filter_single(__read_only image2d_t imgIn, __write_only image2d_t imgOut, __constant float* filterKernel,
                            const int border) {
  if (hasPixel(imgIn)) put(imgOut, filter_sum_single(imgIn, filterKernel, border));
}

// local, 001:272-419: a group copies its part of the image, with a margin, into local memory.
void copyPixel(__read_only image2d_t imgIn, __local float* tile, const int x, const int y, const int border) {
  const int xBase = get_global_id(0) - get_local_id(0), yBase = get_global_id(1) - get_local_id(1);
  tile[y * TILE_COLS + x] = pixelAt(imgIn, x - COLS_HALF + xBase, y - ROWS_HALF + yBase, border);
}

void fillTile(__read_only image2d_t imgIn, __local float* tile, const int border) {
  const int lidX = get_local_id(0), lidY = get_local_id(1);
#if COPY == 2 || (COPY == 0 && (COLS >= 9 || ROWS >= 9))
  for (int y = lidY; y < TILE_ROWS; y += GROUP_Y)
    for (int x = lidX; x < TILE_COLS; x += GROUP_X) copyPixel(imgIn, tile, x, y, border);
#else
  for (int idx = lidY * GROUP_X + lidX; idx < TILE_COLS * TILE_ROWS; idx += GROUP_X * GROUP_Y)
    copyPixel(imgIn, tile, idx % TILE_COLS, idx / TILE_COLS, border);
#endif
#if AS_PRINTED != 1
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
}

// A pixel of the tile, x and y from the item's own.
float tileAt(__local const float* tile, const int x, const int y) {
  return tile[((int)get_local_id(1) + ROWS_HALF + y) * TILE_COLS + (int)get_local_id(0) + COLS_HALF + x];
}

float filter_sum_local(__read_only image2d_t imgIn, __local float* tile, __constant float* filterKernel,
                       const int border) {
#if AS_PRINTED == 2
  __local float own[TILE_COLS * TILE_ROWS];
  tile = own;
#endif
  fillTile(imgIn, tile, border);
  float sum = 0.0f;
  if (!hasPixel(imgIn)) return sum;
#pragma unroll
  for (int y = -ROWS_HALF; y <= ROWS_HALF; ++y) {
#pragma unroll
    for (int x = -COLS_HALF; x <= COLS_HALF; ++x)
      sum += tileAt(tile, x, y) * filterKernel[(y + ROWS_HALF) * COLS + x + COLS_HALF];
  }
  return sum;
}

__kernel void filter_single_local(__read_only image2d_t imgIn, __write_only image2d_t imgOut,
                                  __constant float* filterKernel, const int border) {
  __local float tile[TILE_COLS * TILE_ROWS];
  const float sum = filter_sum_local(imgIn, tile, filterKernel, border);
  if (hasPixel(imgIn)) put(imgOut, sum);
}

// separation, 001:421-508: a horizontal launch by a row of the mask, then a vertical one by a column.
#if AS_PRINTED == 4
#define FIRST(row, column) column
#define SECOND(row, column) row
#else
#define FIRST(row, column) row
#define SECOND(row, column) column
#endif

__kernel void filter_single_1xN(__read_only image2d_t imgIn, __write_only image2d_t imgOut, __constant float* row,
                                __constant float* column, const int border) {
  if (!hasPixel(imgIn)) return;
  float sum = 0.0f;
#pragma unroll
  for (int x = -COLS_HALF; x <= COLS_HALF; ++x)
    sum += pixelAt(imgIn, (int)get_global_id(0) + x, get_global_id(1), border) * FIRST(row, column)[x + COLS_HALF];
  put(imgOut, sum);
}

__kernel void filter_single_Nx1(__read_only image2d_t imgIn, __write_only image2d_t imgOut, __constant float* row,
                                __constant float* column, const int border) {
  if (!hasPixel(imgIn)) return;
  float sum = 0.0f;
#pragma unroll
  for (int y = -ROWS_HALF; y <= ROWS_HALF; ++y)
    sum += pixelAt(imgIn, get_global_id(0), (int)get_global_id(1) + y, border) * SECOND(row, column)[y + ROWS_HALF];
  put(imgOut, sum);
}

// double, 001:511-560: two masks in one launch, each pixel read once.
__kernel void filter_double(__read_only image2d_t imgIn, __write_only image2d_t imgOut1, __write_only image2d_t imgOut2,
                            __constant float* filterKernel1, __constant float* filterKernel2, const int border) {
  if (!hasPixel(imgIn)) return;
  const int x0 = get_global_id(0), y0 = get_global_id(1);
  float2 sum = (float2)(0.0f);
#pragma unroll
  for (int y = -ROWS_HALF; y <= ROWS_HALF; ++y) {
#pragma unroll
    for (int x = -COLS_HALF; x <= COLS_HALF; ++x) {
      const int tap = (y + ROWS_HALF) * COLS + x + COLS_HALF;
      sum += pixelAt(imgIn, x0 + x, y0 + y, border) * (float2)(filterKernel1[tap], filterKernel2[tap]);
    }
  }
  put(imgOut1, sum.x);
  put(imgOut2, sum.y);
}

// double in local memory, 001:609-628.
__kernel void filter_double_local(__read_only image2d_t imgIn, __write_only image2d_t imgOut1,
                                  __write_only image2d_t imgOut2, __constant float* filterKernel1,
                                  __constant float* filterKernel2, const int border) {
  __local float tile[TILE_COLS * TILE_ROWS];
  fillTile(imgIn, tile, border);
  if (!hasPixel(imgIn)) return;
  float2 sum = (float2)(0.0f);
#pragma unroll
  for (int y = -ROWS_HALF; y <= ROWS_HALF; ++y) {
#pragma unroll
    for (int x = -COLS_HALF; x <= COLS_HALF; ++x) {
      const int tap = (y + ROWS_HALF) * COLS + x + COLS_HALF;
      sum += tileAt(tile, x, y) * (float2)(filterKernel1[tap], filterKernel2[tap]);
    }
  }
  put(imgOut1, sum.x);
  put(imgOut2, sum.y);
}

// predefined, 001:562-607: Scharr's coefficients in the program's text, six of which are not 0 in every size. Those of
// more than 3 x 3 are not in the text; these are of its author's public code.
#if COLS == 3
#define CORNER 3.0f
#define MIDDLE 10.0f
#elif COLS == 5
#define CORNER 0.046875f
#define MIDDLE 0.15625f
#elif COLS == 7
#define CORNER 0.03125f
#define MIDDLE 0.104166667f
#else
#define CORNER 0.0234375f
#define MIDDLE 0.078125f
#endif

// Of the corners a, b above and c, d below.
float gradientX(const float a, const float b, const float c, const float d, const float left, const float right) {
  return -CORNER * a + CORNER * b - MIDDLE * left + MIDDLE * right - CORNER * c + CORNER * d;
}

float gradientY(const float a, const float b, const float c, const float d, const float above, const float below) {
  return -CORNER * a - MIDDLE * above - CORNER * b + CORNER * c + MIDDLE * below + CORNER * d;
}

#define CORNERS(PIXEL) \
  PIXEL(-COLS_HALF, -ROWS_HALF), PIXEL(COLS_HALF, -ROWS_HALF), PIXEL(-COLS_HALF, ROWS_HALF), PIXEL(COLS_HALF, ROWS_HALF)
#define LEFT_RIGHT(PIXEL) PIXEL(-COLS_HALF, 0), PIXEL(COLS_HALF, 0)
#define ABOVE_BELOW(PIXEL) PIXEL(0, -ROWS_HALF), PIXEL(0, ROWS_HALF)
#define OF_IMAGE(x, y) pixelAt(imgIn, (int)get_global_id(0) + (x), (int)get_global_id(1) + (y), border)
#define OF_TILE(x, y) tileAt(tile, x, y)

__kernel void filter_single_Gx(__read_only image2d_t imgIn, __write_only image2d_t imgOut, const int border) {
  if (hasPixel(imgIn)) put(imgOut, gradientX(CORNERS(OF_IMAGE), LEFT_RIGHT(OF_IMAGE)));
}

__kernel void filter_single_Gy(__read_only image2d_t imgIn, __write_only image2d_t imgOut, const int border) {
  if (hasPixel(imgIn)) put(imgOut, gradientY(CORNERS(OF_IMAGE), ABOVE_BELOW(OF_IMAGE)));
}

// predefined with local memory or both directions at once, which read the corners once: 001:609-628.
__kernel void filter_single_local_Gx(__read_only image2d_t imgIn, __write_only image2d_t imgOut, const int border) {
  __local float tile[TILE_COLS * TILE_ROWS];
  fillTile(imgIn, tile, border);
  if (hasPixel(imgIn)) put(imgOut, gradientX(CORNERS(OF_TILE), LEFT_RIGHT(OF_TILE)));
}

__kernel void filter_single_local_Gy(__read_only image2d_t imgIn, __write_only image2d_t imgOut, const int border) {
  __local float tile[TILE_COLS * TILE_ROWS];
  fillTile(imgIn, tile, border);
  if (hasPixel(imgIn)) put(imgOut, gradientY(CORNERS(OF_TILE), ABOVE_BELOW(OF_TILE)));
}

#define PUT_BOTH(PIXEL)                                                                                              \
  const float a = PIXEL(-COLS_HALF, -ROWS_HALF), b = PIXEL(COLS_HALF, -ROWS_HALF), c = PIXEL(-COLS_HALF, ROWS_HALF), \
              d = PIXEL(COLS_HALF, ROWS_HALF);                                                                       \
  put(imgOut1, gradientX(a, b, c, d, LEFT_RIGHT(PIXEL)));                                                            \
  put(imgOut2, gradientY(a, b, c, d, ABOVE_BELOW(PIXEL)));

__kernel void filter_double_G(__read_only image2d_t imgIn, __write_only image2d_t imgOut1,
                              __write_only image2d_t imgOut2, const int border) {
  if (!hasPixel(imgIn)) return;
  PUT_BOTH(OF_IMAGE)
}

__kernel void filter_double_local_G(__read_only image2d_t imgIn, __write_only image2d_t imgOut1,
                                    __write_only image2d_t imgOut2, const int border) {
  __local float tile[TILE_COLS * TILE_ROWS];
  fillTile(imgIn, tile, border);
  if (!hasPixel(imgIn)) return;
  PUT_BOTH(OF_TILE)
}
