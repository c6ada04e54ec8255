// Where the pixels of a result lie in the image that it was made of.
#pragma once

namespace lenslet {

// Places are counted in pixels from the top left corner of an image's first pixel, whose middle is (0.5, 0.5). The
// result's place (x, y) shows (xx x + xy y + x0, yx x + yy y + y0) of the first input: after crop x=3 y=5 x0 is 3 and
// y0 is 5, and after resize scale=0.5 xx and yy are 2.
struct Placement {
  double xx = 1, xy = 0, x0 = 0;
  double yx = 0, yy = 1, y0 = 0;

  bool is_known = true;  // else no more than turned() is true

  bool turned() const { return xx == 0 && yy == 0; }  // the result's rows are columns, as after a quarter turn
  bool operator==(const Placement&) const = default;
};

// Returns the placement of an image that lies at `inner` in another, which lies at `outer` in a third one: of a region
// of a result {.x0 = region.x, .y0 = region.y} within the result's placement.
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
