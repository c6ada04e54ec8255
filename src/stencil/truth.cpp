// Runs an op's reference over an image, sample by sample.
#include "stencil/truth.hpp"

#include <cmath>

#include <fmt/format.h>

namespace lenslet::stencil {
namespace {

class ImageWindow final : public Window {
 public:
  ImageWindow(const Problem& problem, const ImageView& image) : problem_(problem), image_(image) {}

  void move_to(std::int64_t x, std::int64_t y, int channel) {
    x_ = x;
    y_ = y;
    channel_ = channel;
  }

  double at(int dx, int dy) const override {
    const std::int64_t x = border_index(x_ + dx, image_.width(), problem_.border);
    const std::int64_t y = border_index(y_ + dy, image_.height(), problem_.border);
    if (x < 0 || y < 0)
      return store_value(problem_.border_value[static_cast<std::size_t>(channel_)], problem_.input.type);
    return image_.at(x, y, channel_);
  }

  bool inside(int dx, int dy) const override {
    const std::int64_t x = x_ + dx, y = y_ + dy;
    return x >= 0 && x < image_.width() && y >= 0 && y < image_.height();
  }

  WindowPlace place() const override { return {x_, y_, channel_, image_.width(), image_.height()}; }

 private:
  const Problem& problem_;
  const ImageView& image_;
  std::int64_t x_ = 0, y_ = 0;
  int channel_ = 0;
};

// A truth from minus to plus infinity is one that rounding decides: anything goes, NaN too.
bool agrees(double got, Truth truth, PixelType type) {
  if (std::isinf(truth.low) && std::isinf(truth.high) && truth.low < truth.high) return true;
  const double low = store_value(truth.low, type), high = store_value(truth.high, type);
  if (std::isnan(low) || std::isnan(high)) return std::isnan(got);
  return got >= low && got <= high;
}

// By what sums of 16 bits may be off, where the call allows them.
std::vector<Truth> widened(std::vector<Truth> truths, const std::optional<FixedPoint>& fixed) {
  if (!fixed) return truths;
  for (Truth& truth : truths) truth = {truth.low - fixed->error, truth.high + fixed->error};
  return truths;
}

std::vector<Truth> truths(const Problem& problem, const ImageWindow& window, int channel) {
  const bool alpha = problem.keep_alpha && channel == problem.input.channels - 1;
  if (!alpha) return widened(problem.stencil.reference(window), problem.fixed_point);
  const double centre = window.at(0, 0);
  return std::vector<Truth>(problem.stencil.outputs.size(), Truth{centre, centre});
}

std::optional<std::string> difference_at(const Problem& problem, const ImageView& input,
                                         const std::vector<ImageView>& got, Position at, ImageWindow& window) {
  window.move_to(at.x, at.y, at.channel);
  const std::vector<Truth> wanted = truths(problem, window, at.channel);
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double value = got[i].at(at.x, at.y, at.channel);
    if (!agrees(value, wanted[i], problem.output))
      return fmt::format("{} x {}: output '{}' at x {}, y {}, channel {} is {}, not {} to {}", input.width(),
                         input.height(), problem.stencil.outputs[i], at.x, at.y, at.channel, value, wanted[i].low,
                         wanted[i].high);
  }
  return {};
}

}  // namespace

std::optional<std::string> first_difference(const Problem& problem, const ImageView& input,
                                            const std::vector<ImageView>& got) {
  ImageWindow window(problem, input);
  for (std::int64_t y = 0; y < input.height(); ++y)
    for (std::int64_t x = 0; x < input.width(); ++x)
      for (int channel = 0; channel < problem.input.channels; ++channel)
        if (auto difference = difference_at(problem, input, got, {x, y, channel}, window)) return difference;
  return {};
}

std::optional<std::string> first_difference(const Problem& problem, const ImageView& input,
                                            const std::vector<ImageView>& got, std::span<const Position> positions) {
  ImageWindow window(problem, input);
  for (const Position position : positions)
    if (auto difference = difference_at(problem, input, got, position, window)) return difference;
  return {};
}

}  // namespace lenslet::stencil
