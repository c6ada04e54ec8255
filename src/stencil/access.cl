// Reading and writing pixels: plain vectors where the window lies inside the image, lane by lane with the border rule
// elsewhere.

#define CONSTANT 0
#define REPLICATE 1
#define REFLECT 2
#define WRAP 3
#define REFLECT101 4

#ifndef BORDER
#define BORDER REFLECT101
#endif

// Compilers take minutes over many unrolled lanes with a border rule each.
#if VEC <= 4
#define UNROLL_LANES UNROLL
#else
#define UNROLL_LANES _Pragma("unroll 1")
#endif

// The input. Widths count pixels, strides samples; only a row's base needs 64 bits.
#define IMAGE \
  __global const SRC *restrict src, const long stride, const int width, const int height, const float4 border_value
#define IMAGE_ARGS src, stride, width, height, border_value

// The coordinate in [0, n) that stands for i, however far outside it lies; -1 for a constant border. There is no loop in
// it: Mesa's llvmpipe leaves all loops of a kernel after 65535 turns, and large masks would take more.
INLINE int border_index(int i, int n) {
#if BORDER == CONSTANT
  return i < 0 || i >= n ? -1 : i;
#elif BORDER == REPLICATE
  return clamp(i, 0, n - 1);
#else
  if (i >= 0 && i < n) return i;
#if BORDER == WRAP
  return i < 0 ? n - 1 - (-1 - i) % n : i % n;
#elif BORDER == REFLECT
  const uint period = 2u * (uint)n;
  const uint place = (uint)(i < 0 ? -1 - i : i) % period;
  return (int)min(place, period - 1 - place);
#else
  const uint period = max(2u * (uint)n - 2u, 1u);
  const uint place = abs(i) % period;
  return (int)min(place, period - place);
#endif
#endif
}

INLINE float component(float4 v, int channel) {
  return channel == 0 ? v.x : channel == 1 ? v.y : channel == 2 ? v.z : v.w;
}

// The pixels that the lanes of one vector stand for.
typedef struct {
  int x[VEC];
  int y[VEC];
  int channel[VEC];
} Lanes;

// Lanes side by side in one row, from sample x.
Lanes lanes_along_row(int x, int y) {
  Lanes lanes;
  UNROLL_LANES for (int l = 0; l < VEC; ++l) {
    lanes.x[l] = (x + l) / CHANNELS;
    lanes.channel[l] = (x + l) % CHANNELS;
    lanes.y[l] = y;
  }
  return lanes;
}

// Lanes below each other at sample x, from row y.
Lanes lanes_down_column(int x, int y) {
  Lanes lanes;
  UNROLL_LANES for (int l = 0; l < VEC; ++l) {
    lanes.x[l] = x / CHANNELS;
    lanes.channel[l] = x % CHANNELS;
    lanes.y[l] = y + l;
  }
  return lanes;
}

INLINE SAMPLE read_sample(IMAGE, int x, int y, int channel) {
  const int column = border_index(x, width);
  const int row = border_index(y, height);
#if BORDER == CONSTANT
  if (column < 0 || row < 0) return (SAMPLE)component(border_value, channel);
#endif
  return LOAD_ONE(src + row * stride + column * CHANNELS + channel);
}

// One tap of all lanes, the border rule applied.
PIXEL gather(IMAGE, const Lanes *lanes, int dx, int dy) {
  ARITH value[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l)
    value[l] = (ARITH)read_sample(IMAGE_ARGS, lanes->x[l] + dx, lanes->y[l] + dy, lanes->channel[l]);
  return LOAD_PLAIN(value);
}

// 1 for lanes whose tap lies in the image.
PIXEL gather_inside(int width, int height, const Lanes *lanes, int dx, int dy) {
  ARITH value[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l) {
    const int x = lanes->x[l] + dx;
    const int y = lanes->y[l] + dy;
    value[l] = (ARITH)(x >= 0 && x < width && y >= 0 && y < height);
  }
  return LOAD_PLAIN(value);
}

// The input's own samples in the lanes that hold alpha.
INLINE RESULT restore_alpha(RESULT result, RESULT centre, VECTOR(int) channel) {
  const VECTOR(int) is_alpha = channel == (VECTOR(int))(CHANNELS - 1);
  return select(result, centre, CONVERT(FLAG, is_alpha));
}

RESULT gather_alpha(IMAGE, const Lanes *lanes, RESULT result) {
#if KEEP_ALPHA
  int channel[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l) channel[l] = lanes->channel[l];
  return restore_alpha(result, TO_RESULT(gather(IMAGE_ARGS, lanes, 0, 0)), LOAD_PLAIN(channel));
#else
  return result;
#endif
}

// Writes the lanes that lie in the image.
void scatter(__global DST *restrict dst, const long stride, int width, int height, const Lanes *lanes, RESULT result) {
  DST_SAMPLE value[VEC];
  STORE_PLAIN(TO_DST(result), value);
  UNROLL_LANES for (int l = 0; l < VEC; ++l)
    if (lanes->x[l] < width && lanes->y[l] < height)
      STORE_ONE(value[l], dst + lanes->y[l] * stride + lanes->x[l] * CHANNELS + lanes->channel[l]);
}
