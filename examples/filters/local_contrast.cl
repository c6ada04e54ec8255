/*
name: local_contrast
summary: Stretch each pixel's difference from its surroundings.
details: out = m + amount * (in - m) / (1 + s / detail), where m is the mean and s the standard deviation of the window;
  detail is in shares of white. What differs little from its surroundings is stretched most.
parameter: integer radius = 3 (1 to 7) pixels: How far the surroundings reach.
parameter: real amount = 2 (0 to 10): How much differences grow where all is flat.
parameter: real detail = 0.1 (0.001 to 1): The deviation for which they grow half as much.
window: 2*radius+1
tolerance: 1e-5
*/

PIXEL local_contrast(WINDOW) {
  PIXEL sum = 0.0f, squares = 0.0f;
  UNROLL for (int dy = -radius; dy <= radius; ++dy)
    UNROLL for (int dx = -radius; dx <= radius; ++dx) {
      const PIXEL difference = AT(dx, dy) - AT(0, 0);
      sum += difference;
      squares += difference * difference;
    }
  const float count = (float)((2 * radius + 1) * (2 * radius + 1));
  const PIXEL mean = sum / count;
  const PIXEL deviation = sqrt(fmax(squares / count - mean * mean, 0.0f));
  return AT(0, 0) + mean - amount * mean / (1.0f + deviation / (detail * WHITE));
}
