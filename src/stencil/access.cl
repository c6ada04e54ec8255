// Reading and writing pixels: plain vectors where the window lies inside the image, lane by lane with the border rule
// elsewhere.

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
#if HARDWARE_BORDER
  return sample_of(read_imageui(input, border_sampler, BORDER_PLACE(x, y)));
#else
  const int column = border_index(x, width);
  const int row = border_index(y, height);
#if BORDER == CONSTANT
  if (column < 0 || row < 0) return (SAMPLE)component(border_value, channel);
#endif
  return load_sample(SOURCE_ARGS, column * CHANNELS + channel, row);
#endif
}

// The taps of small windows, whose reads are then on their way together; each one is code for the compiler.
#if VEC <= 4 && KSIZE_X * KSIZE_Y <= 9
#define UNROLL_CAREFUL UNROLL
#else
#define UNROLL_CAREFUL _Pragma("unroll 1")
#endif

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

// The same for lanes side by side: samples from x of row y.
INLINE PIXEL inside_along_row(int width, int height, int x, int y) {
  const VECTOR(int) sample = LANES_UPWARD + x;
  const VECTOR(int) nearest = clamp(sample, (VECTOR(int))0, (VECTOR(int))(width * CHANNELS - 1));
  const VECTOR(int) outside = min(max(sample - nearest, nearest - sample), (VECTOR(int))1);
  return y >= 0 && y < height ? TO_PIXEL(1 - outside) : (PIXEL)0;
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
