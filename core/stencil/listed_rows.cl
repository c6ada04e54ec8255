// How general programs read the listed places of windows that may leave the image, row by row in the list's order.
#if GENERAL

// Whether all columns of VEC windows side by side lie in the image.
INLINE bool columns_inside(int width, int x WINDOW_SHAPE) {
  return x >= REACH_X && x + VEC + REACH_X <= width * CHANNELS;
}

// The samples of VEC windows side by side, by the border rule.
INLINE void read_span(IMAGE, int x, int y, LANE *samples) {
  _Pragma("unroll 1") for (int i = 0; i < VEC + 2 * REACH_X; ++i) samples[i] =
      (LANE)read_sample(IMAGE_ARGS, x - REACH_X + i, y);
}

// The row of the place that was read last. A row whose columns lie in the image is loaded as usual. The samples of
// other rows are put side by side first.
typedef struct {
  bool read;  // whether a row was read
  int dy;
  int row;  // of the image
  bool inside;
  bool whole;
  LANE samples[VEC + 2 * HALO];
} ListedRow;

INLINE void begin_rows(IMAGE, const Lanes *lanes, ListedRow *of) {
  of->read = false;
  of->inside = columns_inside(width, lanes->x WINDOW_SHAPE_ARGS);
}

INLINE PIXEL read_place(IMAGE, const Lanes *lanes, int dx, int dy, ListedRow *of) {
  if (!of->read || dy != of->dy) {
    of->read = true;
    of->dy = dy;
    of->row = border_index(lanes->y + dy, height);
    of->whole = of->inside && of->row >= 0;
    if (!of->whole) read_span(IMAGE_ARGS, lanes->x, lanes->y + dy, of->samples);
  }
  const int shift = dx * CHANNELS;
  if (of->whole) return TO_PIXEL(load_samples(SOURCE_ARGS, lanes->x + shift, of->row));
  return TO_PIXEL(LOAD_PLAIN(of->samples + REACH_X + shift));
}
#endif
