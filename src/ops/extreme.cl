// The largest or the least sample of the window. Rows first: compilers keep what the windows of neighbouring rows
// share.

#ifndef LARGEST
#define LARGEST 1
#endif

#if LARGEST
#define BETTER(a, b) GREATER(a, b)
#else
#define BETTER(a, b) LESSER(a, b)
#endif

PIXEL extreme(WINDOW) {
  PIXEL best = AT(-RADIUS_X, -RADIUS_Y);
  UNROLL for (int dy = -RADIUS_Y; dy <= RADIUS_Y; ++dy) {
    PIXEL row = AT(-RADIUS_X, dy);
    UNROLL for (int dx = 1 - RADIUS_X; dx <= RADIUS_X; ++dx) row = BETTER(row, AT(dx, dy));
    best = BETTER(best, row);
  }
  return best;
}
