// Finds the sample of rank RANK by a network of minima and maxima. core/stencil/selection.cpp makes the network for the
// window and the rank.

#ifndef NETWORK  // finds the smallest of 9
#define RANK 0
#define NETWORK ORDER(0, 1) ORDER(0, 2) ORDER(0, 3) ORDER(0, 4) ORDER(0, 5) ORDER(0, 6) ORDER(0, 7) ORDER(0, 8)
#endif

// Leaves the smaller value in p[a] and the larger in p[b]. Compilers drop the half that is not used.
#define ORDER(a, b)                       \
  {                                       \
    const PIXEL low = LESSER(p[a], p[b]); \
    p[b] = GREATER(p[a], p[b]);           \
    p[a] = low;                           \
  }

PIXEL rank(WINDOW) {
  PIXEL p[KSIZE_X * KSIZE_Y];
  UNROLL for (int dy = -RADIUS_Y; dy <= RADIUS_Y; ++dy) UNROLL for (int dx = -RADIUS_X; dx <= RADIUS_X; ++dx)
      p[(dy + RADIUS_Y) * KSIZE_X + dx + RADIUS_X] = AT(dx, dy);
  NETWORK
  return p[RANK];
}
