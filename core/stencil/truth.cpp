// Runs an op's reference over an image, sample by sample.
#include "stencil/truth.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "stencil/reads.hpp"

namespace lenslet::stencil {
namespace {

class ImageWindow final : public Window {
 public:
  ImageWindow(const Problem& problem, const std::vector<ImageView>& images) : problem_(problem), images_(images) {}

  void move_to(std::int64_t x, std::int64_t y, int channel) {
    x_ = x;
    y_ = y;
    channel_ = channel;
  }

  double at(int dx, int dy) const override { return of_input(0, dx, dy); }

  double of_input(std::size_t input, int dx, int dy) const override {
    const std::int64_t x = border_index(x_ + dx, width(), problem_.border);
    const std::int64_t y = border_index(y_ + dy, height(), problem_.border);
    const bool outside = x < 0 || y < 0;
    if (outside && problem_.border == Border::centre) return images_.at(input).at(x_, y_, channel_);
    if (outside) return store_value(problem_.border_value[static_cast<std::size_t>(channel_)], problem_.input.type);
    return images_.at(input).at(x, y, channel_);
  }

  bool inside(int dx, int dy) const override {
    const std::int64_t x = x_ + dx, y = y_ + dy;
    return x >= 0 && x < width() && y >= 0 && y < height();
  }

  WindowPlace place() const override { return {x_, y_, channel_, width(), height()}; }

 private:
  std::int64_t width() const { return images_.front().width(); }
  std::int64_t height() const { return images_.front().height(); }

  const Problem& problem_;
  const std::vector<ImageView>& images_;
  std::int64_t x_ = 0, y_ = 0;
  int channel_ = 0;
};

// Whether a result agrees. A truth from minus to plus infinity accepts everything, even NaN.
bool agrees(double got, Truth truth, SampleType type) {
  if (std::isinf(truth.low) && std::isinf(truth.high) && truth.low < truth.high) return true;
  const double low = store_value(truth.low, type), high = store_value(truth.high, type);
  if (std::isnan(low) || std::isnan(high)) return std::isnan(got);
  return got >= low && got <= high;
}

// Widens truths by the error of sums of 16 bits or of f16, where the call allows them.
std::vector<Truth> widened(std::vector<Truth> truths, const Problem& problem, const Window& window) {
  if (problem.half_sums) return widened(std::move(truths), *problem.half_sums, problem.stencil, window);
  if (!problem.fixed_point) return truths;
  const double error = problem.fixed_point->error;
  for (Truth& truth : truths) truth = {truth.low - error, truth.high + error};
  return truths;
}

std::vector<Truth> truths(const Problem& problem, const ImageWindow& window, int channel) {
  const bool alpha = problem.keep_alpha && channel == problem.input.channels - 1;
  if (!alpha) return widened(problem.stencil.reference(window), problem, window);
  const double centre = window.at(0, 0);
  return std::vector<Truth>(problem.stencil.outputs.size(), Truth{centre, centre});
}

std::optional<std::string> difference_at(const Problem& problem, const ImageView& input,
                                         const std::vector<ImageView>& got, Position at, ImageWindow& window) {
  const Radius margin = margin_of(problem);
  window.move_to(at.x + margin.x, at.y + margin.y, at.channel);
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

std::optional<std::string> first_difference(const Problem& problem, const std::vector<ImageView>& inputs,
                                            const std::vector<ImageView>& got) {
  const ImageView& input = inputs.front();
  ImageWindow window(problem, inputs);
  for (std::int64_t y = 0; y < got.front().height(); ++y)
    for (std::int64_t x = 0; x < got.front().width(); ++x)
      for (int channel = 0; channel < problem.input.channels; ++channel)
        if (auto difference = difference_at(problem, input, got, {x, y, channel}, window)) return difference;
  return {};
}

std::optional<std::string> first_difference(const Problem& problem, const std::vector<ImageView>& inputs,
                                            const std::vector<ImageView>& got, std::span<const Position> positions) {
  const ImageView& input = inputs.front();
  ImageWindow window(problem, inputs);
  for (const Position position : positions)
    if (auto difference = difference_at(problem, input, got, position, window)) return difference;
  return {};
}

}  // namespace lenslet::stencil
