// The largest sample of the window. Rows first: compilers keep what the windows of neighbouring rows share.

PIXEL dilate(WINDOW) {
  PIXEL largest = AT(-RADIUS_X, -RADIUS_Y);
  UNROLL for (int dy = -RADIUS_Y; dy <= RADIUS_Y; ++dy) {
    PIXEL row = AT(-RADIUS_X, dy);
    UNROLL for (int dx = 1 - RADIUS_X; dx <= RADIUS_X; ++dx) row = GREATER(row, AT(dx, dy));
    largest = GREATER(largest, row);
  }
  return largest;
}
