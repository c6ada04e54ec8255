// Images that miss samples, and plain sums of what they have, in double.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <lenslet/argument_text.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/plan.hpp>

#include "refusal.hpp"
#include "support.hpp"

namespace lenslet::missing {

inline constexpr Size size{24, 17};
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Without a pattern; about a third is missing, a whole corner among it. `missing` is in the first channel, too, what is
// missing in the second is not missing in it.
inline Image sampled(PixelFormat format, double missing, Size whole = size) {
  Image image(whole, format);
  std::int64_t number = 1;
  for (std::int64_t y = 0; y < whole.height; ++y)
    for (std::int64_t x = 0; x < whole.width; ++x)
      for (int c = 0; c < format.channels; ++c, number = number * 7919 % 10007)
        image.set(x, y, c, number % 3 == 0 || (x < 8 && y < 8) ? missing : 20 + static_cast<double>(number % 200));
  return image;
}

struct Taps {
  int width, height;
  std::vector<double> taps;
  double scale = 1, delta = 0;

  Matrix matrix() const { return {height, width, taps}; }
  std::string text() const { return value_text(matrix()); }
  Call call() const { return ops::Filter2d{.mask = matrix(), .scale = scale, .delta = delta}; }
};

// What is in an image, and what the call says lies outside.
class Seen {
 public:
  Seen(const Image& image, const OpOptions& options) : image_(image), options_(options) {}

  bool is_missing(double sample) const {
    return (options_.nodata && sample == store_value(*options_.nodata, image_.format().type)) ||
           (options_.nan == Nan::ignore && std::isnan(sample));
  }

  // NaN where it is missing.
  double at(std::int64_t x, std::int64_t y, int c) const {
    const std::int64_t column = border_index(x, image_.width(), options_.border.value_or(usual_border));
    const std::int64_t row = border_index(y, image_.height(), options_.border.value_or(usual_border));
    const double sample = column < 0 || row < 0
                              ? store_value(options_.border_value[static_cast<std::size_t>(c)], image_.format().type)
                              : image_.at(column, row, c);
    return is_missing(sample) ? nan : sample;
  }

 private:
  const Image& image_;
  const OpOptions& options_;
};

// The result for the window at a place; NaN: it is missing.
inline double by_taps(const Seen& seen, const Taps& mask, std::int64_t x, std::int64_t y, int c) {
  const double centre = seen.at(x, y, c), all = std::accumulate(mask.taps.begin(), mask.taps.end(), 0.0);
  const bool tells_apart = all <= 0 || std::ranges::any_of(mask.taps, [](double tap) { return tap < 0; });
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < mask.taps.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    double sample = seen.at(x + place % mask.width - mask.width / 2, y + place / mask.width - mask.height / 2, c);
    if (std::isnan(sample) && tells_apart) sample = centre;
    if (std::isnan(sample) || mask.taps[i] == 0) continue;
    sum += mask.taps[i] * sample;
    weights += mask.taps[i];
  }
  if (std::isnan(centre) || (!tells_apart && weights == 0)) return nan;
  return (tells_apart ? sum : sum / weights * all) * mask.scale + mask.delta;
}

// Pixels of the element are its taps that are not 0.
inline double by_extreme(const Seen& seen, const Taps& element, bool least, std::int64_t x, std::int64_t y, int c) {
  double found = nan;
  for (std::size_t i = 0; i < element.taps.size(); ++i) {
    const auto place = static_cast<std::int64_t>(i);
    const double sample =
        seen.at(x + place % element.width - element.width / 2, y + place / element.width - element.height / 2, c);
    if (element.taps[i] != 0) found = least ? std::fmin(found, sample) : std::fmax(found, sample);
  }
  return std::isnan(seen.at(x, y, c)) ? nan : found;
}

class MissingTest : public DeviceTest {
 protected:
  static Image run(const Call& call, const std::vector<Image>& images, const OpOptions& options) {
    return session().run(call, images, options).images.front();
  }
  static std::string refused(const Call& call, PixelFormat format, const OpOptions& options) {
    return refusal([&] { run(call, {sampled(format, 7)}, options); });
  }
};

}  // namespace lenslet::missing
