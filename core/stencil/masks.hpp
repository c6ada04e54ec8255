// The masks that ops share, and linear stencils made of masks. Makers throw invalid_argument for a bad size.
#pragma once

#include <vector>

#include <lenslet/pixel.hpp>

#include "stencil/stencil.hpp"

namespace lenslet::stencil {

using Taps = std::vector<double>;  // of one dimension

inline constexpr int max_mask = 127;    // pixels a side
inline constexpr int max_window = 255;  // of ops whose cost hardly grows with it

// The rank-1 mask whose tap at (x, y) is row[x] * column[y].
Mask outer(const Taps& row, const Taps& column);

Mask box_mask(int width, int height);             // all ones; for an even side zeros at its end make it odd
Mask plus_mask(double centre, double neighbour);  // 3 x 3, no corners

// OpenCV's getGaussianKernel. A sigma of 0 means 0.3 * ((ksize - 1) / 2 - 1) + 0.8, or a table of near-binomial taps
// where ksize is 1, 3, 5, 7 or 9.
Taps gaussian_taps(int ksize, double sigma);

// OpenCV's size for a sigma: the odd number near 6 sigma for u8, 8 sigma for the other types.
int gaussian_ksize(double sigma, SampleType type);

// OpenCV's getDerivKernels for Sobel: `order` differences and ksize - 1 - order means of neighbours.
Taps derivative_taps(int order, int ksize);

// ksize 1, 3, 5 or 7. With ksize 1 a derivative's direction has 3 taps and there is no smoothing across it.
Mask sobel_mask(int order_x, int order_y, int ksize);

// ksize 1: the 4 neighbours; 3, 5, 7: the sum of both second Sobel derivatives.
Mask laplacian_mask(int ksize);

// First derivative in x. 3: weights 3 and 10. 5, 7, 9: six taps at distance s = (ksize - 1) / 2, weights
// w = 1 / (2 s (10/3 + 2)) and 10/3 w, so that a ramp of slope 1 gives 1 (the KAZE features' scaled Scharr).
Mask scharr_mask(int ksize);

Mask transposed(const Mask& mask);
Mask rotated(const Mask& mask);  // by half a turn: correlation with the rotated mask is convolution

// The outputs scale * (mask . window) + delta, one per mask.
Stencil linear(std::vector<Mask> masks, double scale, double delta, SampleType type);

}  // namespace lenslet::stencil
