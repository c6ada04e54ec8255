/*
name: hexagonal_bokeh
summary: Blur as a lens with six blades does: bright spots become hexagons.
details: The mean of the samples in a hexagon with two corners beside the pixel, each weighted by
  1 + highlights * (sample / white)^4.
parameter: integer radius = 4 (1 to 8) pixels: From the hexagon's centre to its corners.
parameter: real highlights = 8 (0 to 1000): How much more bright samples weigh.
window: 2*radius+1
tolerance: 1e-5
*/

// Rows are 13/15 of a side high, which is sin 60 degrees but for 0.0007.
#define IN_HEXAGON(dx, dy) \
  (15 * abs(dy) <= 13 * radius && 26 * abs(dx) + 15 * abs(dy) <= 26 * radius)

PIXEL hexagonal_bokeh(WINDOW) {
  PIXEL sum = 0.0f, weights = 0.0f;
  UNROLL for (int dy = -radius; dy <= radius; ++dy)
    UNROLL for (int dx = -radius; dx <= radius; ++dx)
      if (IN_HEXAGON(dx, dy)) {
        const PIXEL sample = AT(dx, dy), share = sample / WHITE, square = share * share;
        const PIXEL weight = 1.0f + highlights * square * square;
        sum += weight * sample;
        weights += weight;
      }
  return sum / weights;
}
