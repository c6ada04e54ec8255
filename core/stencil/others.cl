// Samples of the images that a window op reads beside the first. These images lie in buffers, whatever the schedule's
// storage. Their samples are read when the op's function asks for them.

#if OTHERS

// An image: its first sample, the distance of its rows, and which pixels it holds.
typedef struct {
  __global const SRC *first;
  long stride;
  int4 held;
} Other;

// Sample x of row y of the whole image. Outside the image the border rule counts. Lanes that no result needs may ask
// for samples that are not held. `away` is the tap's distance from its window's centre.
INLINE LANE other_sample(const Other other, const int4 place, const float4 border_value, const int2 away, int x, int y) {
#if BORDER == CENTRE
  const int tap = pixel_of(x);
  if (tap < 0 || tap >= place.z || y < 0 || y >= place.w) x -= away.x * CHANNELS, y -= away.y;
#endif
  const int column = border_index(pixel_of(x), place.z), row = border_index(y, place.w);
#if BORDER == CONSTANT
  if (column < 0 || row < 0) return (LANE)component(border_value, channel_of(x));
#endif
  const int held_column = clamp(column - other.held.x, 0, other.held.z - 1);
  const int held_row = clamp(row - other.held.y, 0, other.held.w - 1);
  return (LANE)LOAD_ONE(other.first + held_row * other.stride + held_column * CHANNELS + channel_of(x));
}

#define PICK_OTHER(number)                              \
  if (k == number) {                                    \
    other.first = other##number + other_offset##number; \
    other.stride = other_stride##number;                \
    other.held = other_held##number;                    \
  }

// The pixels of lanes that lie anywhere. It is called once for each pixel of a window, and seldom. Compilers would take
// longer over inlined copies of it than over all else.
PIXEL other_lanes(const Other other, const int4 place, const float4 border_value, const int2 away, const int *x,
                  const int *y) {
  LANE value[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l) value[l] =
      other_sample(other, place, border_value, away, x[l], y[l]);
  return TO_PIXEL(LOAD_PLAIN(value));
}

// The k-th input's pixels (dx, dy) away from those of the lanes. k is known when the program is compiled. Where the
// image holds all lanes side by side, they are one load.
INLINE PIXEL other_pixel(const int k, const int dx, const int dy BODY_PARAMETERS) {
  Other other;
  IF_OTHER1(PICK_OTHER(1)) IF_OTHER2(PICK_OTHER(2)) IF_OTHER3(PICK_OTHER(3))
  int x[VEC], y[VEC];
  STORE_PLAIN(samples + (place.x + dx) * CHANNELS, x);
  STORE_PLAIN(rows + (place.y + dy), y);
  const int left = x[0] - other.held.x * CHANNELS, row = y[0] - other.held.y;
  if (y[VEC - 1] == y[0] && left >= 0 && left + VEC <= other.held.z * CHANNELS && row >= 0 && row < other.held.w)
    return TO_PIXEL(LOAD(other.first + row * other.stride + left));
  return other_lanes(other, place, border_value, (int2)(dx, dy), x, y);
}

#endif
