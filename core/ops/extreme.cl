// The largest or the least sample under a structuring element. Each row is combined first: compilers keep what the
// windows of neighbouring rows share.

#ifndef LARGEST
#define LARGEST 1
#define CHORDS FIRST(-1, 0) CHORD(0, -1, 1)  // row by row: a pixel of the element, and all pixels from one to another
#endif

#if LARGEST
#define BETTER(a, b) GREATER(a, b)
#else
#define BETTER(a, b) LESSER(a, b)
#endif

#define FIRST(dx, dy) PIXEL best = AT(dx, dy);
#define CHORD(dy, first, last)                                                               \
  {                                                                                          \
    PIXEL row = AT(first, dy);                                                               \
    UNROLL for (int dx = (first) + 1; dx <= (last); ++dx) row = BETTER(row, AT(dx, dy)); \
    best = BETTER(best, row);                                                                \
  }

PIXEL extreme(WINDOW) {
  CHORDS
  return best;
}
