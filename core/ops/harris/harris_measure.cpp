// What the ops of Harris's measure say alike, and its truth.
#include <algorithm>
#include <cmath>
#include <utility>

#include "ops/harris/harris.hpp"
#include "ops/outside.hpp"
#include "ops/parameters.hpp"
#include "ops/peaks/peaks.hpp"
#include "stencil/reads.hpp"

namespace lenslet::ops {
namespace {

constexpr double most_block = 31;

// Derivatives, and the sum of the absolute values of their terms.
struct Slopes {
  double across = 0, down = 0, size = 0;
};

class Measure {
 public:
  Measure(const op::Instance& problem, const Image& image)
      : problem_(problem),
        image_(image),
        taps_(harris_taps(problem)),
        scale_(harris_scale(problem)),
        block_(problem.arguments.integer("block")) {
    for (std::int64_t y = 0; y < image.height(); ++y)
      for (std::int64_t x = 0; x < image.width(); ++x) slopes_.push_back(slopes_at(x, y));
  }

  Response at(std::int64_t x, std::int64_t y) const {
    double xx = 0, xy = 0, yy = 0, size = 0;
    for (std::int64_t j = 0; j < block_; ++j)
      for (std::int64_t i = 0; i < block_; ++i) {
        const std::int64_t column = placed(x + i - block_ / 2, image_.width());
        const std::int64_t row = placed(y + j - block_ / 2, image_.height());
        if (column < 0 || row < 0) continue;
        const Slopes& slopes = slopes_[static_cast<std::size_t>(row * image_.width() + column)];
        xx += slopes.across * slopes.across;
        xy += slopes.across * slopes.down;
        yy += slopes.down * slopes.down;
        size += slopes.size * slopes.size;
      }
    constexpr double roundings = 200;
    const double k = problem_.arguments.real("k"), trace = xx + yy, all = static_cast<double>(block_ * block_);
    return {xx * yy - xy * xy - k * trace * trace,
            (roundings + 4 * all) * 0x1p-24 * size * size * (1 + 4 * k) + 0x1p-120};
  }

 private:
  std::int64_t placed(std::int64_t place, std::int64_t size) const {
    return border_index(place, size, problem_.border);
  }

  Slopes slopes_at(std::int64_t x, std::int64_t y) const {
    Slopes slopes;
    const auto side = std::ssize(taps_.smooth);
    for (std::int64_t j = 0; j < side; ++j)
      for (std::int64_t i = 0; i < side; ++i) {
        const std::int64_t column = placed(x + i - side / 2, image_.width());
        const std::int64_t row = placed(y + j - side / 2, image_.height());
        const double v = (column < 0 || row < 0 ? problem_.border_value[0] : image_.at(column, row, 0)) * scale_;
        const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
        slopes.across += taps_.slope[a] * taps_.smooth[b] * v;
        slopes.down += taps_.smooth[a] * taps_.slope[b] * v;
        slopes.size += std::abs(v) * taps_.smooth[a] * taps_.smooth[b];
      }
    return slopes;
  }

  const op::Instance& problem_;
  const Image& image_;
  HarrisTaps taps_;
  double scale_;
  std::int64_t block_;
  std::vector<Slopes> slopes_;
};

}  // namespace

HarrisTaps harris_taps(const op::Instance& problem) {
  const std::string& aperture = problem.arguments.text("aperture");
  if (aperture == "scharr") return {{3, 10, 3}, {-1, 0, 1}, 8};
  if (aperture == "5") return {{1, 4, 6, 4, 1}, {-1, -2, 0, 2, 1}, 16};
  if (aperture == "7") return {{1, 6, 15, 20, 15, 6, 1}, {-1, -4, -5, 0, 5, 4, 1}, 64};
  return {{1, 2, 1}, {-1, 0, 1}, 4};
}

double harris_scale(const op::Instance& problem) {
  const double white = max_value(problem.inputs.image(0).format.type);
  return 1 / (harris_taps(problem).sum * problem.arguments.integer("block") * white);
}

std::vector<Parameter> harris_parameters() {
  return {integer_parameter("block", "Side of the window.", 2, 1, most_block, "pixels"),
          {.name = "aperture",
           .summary = "Side of the derivatives' masks; scharr: 3, weighed by Scharr.",
           .kind = ParameterKind::choice,
           .initial = std::string("3"),
           .choices = {"3", "5", "7", "scharr"}},
          {.name = "k",
           .summary = "How much edges are less than corners.",
           .kind = ParameterKind::real,
           .initial = 0.04,
           .minimum = 0,
           .maximum = 1}};
}

Rect harris_reads(const op::Instance& problem, const Rect& region, std::size_t) {
  const int derivative = static_cast<int>(harris_taps(problem).smooth.size()) / 2;
  const int reach = problem.arguments.integer("block") / 2 + derivative;
  return stencil::reads_of(region, {reach, reach}, problem.border, problem.inputs.image(0).size);
}

std::vector<Response> true_responses(const op::Instance& problem, const Image& image) {
  const Measure measure(problem, image);
  std::vector<Response> responses;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x) responses.push_back(measure.at(x, y));
  return responses;
}

std::vector<op::Case> harris_cases(const std::string& op, int effort) {
  constexpr Size sizes[] = {{97, 71}, {1, 1}, {64, 40}, {301, 7}, {5, 60}, {33, 34}};
  constexpr const char* apertures[] = {"3", "5", "scharr", "7"};
  constexpr Border borders[] = {Border::reflect101, Border::replicate, Border::constant, Border::wrap, Border::reflect};
  std::vector<op::Case> cases;
  const std::size_t count = effort > 1 ? 40 : effort == 1 ? 12 : 8;
  for (std::size_t i = 0; i < count; ++i) {
    const ImageType type{{filter_types[i % std::size(filter_types)], 1}, sizes[i % std::size(sizes)]};
    op::Case one{{op,
                  {{"block", static_cast<std::int64_t>(2 + i % 4)},
                   {"aperture", std::string(apertures[i / 2 % std::size(apertures)])}}},
                 {image_of_corners(type, static_cast<std::uint32_t>(i))},
                 to_string(type)};
    one.options.border = borders[i % std::size(borders)];
    if (op == "harris") one.call.arguments["radius"] = static_cast<std::int64_t>(1 + i % 3);
    cases.push_back(std::move(one));
  }
  return cases;
}

}  // namespace lenslet::ops
