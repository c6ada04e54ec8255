// The weights by which Gaussians, one step apart, come nearest to a wider one that ends.
#pragma once

#include <vector>

namespace lenslet::ops {

// The wider one has the standard deviation `sigma` and ends at `end` on both sides, the others have `narrow`, all in
// steps. There is an odd number of weights, centred, with the sum 1.
std::vector<double> fitted_weights(double sigma, double end, double narrow);

}  // namespace lenslet::ops
