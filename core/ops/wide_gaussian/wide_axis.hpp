// One direction of a wide Gaussian: what is summed for each place, in three stages.
//
// `down` makes samples on a coarse grid, D pixels apart, by a Gaussian that lets nothing through that the grid cannot
// hold. `mid` blurs the grid, by weights with which the three together come as near as they can to the Gaussian whose
// taps end at 4 sigma. `up` makes pixels again, by the same Gaussian between the grid's samples. Aliases are below
// 1e-6; what is left is that a grid cannot end as abruptly as the taps do, where these are 0.0003 of the greatest. The
// grid continues beyond the image as far as `mid` and `up` reach. `down` makes it there from the pixels that the border
// says, so that the other stages know no border.
#pragma once

#include <cstdint>
#include <vector>

#include <lenslet/border.hpp>

namespace lenslet::ops {

// Weighted sums, for each place of a stage's result: the taps from begins[place] to begins[place + 1], and rests[place]
// times the value outside a constant border.
struct WideSums {
  std::vector<std::int32_t> begins{0}, places;
  std::vector<float> weights, rests;

  std::int64_t count() const { return static_cast<std::int64_t>(rests.size()); }
};

// The places `begin` to `end` of a stage.
struct WideSpan {
  std::int64_t begin = 0, end = 0;

  std::int64_t length() const { return end - begin; }
};

// What each stage needs for a stretch of the result.
struct WideSpans {
  WideSpan source, grid, blurred, result;
};

class WideAxis {
 public:
  WideAxis(double sigma, std::int64_t length, Border border);

  const WideSums& down() const { return down_; }
  const WideSums& mid() const { return mid_; }
  const WideSums& up() const { return up_; }

  // What lies beyond the image is left out: memory is also planned for launches that are larger than it.
  WideSpans spans(std::int64_t begin, std::int64_t end) const;

 private:
  WideSums down_, mid_, up_;
};

// No pixel further away than this is read for a pixel of the result.
int wide_reach(double sigma);

// What results may differ from the Gaussian whose taps end at 4 sigma, as a share of the distance of the greatest and
// least sample: half the sum of the taps' differences, in two directions, of all sigma up to 1000. An image whose
// samples are the greatest exactly where a tap is too large has that; beside one edge it is a tenth of it.
inline constexpr double wide_error = 1.2e-4;

// Taps of the truth, normalised, from -radius to radius.
std::vector<double> wide_taps(double sigma);

}  // namespace lenslet::ops
