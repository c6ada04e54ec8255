// A tile of what another filter makes of the image: computed by each group for the windows of its blocks, so that it is
// never stored. Both filters have one border rule, and samples of one type. The producer has one mask; of rank 1 it is
// summed along rows first, and these sums lie in local memory, too.

#if LOCAL && PRODUCED

#ifndef BEHIND_PRODUCER
#define BEHIND_PRODUCER(v) (v)  // see prologue.cl
#endif

#ifndef PRODUCER_TAPS
#define PRODUCER_TAPS {1.0f}
#define PRODUCER_SEPARATED 0  // taps are the row's and then the column's
#define PRODUCER_AFFINE 1     // the result is scale * sum + delta; 0: sum + delta
#define PRODUCER_SCALE 1.0f
#define PRODUCER_DELTA 0.0f
#endif

#define PRODUCER_WIDTH (2 * PRODUCER_RADIUS_X + 1)
#define PRODUCER_HEIGHT (2 * PRODUCER_RADIUS_Y + 1)
#define PRODUCER_HALO (PRODUCER_RADIUS_X * CHANNELS)
#define PRODUCER_ROWS (TILE_ROWS + 2 * PRODUCER_RADIUS_Y)  // of sums
#define FLOAT_LANES VECTOR(float)

#if PRODUCER_WIDTH * PRODUCER_HEIGHT <= 49
#define UNROLL_PRODUCER UNROLL
#else
#define UNROLL_PRODUCER _Pragma("unroll 1")
#endif

__constant float producer_taps[] = PRODUCER_TAPS;

// Taps of zero do not exist: they would turn an infinite pixel into NaN.
INLINE FLOAT_LANES add_tap(float tap, FLOAT_LANES v, FLOAT_LANES sum) {
  if (tap == 0) return sum;
  return MULTIPLY_ADD_F32((FLOAT_LANES)tap, v, sum);
}

// The result as it would be stored, and loaded again.
INLINE VECTOR(SAMPLE) produced(FLOAT_LANES sum) {
#if PRODUCER_AFFINE
  const FLOAT_LANES v = MULTIPLY_ADD_F32(sum, (FLOAT_LANES)PRODUCER_SCALE, (FLOAT_LANES)PRODUCER_DELTA);
#else
  const FLOAT_LANES v = sum + (FLOAT_LANES)PRODUCER_DELTA;
#endif
#if SRC_TYPE == F32
  return BEHIND_PRODUCER(v);
#else
  const FLOAT_LANES white = (FLOAT_LANES)(SRC_TYPE == U8 ? 255.0f : 65535.0f);
  return BEHIND_PRODUCER(CONVERT(SAMPLE, AS_UINT(fmin(fmax(v, (FLOAT_LANES)0.0f), white) + 8388608.0f)));
#endif
}

FLOAT_LANES read_floats(IMAGE, int x, int y) {
  float value[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l) value[l] = (float)read_sample(IMAGE_ARGS, x + l, y);
  return LOAD_PLAIN(value);
}

// Adds a row of windows round sample x, which lie in row y, under the taps from the first one on.
INLINE FLOAT_LANES add_window_row(IMAGE, int x, int y, int first_tap, FLOAT_LANES sum) {
  const int row = border_index(y, height);
  if (row >= 0 && x >= PRODUCER_HALO && x + VEC + PRODUCER_HALO <= width * CHANNELS) {
    UNROLL for (int k = 0; k < PRODUCER_WIDTH; ++k)
      sum = add_tap(producer_taps[first_tap + k],
                    CONVERT(float, load_samples(SOURCE_ARGS, x + (k - PRODUCER_RADIUS_X) * CHANNELS, row)), sum);
  } else {
    _Pragma("unroll 1") for (int k = 0; k < PRODUCER_WIDTH; ++k)
      sum = add_tap(producer_taps[first_tap + k],
                    read_floats(IMAGE_ARGS, x + (k - PRODUCER_RADIUS_X) * CHANNELS, y), sum);
  }
  return sum;
}

// Results of VEC samples of which some lie outside the image: of those the pixels that stand for them.
VECTOR(SAMPLE) produce_at_edge(IMAGE, int x, int y) {
  const int row = border_index(y, height);
  int columns[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l)
    columns[l] = border_index(pixel_of(x + l), width) * CHANNELS + channel_of(x + l);
  FLOAT_LANES sum = (FLOAT_LANES)0;
  _Pragma("unroll 1") for (int ky = 0; ky < PRODUCER_HEIGHT; ++ky) {
    FLOAT_LANES along = PRODUCER_SEPARATED ? (FLOAT_LANES)0 : sum;
    _Pragma("unroll 1") for (int kx = 0; kx < PRODUCER_WIDTH; ++kx) {
      float value[VEC];
      UNROLL_LANES for (int l = 0; l < VEC; ++l)
        value[l] = (float)read_sample(IMAGE_ARGS, max(columns[l], 0) + (kx - PRODUCER_RADIUS_X) * CHANNELS,
                                      max(row, 0) + ky - PRODUCER_RADIUS_Y);
      along = add_tap(producer_taps[PRODUCER_SEPARATED ? kx : ky * PRODUCER_WIDTH + kx], LOAD_PLAIN(value), along);
    }
    sum = PRODUCER_SEPARATED ? add_tap(producer_taps[PRODUCER_WIDTH + ky], along, sum) : along;
  }
#if BORDER == CONSTANT
  const VECTOR(SAMPLE) inside = produced(sum);
  SAMPLE result[VEC];
  STORE_PLAIN(inside, result);
  UNROLL_LANES for (int l = 0; l < VEC; ++l)
    if (row < 0 || columns[l] < 0) result[l] = (SAMPLE)component(border_value, channel_of(x + l));
  return LOAD_PLAIN(result);
#else
  return produced(sum);
#endif
}

// Whether the vector lies in a row's image.
INLINE bool is_in_row(int width, int x) { return x >= 0 && x + VEC <= width * CHANNELS; }

#if PRODUCER_SEPARATED
#define PRODUCER_SUMS (PRODUCER_ROWS * TILE_WIDTH)

// The sums along rows for the vectors of the tile that lie in the image, `end` behind the last sample and row of these.
void sum_producers_rows(IMAGE, __local float *sums, const int2 origin, const int2 end) {
  const int item = (int)(get_local_id(1) * GROUP_WIDTH + get_local_id(0));
  for (int i = item; i < PRODUCER_ROWS * TILE_VECTORS; i += GROUP_WIDTH * GROUP_HEIGHT) {
    const int x = origin.x + i % TILE_VECTORS * VEC, y = origin.y - PRODUCER_RADIUS_Y + i / TILE_VECTORS;
    if (x >= end.x || y >= end.y + PRODUCER_RADIUS_Y || !is_in_row(width, x)) continue;
    STORE_PLAIN(add_window_row(IMAGE_ARGS, x, y, 0, (FLOAT_LANES)0), sums + i * VEC);
  }
}

INLINE FLOAT_LANES sum_window(IMAGE, __local const float *sums, int x, int y) {
  FLOAT_LANES sum = (FLOAT_LANES)0;
  UNROLL for (int k = 0; k < PRODUCER_HEIGHT; ++k)
    sum = add_tap(producer_taps[PRODUCER_WIDTH + k], LOAD_PLAIN(sums + k * TILE_WIDTH), sum);
  return sum;
}
#else
#define PRODUCER_SUMS 1

INLINE FLOAT_LANES sum_window(IMAGE, __local const float *sums, int x, int y) {
  FLOAT_LANES sum = (FLOAT_LANES)0;
  UNROLL_PRODUCER for (int k = 0; k < PRODUCER_HEIGHT; ++k)
    sum = add_window_row(IMAGE_ARGS, x, y + k - PRODUCER_RADIUS_Y, k * PRODUCER_WIDTH, sum);
  return sum;
}
#endif

// Fills the tile as fill_tile() does.
void produce_tile(IMAGE, __local SAMPLE *tile, __local float *sums, const int2 origin, const int4 blocks) {
  const int2 end = (int2)(blocks.z + REACH_X, blocks.w + REACH_Y);
#if PRODUCER_SEPARATED
  sum_producers_rows(IMAGE_ARGS, sums, origin, end);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  const int item = (int)(get_local_id(1) * GROUP_WIDTH + get_local_id(0));
  for (int i = item; i < TILE_ROWS * TILE_VECTORS; i += GROUP_WIDTH * GROUP_HEIGHT) {
    const int x = origin.x + i % TILE_VECTORS * VEC, y = origin.y + i / TILE_VECTORS;
    if (x >= end.x || y >= end.y) continue;
    if (is_in_row(width, x) && y >= 0 && y < height)
      STORE_PLAIN(produced(sum_window(IMAGE_ARGS, sums + i * VEC, x, y)), tile + i * VEC);
    else
      STORE_PLAIN(produce_at_edge(IMAGE_ARGS, x, y), tile + i * VEC);
  }
}
#endif
