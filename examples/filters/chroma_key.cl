/*
name: chroma_key
summary: Put a picture in front of another where it has not the colour of the screen behind it.
details: The distance of a pixel's colour from the screen's, without brightness, decides: below `near` the background is
  seen, from `near` + `soft` on the foreground, and between both a mixture. Colours are in shares of white.
inputs: foreground, background
pixels: 3
parameter: real red = 0 (0 to 1): The screen's red.
parameter: real green = 1 (0 to 1): The screen's green.
parameter: real blue = 0 (0 to 1): The screen's blue.
parameter: real near = 0.3 (0 to 2): How far a colour may be from the screen's.
parameter: real soft = 0.1 (0.001 to 2): How wide the edge is.
tolerance: 1e-5
*/

// The two colour differences of a pixel that is 1 where white is.
VALUES cb(VALUES r, VALUES g, VALUES b) { return -0.168736f * r - 0.331264f * g + 0.5f * b; }
VALUES cr(VALUES r, VALUES g, VALUES b) { return 0.5f * r - 0.418688f * g - 0.081312f * b; }

void chroma_key(PIXELS) {
  const VALUES r = IN(0, 0) / WHITE, g = IN(0, 1) / WHITE, b = IN(0, 2) / WHITE;
  const VALUES u = cb(r, g, b) - cb(ALL(red), ALL(green), ALL(blue));
  const VALUES v_difference = cr(r, g, b) - cr(ALL(red), ALL(green), ALL(blue));
  const VALUES distance = sqrt(u * u + v_difference * v_difference);
  const VALUES share = clamp((distance - near) / soft, 0.0f, 1.0f);
  for (int c = 0; c < 3; ++c) OUT(0, c) = IN(1, c) + share * (IN(0, c) - IN(1, c));
}
