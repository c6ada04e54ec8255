// The filters of the literature as its listings have them: image objects in and out, the mask an argument in constant
// memory, and every tap multiplied, also by zero. Only the predefined ones have numbers in their text, and skip zeros.
//
// COLS x ROWS is the mask's size, KSIZE its larger side. A group has GROUP_X x GROUP_Y work-items. LOOPS tells by how
// many loops it fills its tile: 1, 2, or 0, which takes two from nine taps on.
#ifndef KSIZE
#define KSIZE 3
#endif
#ifndef COLS
#define COLS KSIZE
#define ROWS KSIZE
#endif
#ifndef GROUP_X
#define GROUP_X 16
#define GROUP_Y 16
#endif
#ifndef LOOPS
#define LOOPS 0
#endif
#define COLS_HALF (COLS / 2)
#define ROWS_HALF (ROWS / 2)
#define TILE_COLS (GROUP_X + 2 * COLS_HALF)
#define TILE_ROWS (GROUP_Y + 2 * ROWS_HALF)
#define GROUP_ITEMS (GROUP_X * GROUP_Y)

// OpenCV's number of a border. The sampler itself replicates the edge.
#define BORDER_REFLECT_101 4

__constant sampler_t to_edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

int mirrored(const int at, const int size) {
  const int right = at < 0 ? -at : at;
  return right < size ? right : 2 * (size - 1) - right;
}

int2 border_coordinate(const int2 at, const int2 size, const int border) {
  return border == BORDER_REFLECT_101 ? (int2)(mirrored(at.x, size.x), mirrored(at.y, size.y)) : at;
}

float pixel(__read_only image2d_t in, const int2 at, const int border) {
  return read_imagef(in, to_edge, border_coordinate(at, get_image_dim(in), border)).x;
}

int2 place(void) {
  return (int2)((int)get_global_id(0), (int)get_global_id(1));
}

bool inside(__write_only image2d_t out) {
  return place().x < get_image_width(out) && place().y < get_image_height(out);
}

void write(__write_only image2d_t out, const float sum) {
  write_imagef(out, place(), (float4)(sum, 0.0f, 0.0f, 1.0f));
}

// Copies the group's pixels and their neighbours.
void fill(__read_only image2d_t in, __local float* tile, const int border) {
  const int item_x = get_local_id(0), item_y = get_local_id(1);
  const int2 base = place() - (int2)(item_x + COLS_HALF, item_y + ROWS_HALF);
#if LOOPS == 2 || (LOOPS == 0 && (COLS >= 9 || ROWS >= 9))
  for (int y = item_y; y < TILE_ROWS; y += GROUP_Y)
    for (int x = item_x; x < TILE_COLS; x += GROUP_X) tile[y * TILE_COLS + x] = pixel(in, base + (int2)(x, y), border);
#else
  for (int i = item_y * GROUP_X + item_x; i < TILE_COLS * TILE_ROWS; i += GROUP_ITEMS)
    tile[i] = pixel(in, base + (int2)(i % TILE_COLS, i / TILE_COLS), border);
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
}

// A neighbour of the work-item's pixel.
#define IN_IMAGE(x, y) pixel(in, place() + (int2)(x, y), border)
#define IN_TILE(x, y) \
  tile[((int)get_local_id(1) + ROWS_HALF + (y)) * TILE_COLS + (int)get_local_id(0) + COLS_HALF + (x)]

#define TILE_OF_GROUP                        \
  __local float tile[TILE_COLS * TILE_ROWS]; \
  fill(in, tile, border);

// One filter.
#define SINGLE(NEIGHBOUR)                                                    \
  if (!inside(out)) return;                                                  \
  float sum = 0.0f;                                                          \
  _Pragma("unroll") for (int y = -ROWS_HALF; y <= ROWS_HALF; ++y)            \
      _Pragma("unroll") for (int x = -COLS_HALF; x <= COLS_HALF; ++x) sum += \
      NEIGHBOUR(x, y) * mask[(y + ROWS_HALF) * COLS + x + COLS_HALF];        \
  write(out, sum);

__kernel void filter_single(__read_only image2d_t in, __write_only image2d_t out, __constant float* mask,
                            const int border){SINGLE(IN_IMAGE)}

__kernel void filter_single_local(__read_only image2d_t in, __write_only image2d_t out, __constant float* mask,
                                  const int border){TILE_OF_GROUP SINGLE(IN_TILE)}
// Two filters, which read each pixel once.
#define DOUBLE(NEIGHBOUR)                                               \
  if (!inside(out1)) return;                                            \
  float2 sum = (float2)(0.0f);                                          \
  _Pragma("unroll") for (int y = -ROWS_HALF; y <= ROWS_HALF; ++y)       \
      _Pragma("unroll") for (int x = -COLS_HALF; x <= COLS_HALF; ++x) { \
    const float value = NEIGHBOUR(x, y);                                \
    sum.x += value * mask1[(y + ROWS_HALF) * COLS + x + COLS_HALF];     \
    sum.y += value * mask2[(y + ROWS_HALF) * COLS + x + COLS_HALF];     \
  }                                                                     \
  write(out1, sum.x);                                                   \
  write(out2, sum.y);

__kernel void filter_double(__read_only image2d_t in, __write_only image2d_t out1, __write_only image2d_t out2,
                            __constant float* mask1, __constant float* mask2, const int border){DOUBLE(IN_IMAGE)}

__kernel void filter_double_local(__read_only image2d_t in, __write_only image2d_t out1, __write_only image2d_t out2,
                                  __constant float* mask1, __constant float* mask2,
                                  const int border){TILE_OF_GROUP DOUBLE(IN_TILE)}

// The six numbers of Scharr's masks that are not zero, at distance S.
#define S (KSIZE / 2)
#if KSIZE == 3
#define CORNER 3.0f
#define MIDDLE 10.0f
#elif KSIZE == 5
#define CORNER 0.046875f
#define MIDDLE 0.15625f
#elif KSIZE == 7
#define CORNER 0.03125f
#define MIDDLE 0.104166667f
#else
#define CORNER 0.0234375f
#define MIDDLE 0.078125f
#endif

#define GX(P) \
  -CORNER* P(-S, -S) + CORNER* P(S, -S) - MIDDLE* P(-S, 0) + MIDDLE* P(S, 0) - CORNER* P(-S, S) + CORNER* P(S, S)
#define GY(P) \
  -CORNER* P(-S, -S) - MIDDLE* P(0, -S) - CORNER* P(S, -S) + CORNER* P(-S, S) + MIDDLE* P(0, S) + CORNER* P(S, S)

#define PREDEFINED(name, SUM)                                                                          \
  __kernel void name(__read_only image2d_t in, __write_only image2d_t out, const int border) {         \
    if (inside(out)) write(out, SUM(IN_IMAGE));                                                        \
  }                                                                                                    \
  __kernel void name##_local(__read_only image2d_t in, __write_only image2d_t out, const int border) { \
    TILE_OF_GROUP                                                                                      \
    if (inside(out)) write(out, SUM(IN_TILE));                                                         \
  }

PREDEFINED(filter_single_gx, GX) PREDEFINED(filter_single_gy, GY)

// Both read the four corners.
#define DOUBLE_PREDEFINED(P)                                                                             \
  if (!inside(out1)) return;                                                                             \
  const float a = P(-S, -S), b = P(S, -S), c = P(-S, S), d = P(S, S);                                    \
  write(out1, -CORNER* a + CORNER * b - MIDDLE * P(-S, 0) + MIDDLE * P(S, 0) - CORNER * c + CORNER * d); \
  write(out2, -CORNER* a - MIDDLE * P(0, -S) - CORNER * b + CORNER * c + MIDDLE * P(0, S) + CORNER * d);

    __kernel void filter_double_gx_gy(__read_only image2d_t in, __write_only image2d_t out1,
                                      __write_only image2d_t out2, const int border){DOUBLE_PREDEFINED(IN_IMAGE)}

__kernel void filter_double_gx_gy_local(__read_only image2d_t in, __write_only image2d_t out1,
                                        __write_only image2d_t out2, const int border) {
  TILE_OF_GROUP
  DOUBLE_PREDEFINED(IN_TILE)
}
