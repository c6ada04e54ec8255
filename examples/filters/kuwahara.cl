/*
name: kuwahara
summary: Smooth like a painting: flat areas become flat, edges stay.
details: Of the four squares of (radius + 1)^2 pixels that have the pixel in a corner, the mean of the one whose samples
  vary least; of equal ones the first: upper left, upper right, lower left, lower right.
parameter: integer radius = 2 (1 to 4) pixels: How far the squares reach.
window: 2*radius+1
*/

#define SIDE (radius + 1)
#define COUNT ((float)(SIDE * SIDE))

// The square whose upper left pixel is (left, top), where it varies less than what was found.
#define TAKE_SQUARE(left, top)                                    \
  {                                                               \
    PIXEL sum = 0.0f, squares = 0.0f;                             \
    UNROLL for (int dy = 0; dy < SIDE; ++dy)                      \
      UNROLL for (int dx = 0; dx < SIDE; ++dx) {                  \
        const PIXEL sample = AT((left) + dx, (top) + dy);         \
        sum += sample;                                            \
        squares += sample * sample;                               \
      }                                                           \
    const PIXEL spread = squares * COUNT - sum * sum;             \
    mean = select(mean, sum / COUNT, isless(spread, least));      \
    least = fmin(least, spread);                                  \
  }

PIXEL kuwahara(WINDOW) {
  PIXEL mean = AT(0, 0), least = INFINITY;
  TAKE_SQUARE(-radius, -radius)
  TAKE_SQUARE(0, -radius)
  TAKE_SQUARE(-radius, 0)
  TAKE_SQUARE(0, 0)
  return mean;
}
