// Windows that see all channels of their pixels. The pixels that a group needs become planes of floats, one for each
// channel, so that neighbouring pixels are neighbouring lanes. colour_window_kernels.cl stands behind the op's file,
// which has the function `window`.

#ifndef TILED
#define TILED 1          // 1: each group makes planes in local memory; 0: a launch before makes them of the whole region
#define SEEN CHANNELS    // channels of the windows: all, or all but the alpha that is kept
#define PREMULTIPLIED 0  // 1: the last channel weights colours
#define COLUMNS 64       // pixels of a group
#define ROWS 16
#define ITEMS 1          // rows of a work-item
#endif

// The windows' reach, by the names of border.cl.
#ifndef RADIUS_X
#define RADIUS_X 1
#define RADIUS_Y 1
#endif
#define PRODUCER_RADIUS_X 0
#define PRODUCER_RADIUS_Y 0

#if TYPE == F16 || TYPE == F32
#define WHITE 1.0f
#define MAY_BE_NAN 1
#else
#define WHITE MOST
#define MAY_BE_NAN 0
#endif

// Sample (x, y) of channel c is planes[c * plane + y * pitch + x].
#if TILED
#define PLANES __local
#define PLACE int
#else
#define PLANES __global
#define PLACE long
#endif

#if VEC == 1
#define FLOATS_AT(p) (*(p))
#define PUT_FLOATS(v, p) (*(p) = (v))
#elif LOOSE
typedef FLOATS LOOSE_FLOATS __attribute__((aligned(4)));
#define FLOATS_AT(p) (*(const PLANES LOOSE_FLOATS *)(p))
#define PUT_FLOATS(v, p) (*(PLANES LOOSE_FLOATS *)(p) = (v))
#else
#define FLOATS_AT(p) JOIN(vload, VEC)(0, p)
#define PUT_FLOATS(v, p) JOIN(vstore, VEC)(v, 0, p)
#endif

#define INTS VECTOR(int)
#define AS(type, v) JOIN(as_, VECTOR(type))(v)
#define OUTSIDE 4  // so many numbers are the pixel outside a constant border; the op's follow

// 2^v for v from -126 to 0, 2^-126 for less, and NaN for NaN. The relative error of the polynomial is at most
// 9.2e-8. It is the nearest of its degree from -0.5 to 0.5 that is 1 at 0.
INLINE FLOATS power_of_2(const FLOATS v) {
#if MAY_BE_NAN
  const FLOATS x = v < -126.0f ? (FLOATS)-126.0f : v;
#else
  const FLOATS x = fmax(v, (FLOATS)-126.0f);
#endif
  const FLOATS shifted = x + 12582912.0f;  // 1.5 2^23: its last bit is worth 1
  const FLOATS f = x - (shifted - 12582912.0f);
  FLOATS power = MULTIPLY_ADD(f, (FLOATS)1.3264727e-3f, (FLOATS)9.6715128e-3f);
  power = MULTIPLY_ADD(power, f, (FLOATS)5.5507337e-2f);
  power = MULTIPLY_ADD(power, f, (FLOATS)2.4022242e-1f);
  power = MULTIPLY_ADD(power, f, (FLOATS)6.9314698e-1f);
  power = MULTIPLY_ADD(power, f, (FLOATS)1.0f);
#if MAY_BE_NAN
  return power * AS(float, (AS(int, shifted) << 23) + 0x3f800000);
#else
  return AS(float, AS(int, power) + (AS(int, shifted) << 23));
#endif
}
