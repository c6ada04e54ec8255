// Scores of corners by rings of pixels (FAST). A pixel's score is the greatest level that more than half of its ring, all
// neighbours, exceeds on one side of the pixel. All arcs are looked at together, by least and greatest values of arcs of
// 2, 4 and 8 pixels; vectors of pixels none of which can be a corner are left early.

#ifndef RING
#define RING 16      // pixels: 16, 12 or 8
#define SCORE U8
#define VECTORS 1    // of a work-item
#endif
#define MARGIN 3     // at the image's edges, where nothing is a corner

#if RING == 16
#define ARC 9
__constant int ring_x[RING] = {0, 1, 2, 3, 3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1};
__constant int ring_y[RING] = {3, 3, 2, 1, 0, -1, -2, -3, -3, -3, -2, -1, 0, 1, 2, 3};
#elif RING == 12
#define ARC 7
__constant int ring_x[RING] = {0, 1, 2, 2, 2, 1, 0, -1, -2, -2, -2, -1};
__constant int ring_y[RING] = {2, 2, 1, 0, -1, -2, -2, -2, -1, 0, 1, 2};
#else
#define ARC 5
__constant int ring_x[RING] = {0, 1, 1, 1, 0, -1, -1, -1};
__constant int ring_y[RING] = {1, 1, 0, -1, -1, -1, 0, 1};
#endif

// Differences of samples: of u8 in i16, of u16 in i32.
#if TYPE == U8
#define DIFFERENCE short
#elif TYPE == U16
#define DIFFERENCE int
#else
#define DIFFERENCE float
#endif
#define DIFFERENCES VECTOR(DIFFERENCE)
#if TYPE == F16
#define DIFFERENCES_AT(p) HALVES(p)
#else
#define DIFFERENCES_AT(p) CONVERT(DIFFERENCE, LOAD_LOOSE(p))
#endif
#if VEC == 1
#define ANY(v) (v)
#else
#define ANY(v) any(v)
#endif
#if TYPE == F16 || TYPE == F32
#define LESSER(a, b) fmin(a, b)
#define GREATER(a, b) fmax(a, b)
#else
#define LESSER(a, b) min(a, b)
#define GREATER(a, b) max(a, b)
#endif

// The greatest, over all arcs, of an arc's least value.
INLINE DIFFERENCES best_arc(const DIFFERENCES ring[RING]) {
  DIFFERENCES twos[RING], fours[RING], best;
#pragma unroll
  for (int k = 0; k < RING; ++k) twos[k] = LESSER(ring[k], ring[(k + 1) % RING]);
#pragma unroll
  for (int k = 0; k < RING; ++k) fours[k] = LESSER(twos[k], twos[(k + 2) % RING]);
#pragma unroll
  for (int k = 0; k < RING; ++k) {
#if ARC == 9
    const DIFFERENCES arc = LESSER(LESSER(fours[k], fours[(k + 4) % RING]), ring[(k + 8) % RING]);
#elif ARC == 7
    const DIFFERENCES arc = LESSER(fours[k], fours[(k + 3) % RING]);
#else
    const DIFFERENCES arc = LESSER(fours[k], ring[(k + 4) % RING]);
#endif
    best = k == 0 ? arc : GREATER(best, arc);
  }
  return best;
}

#define RING_AT(k) DIFFERENCES_AT(row + ring_y[k] * image_stride + ring_x[k])

// Of two opposite pixels of the ring one belongs to each arc.
INLINE bool may_be_corner(__global const ELEMENT *row, const long image_stride, const DIFFERENCES centre,
                          const DIFFERENCES threshold) {
  const DIFFERENCES a = RING_AT(0), b = RING_AT(RING / 2), c = RING_AT(RING / 4), d = RING_AT(3 * RING / 4);
  const DIFFERENCES above = LESSER(GREATER(a, b), GREATER(c, d)), below = GREATER(LESSER(a, b), LESSER(c, d));
  return ANY(above - centre > threshold) || ANY(centre - below > threshold);
}

// Writes the scores of the pixels within the margins. The last vector of a row ends where the row does.
__kernel void score_corners(IMAGE_IN(image), __global ELEMENT_OF(SCORE) *restrict scores, const float threshold) {
  const int width = image_width - 2 * MARGIN, y = get_global_id(1), first = get_global_id(0) * VECTORS;
  const DIFFERENCES least = (DIFFERENCES)(DIFFERENCE)threshold;
  for (int v = first; v < min(first + VECTORS, DIVIDE_UP(width, VEC)); ++v) {
    const int x = min(v * VEC, width - VEC);
    __global const ELEMENT *row = ROW(image, y + MARGIN) + x + MARGIN;
    const DIFFERENCES centre = DIFFERENCES_AT(row);
    DIFFERENCES best = 0;
    if (may_be_corner(row, image_stride, centre, least)) {
      DIFFERENCES above[RING], below[RING];
#pragma unroll
      for (int k = 0; k < RING; ++k) {
        above[k] = RING_AT(k) - centre;
        below[k] = -above[k];
      }
      best = GREATER(best_arc(above), best_arc(below));
      best = best > least ? best : (DIFFERENCES)0;
    }
    ELEMENT_OF(SCORE) lanes[VEC];
    KEEP(CONVERT(ELEMENT_OF(SCORE), best), lanes);
    for (int lane = 0; lane < VEC; ++lane) scores[(long)y * width + x + lane] = lanes[lane];
  }
}
