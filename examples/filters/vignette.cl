/*
name: vignette
summary: Darken the corners, as a lens does.
details: out = in * (1 - strength * t^2 * (3 - 2 t)), where t runs from 0 at `inner` to 1 at the corners; both are
  distances from the centre, as shares of half the diagonal.
parameter: real strength = 0.5 (0 to 1): How much darker the corners become.
parameter: real inner = 0.3 (0 to 0.99): Where darkening begins.
window: 1
tolerance: 1e-5
*/

PIXEL vignette(WINDOW) {
  const PIXEL dx = X - 0.5f * (WIDTH - 1.0f), dy = Y - 0.5f * (HEIGHT - 1.0f);
  const PIXEL distance = sqrt((dx * dx + dy * dy) / (0.25f * (WIDTH * WIDTH + HEIGHT * HEIGHT)));
  const PIXEL t = clamp((distance - inner) / (1.0f - inner), 0.0f, 1.0f);
  return AT(0, 0) * (1.0f - strength * t * t * (3.0f - 2.0f * t));
}
