// The border path: computes windows that may leave the image, by the border rule.

#ifndef AFTER
#define AFTER(v, x, beside) (v)  // the value that is stored in place of result v, see epilogue.cl
#define AFTER_LANES(v, lanes) (v)
typedef int Beside;
#define LOAD_BESIDE(x, y) 0
#define BESIDE_PARAMETERS
#define BESIDE_ARGS
#endif

// Up to VEC samples side by side in a row, or below each other in a column. Lanes `begin` to before `end` count.
typedef struct {
  int x;  // of the first sample
  int y;
  int begin;
  int end;
  bool down;
} Lanes;

INLINE Lanes lanes_along_row(int x, int begin, int end, int y) {
  const Lanes lanes = {x, y, max(begin - x, 0), min(end - x, VEC), false};
  return lanes;
}

INLINE Lanes lanes_down_column(int x, int y, int end) {
  const Lanes lanes = {x, y, 0, min(end - y, VEC), true};
  return lanes;
}

// Whether lanes lie below each other. They do so only in the columns of a frame, which split edges and padded copies
// have.
#define DOWN(lanes) (UNCHECKED && (lanes)->down)

#if VEC <= 4 && KSIZE_X * KSIZE_Y <= 9
#define UNROLL_BORDER UNROLL
#else
#define UNROLL_BORDER _Pragma("unroll 1")
#endif

// The pixel that stands for taps outside the image where the border is the window's centre.
#if BORDER == CENTRE
PIXEL read_centre(IMAGE, const Lanes *lanes) {
  LANE value[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l)
    value[l] = (LANE)read_sample(IMAGE_ARGS, lanes->x + (DOWN(lanes) ? 0 : l), lanes->y + (DOWN(lanes) ? l : 0));
  return TO_PIXEL(LOAD_PLAIN(value));
}
#define BEGIN_CENTRE(lanes) const PIXEL centre_ = read_centre(IMAGE_ARGS, lanes)
#define BEGIN_CENTRE_OF_ROW(dy) const int of_centre_ = dy
#define OR_CENTRE(lanes, dx, tap) centre_outside(width, height, lanes, dx, of_centre_, centre_, tap)
#else
#define BEGIN_CENTRE(lanes)
#define BEGIN_CENTRE_OF_ROW(dy)
#define OR_CENTRE(lanes, dx, tap) (tap)
#endif

#define BEGIN_BORDER_WINDOW(lanes)  \
  BEGIN_SAMPLES(lanes);             \
  BEGIN_CENTRE(lanes);              \
  const bool columns_inside_ = !ALIGNED && (lanes)->x >= REACH_X && (lanes)->x + VEC + REACH_X <= width * CHANNELS

// A row whose columns all lie in the image is loaded in vectors where vectors may begin at any sample.
#define READ_BORDER_ROW(lanes, dy)                                     \
  BEGIN_CENTRE_OF_ROW(dy);                                             \
  const int place_ = border_index((lanes)->y + (dy), height);          \
  const bool whole_ = !DOWN(lanes) && columns_inside_ && place_ >= 0; \
  BEGIN_SAMPLES_OF_ROW(lanes, dy)
#define READ_BORDER(lanes, dx)                                                          \
  OR_CENTRE(lanes, dx,                                                                  \
            whole_ ? TO_PIXEL(load_samples(SOURCE_ARGS, (lanes)->x + (dx) * CHANNELS, place_)) \
                   : READ_TAP(lanes, dx))

#if SIDE_BY_SIDE
// Each sample of a window is read once. The samples are put side by side, so that a tap of all lanes is a vector. Where
// lanes lie below each other, the samples of all columns are read first; elsewhere, one row after the other.
#define COLUMN_LENGTH (VEC + 2 * RADIUS_Y)
#define ROW_LENGTH (VEC + 2 * HALO)
#define BORDER_SAMPLES (UNCHECKED && KSIZE_X * COLUMN_LENGTH > ROW_LENGTH ? KSIZE_X * COLUMN_LENGTH : ROW_LENGTH)

// Unrolled reads of a row wait for memory together, but each is code to compile: only short rows are unrolled.
#if VEC <= 4 && ROW_LENGTH <= 24
#define UNROLL_ROW UNROLL
#else
#define UNROLL_ROW _Pragma("unroll 1")
#endif

INLINE void read_columns(IMAGE, const Lanes *lanes, LANE *samples) {
  UNROLL_BORDER for (int k = 0; k < KSIZE_X; ++k)
    UNROLL_BORDER for (int i = 0; i < COLUMN_LENGTH; ++i)
      samples[k * COLUMN_LENGTH + i] =
          (LANE)read_sample(IMAGE_ARGS, lanes->x + (k - RADIUS_X) * CHANNELS, lanes->y - RADIUS_Y + i);
}

INLINE void read_row(IMAGE, const Lanes *lanes, int dy, LANE *samples) {
  UNROLL_ROW for (int i = 0; i < ROW_LENGTH; ++i)
    samples[i] = (LANE)read_sample(IMAGE_ARGS, lanes->x - HALO + i, lanes->y + dy);
}

#define BEGIN_SAMPLES(lanes)       \
  LANE samples_[BORDER_SAMPLES];  \
  if (DOWN(lanes)) read_columns(IMAGE_ARGS, lanes, samples_)
#define BEGIN_SAMPLES_OF_ROW(lanes, dy)                                     \
  if (!DOWN(lanes) && !whole_) read_row(IMAGE_ARGS, lanes, dy, samples_); \
  const LANE *row_ = samples_ + (DOWN(lanes) ? (dy) + RADIUS_Y : 0)
#define READ_TAP(lanes, dx) TO_PIXEL(LOAD_PLAIN(row_ + ((dx) + RADIUS_X) * (DOWN(lanes) ? COLUMN_LENGTH : CHANNELS)))
#else
// The samples of a large mask would fill a work-item's memory: each tap of each lane is a read.
#define UNROLL_ROW _Pragma("unroll 1")

PIXEL read_tap(IMAGE, const Lanes *lanes, int dx, int dy) {
  LANE value[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l)
    value[l] = (LANE)read_sample(IMAGE_ARGS, lanes->x + dx * CHANNELS + (DOWN(lanes) ? 0 : l),
                                  lanes->y + dy + (DOWN(lanes) ? l : 0));
  return TO_PIXEL(LOAD_PLAIN(value));
}

#define BEGIN_SAMPLES(lanes)
#define BEGIN_SAMPLES_OF_ROW(lanes, dy) const int dy_ = dy
#define READ_TAP(lanes, dx) read_tap(IMAGE_ARGS, lanes, dx, dy_)
#endif

// 1 for lanes whose sample lies in the image.
INLINE PIXEL inside_down_column(int width, int height, int x, int y) {
  return x >= 0 && x < width * CHANNELS ? inside_line(y, height) : (PIXEL)0;
}
INLINE PIXEL inside_on_border(int width, int height, const Lanes *lanes, int dx, int dy) {
  const int x = lanes->x + dx * CHANNELS, y = lanes->y + dy;
  return DOWN(lanes) ? inside_down_column(width, height, x, y) : inside_along_row(width, height, x, y);
}

#if BORDER == CENTRE
INLINE PIXEL centre_outside(int width, int height, const Lanes *lanes, int dx, int dy, PIXEL centre, PIXEL tap) {
  LANE inside[VEC], centres[VEC], taps[VEC];
  STORE_PLAIN(inside_on_border(width, height, lanes, dx, dy), inside);
  STORE_PLAIN(centre, centres);
  STORE_PLAIN(tap, taps);
  UNROLL_LANES for (int l = 0; l < VEC; ++l) taps[l] = inside[l] != 0 ? taps[l] : centres[l];
  return LOAD_PLAIN(taps);
}
#endif

INLINE RESULT restore_border_alpha(IMAGE, const Lanes *lanes, RESULT result) {
#if KEEP_ALPHA
  if (!DOWN(lanes)) return restore_alpha(result, TO_RESULT(read_samples(IMAGE_ARGS, lanes->x, lanes->y)), lanes->x);
  if (lanes->x % CHANNELS < CHANNELS - 1) return result;
  LANE alpha[VEC];
  UNROLL_LANES for (int l = 0; l < VEC; ++l) alpha[l] = (LANE)read_sample(IMAGE_ARGS, lanes->x, lanes->y + l);
  return TO_RESULT(LOAD_PLAIN(alpha));
#else
  return result;
#endif
}

// Writes lanes `begin` to before `end`.
void scatter(RESULTS dst, const long offset, const long stride, const Lanes *lanes, RESULT result BESIDE_PARAMETERS) {
  STORED_SAMPLE value[VEC];
  STORE_PLAIN(AFTER_LANES(TO_DST(result), lanes), value);
  UNROLL_LANES for (int l = 0; l < VEC; ++l) {
    if (l < lanes->begin || l >= lanes->end) continue;
    const int x = lanes->x + (DOWN(lanes) ? 0 : l), y = lanes->y + (DOWN(lanes) ? l : 0);
#if TO_IMAGE
    store_texel(value[l], dst, offset, stride, x, y);
#else
    STORE_ONE(value[l], dst + (offset + y * stride + x));
#endif
  }
}
