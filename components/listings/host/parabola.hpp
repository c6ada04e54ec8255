// The sums of a parabola by least squares, and what they make.
#pragma once

#include <vector>

namespace lenslet::listings {

template <class Real>
struct ParabolaSums {
  Real n = 0, x = 0, xx = 0, xxx = 0, xxxx = 0, y = 0, xy = 0, xxy = 0;
};

// a0, a1 and a2 of a0 + a1 x + a2 x x; NaN where the sums do not say which parabola it is.
std::vector<double> parabola_of(const ParabolaSums<double>& sums);

}  // namespace lenslet::listings
