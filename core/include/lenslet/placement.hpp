// Where the pixels of a result lie in the image that the result was made of.
#pragma once

#pragma GCC visibility push(default)
namespace lenslet {

// Maps places of a result to places of its first input. Places are in pixels from the image's top left corner, so that
// the middle of the first pixel is (0.5, 0.5). The result's place (x, y) shows the input's place (xx x + xy y + x0, yx
// x + yy y + y0). After crop x=3 y=5, x0 is 3 and y0 is 5. After resize scale=0.5, xx and yy are 2.
struct Placement {
  double xx = 1, xy = 0, x0 = 0;
  double yx = 0, yy = 1, y0 = 0;

  bool is_known = true;  // false: the numbers mean nothing, but turned() is right

  // Rows of the result are columns of the input, as after a quarter turn.
  bool turned() const { return xx == 0 && yy == 0; }
  bool operator==(const Placement&) const = default;
};

// Joins two placements. Image A lies in image B as `inner` says, and B lies in image C as `outer` says. Returns how A
// lies in C. Where A is a region of B, `inner` is {.x0 = region.x, .y0 = region.y}.
inline Placement within(const Placement& outer, const Placement& inner) {
  return {outer.xx * inner.xx + outer.xy * inner.yx,
          outer.xx * inner.xy + outer.xy * inner.yy,
          outer.xx * inner.x0 + outer.xy * inner.y0 + outer.x0,
          outer.yx * inner.xx + outer.yy * inner.yx,
          outer.yx * inner.xy + outer.yy * inner.yy,
          outer.yx * inner.x0 + outer.yy * inner.y0 + outer.y0,
          outer.is_known && inner.is_known};
}

}  // namespace lenslet
#pragma GCC visibility pop
