// The truth of watershed: costs by a queue, and labels in the order of costs.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>
#include <random>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "op/random_value.hpp"
#include "ops/connected/connected.hpp"
#include "ops/watershed/watershed.hpp"

namespace lenslet::ops {
namespace {

// A level, whose first part is 1 for NaN, and the steps since water rose to it.
using Level = std::pair<int, double>;
struct FloodCost {
  Level level{2, 0};  // none
  std::int64_t steps = 0;

  auto operator<=>(const FloodCost&) const = default;
};

class FloodTruth {
 public:
  FloodTruth(const op::Instance& problem, const op::HostValues& in)
      : size_(in.image(0).size()), neighbours_(neighbours_of(problem)), line_(problem.arguments.flag("line")) {
    for (std::int64_t y = 0; y < size_.height; ++y)
      for (std::int64_t x = 0; x < size_.width; ++x) {
        const double v = in.image(0).at(x, y, 0);
        const bool open = in.size() < 3 || in.image(2).at(x, y, 0) != 0;
        levels_.push_back(std::isnan(v) ? Level{1, 0} : Level{0, v});
        open_.push_back(open);
        labels_.push_back(open ? static_cast<std::int32_t>(in.image(1).at(x, y, 0)) : 0);
      }
    costs_.resize(levels_.size());
    flood();
    spread();
  }

  // With lines, which are found in the finished labels.
  std::int32_t label(std::size_t i) const {
    if (!line_ || labels_[i] == 0 || costs_[i].steps == 0) return labels_[i];
    const std::vector<std::size_t> near = around(i);
    const bool is_line = std::ranges::any_of(near, [&](std::size_t at) {
      const bool is_before = costs_[at].steps == 0 || std::tie(costs_[at], at) < std::tie(costs_[i], i);
      return costs_[at] != FloodCost{} && is_before && labels_[at] != labels_[i];
    });
    return is_line ? 0 : labels_[i];
  }

 private:
  std::vector<std::size_t> around(std::size_t i) const {
    const auto x = static_cast<std::int64_t>(i) % size_.width, y = static_cast<std::int64_t>(i) / size_.width;
    std::vector<std::size_t> found;
    for (std::int64_t dy = -1; dy <= 1; ++dy)
      for (std::int64_t dx = -1; dx <= 1; ++dx) {
        if ((dx == 0 && dy == 0) || (neighbours_ == 4 && dx != 0 && dy != 0)) continue;
        if (x + dx < 0 || y + dy < 0 || x + dx >= size_.width || y + dy >= size_.height) continue;
        found.push_back(static_cast<std::size_t>((y + dy) * size_.width + x + dx));
      }
    return found;
  }

  void flood() {
    using Place = std::pair<FloodCost, std::size_t>;
    std::priority_queue<Place, std::vector<Place>, std::greater<>> open;
    const auto reach = [&](std::size_t i, const FloodCost& cost) {
      if (!open_[i] || cost >= costs_[i]) return;
      costs_[i] = cost;
      open.emplace(cost, i);
    };
    for (std::size_t i = 0; i < labels_.size(); ++i)
      if (labels_[i] != 0) reach(i, {levels_[i], 0});
    while (!open.empty()) {
      const auto [cost, i] = open.top();
      open.pop();
      if (cost != costs_[i]) continue;
      for (const std::size_t at : around(i))
        reach(at, levels_[at] > cost.level ? FloodCost{levels_[at], 1} : FloodCost{cost.level, cost.steps + 1});
    }
  }

  void spread() {
    std::vector<std::size_t> order(levels_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return costs_[i]; });
    for (const std::size_t i : order) {
      if (costs_[i] == FloodCost{} || costs_[i].steps == 0) continue;
      const std::vector<std::size_t> near = around(i);
      labels_[i] = labels_[*std::ranges::min_element(near, {}, [&](std::size_t at) { return costs_[at]; })];
    }
  }

  Size size_;
  int neighbours_;
  bool line_;
  std::vector<Level> levels_;
  std::vector<bool> open_;
  std::vector<std::int32_t> labels_;
  std::vector<FloodCost> costs_;
};

// Heights of several kinds: noise with few ties or many, slopes, plateaus, and walls with a winding way between them.
double height_at(std::string_view what, std::int64_t x, std::int64_t y, std::mt19937& random) {
  const auto noise = static_cast<double>(random() % 1000);
  if (what == "flat") return 7;
  if (what == "noise") return noise / 4;
  if (what == "levels") return std::floor(noise / 250);
  if (what == "hills")
    return std::floor(100 + 60 * std::sin(static_cast<double>(x) / 6) * std::cos(static_cast<double>(y) / 5) +
                      noise / 200);
  const bool is_wall = y % 4 == 3, is_gate = x % 64 == (y / 4 % 2 == 0 ? 0 : 63);
  return is_wall && !is_gate ? 200 : noise / 100;
}

Image heights(std::string_view what, const ImageType& type, std::uint32_t seed) {
  Image image(type.size, type.format);
  std::mt19937 random(seed);
  for (std::int64_t y = 0; y < type.size.height; ++y)
    for (std::int64_t x = 0; x < type.size.width; ++x) image.set(x, y, 0, height_at(what, x, y, random));
  return image;
}

// One pixel in `sparseness` is a marker.
Image markers(const ImageType& type, std::int64_t sparseness, std::uint32_t seed) {
  Image image(type.size, type.format);
  std::mt19937 random(seed);
  for (std::int64_t y = 0; y < type.size.height; ++y)
    for (std::int64_t x = 0; x < type.size.width; ++x) {
      const bool is_one = static_cast<std::int64_t>(random()) % sparseness == 0;
      const double sign = min_value(type.format.type) < 0 && random() % 4 == 0 ? -1 : 1;
      image.set(x, y, 0, is_one ? sign * static_cast<double>(1 + random() % 9) : 0);
    }
  return image;
}

}  // namespace

std::optional<std::string> watershed_mismatch(const op::Instance& problem, const op::HostValues& in,
                                              const op::HostValues& out) {
  const Image& got = out.image(0);
  const FloodTruth truth(problem, in);
  std::size_t i = 0;
  for (std::int64_t y = 0; y < got.height(); ++y)
    for (std::int64_t x = 0; x < got.width(); ++x, ++i)
      if (const std::int32_t wanted = truth.label(i); got.at(x, y, 0) != wanted)
        return fmt::format("({}, {}) has the label {}, not {}", x, y, got.at(x, y, 0), wanted);
  return {};
}

std::vector<op::Case> watershed_cases(int effort) {
  using enum SampleType;
  constexpr const char* pictures[] = {"noise", "hills", "levels", "walls", "flat"};
  constexpr Size sizes[] = {{97, 71}, {1, 1}, {301, 7}, {64, 130}, {1, 90}, {129, 140}};
  constexpr SampleType marker_types[] = {i32, u8, u16};
  constexpr std::int64_t sparse[] = {60, 700, 3, 1 << 30};
  const std::vector<SampleType> types = usual_types(ValueKind::image);
  std::vector<op::Case> cases;
  const std::size_t count = effort > 1 ? 60 : effort == 1 ? 24 : 10;
  for (std::size_t i = 0; i < count; ++i) {
    const auto seed = static_cast<std::uint32_t>(i);
    const char* what = pictures[i % std::size(pictures)];
    const ImageType type{{types[(i + i / 5) % types.size()], 1}, sizes[(i + i / 6) % std::size(sizes)]};
    const ImageType marks{{marker_types[i / 2 % std::size(marker_types)], 1}, type.size};
    const bool masked = i % 3 == 2;
    op::Case one{
        {"watershed", {{"neighbours", std::string(i % 2 == 0 ? "4" : "8")}, {"line", i % 4 == 3}, {"masked", masked}}},
        {heights(what, type, seed), markers(marks, sparse[i / 3 % std::size(sparse)], seed)},
        fmt::format("{}, {} x {}, {}", to_string(type.format), type.size.width, type.size.height, what)};
    if (masked) one.inputs.emplace_back(heights("levels", {{types[i % types.size()], 1}, type.size}, seed + 1));
    cases.push_back(std::move(one));
  }
  const ImageType floats{{f32, 1}, {67, 45}};
  cases.push_back({{"watershed"},
                   {op::random_value(floats, array::Fill::special, 5), markers({{i32, 1}, floats.size}, 40, 5)},
                   "f32, special values"});
  return cases;
}

}  // namespace lenslet::ops
