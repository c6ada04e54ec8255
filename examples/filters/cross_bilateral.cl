/*
name: cross_bilateral
summary: Smooth one picture and keep the edges of another, as a photograph without flash by the one with flash.
details: A mean of `image` in which a pixel counts exp(-(distance / reach)^2 / 2) exp(-(difference / contrast)^2 / 2),
  where the difference is that of `guide`, in shares of white; the reach is half of the radius.
inputs: image, guide
parameter: integer radius = 3 (1 to 5) pixels: How far pixels count.
parameter: real contrast = 0.1 (0.001 to 1): Which differences of the guide are edges, as a share of white.
window: 2*radius+1
tolerance: 1e-5
*/

PIXEL cross_bilateral(WINDOW) {
  const PIXEL centre = AT(1, 0, 0);
  const float reach = 0.5f * radius, sharp = -0.5f / (contrast * contrast * WHITE * WHITE);
  PIXEL sum = 0.0f, weights = 0.0f;
  UNROLL for (int dy = -radius; dy <= radius; ++dy)
    UNROLL for (int dx = -radius; dx <= radius; ++dx) {
      const PIXEL difference = AT(1, dx, dy) - centre;
      const PIXEL weight = exp(difference * difference * sharp - 0.5f * (dx * dx + dy * dy) / (reach * reach));
      sum += weight * AT(0, dx, dy);
      weights += weight;
    }
  return sum / weights;
}
