// Lists corners by Harris's measure.
#include "ops/harris/harris.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "ops/parameters.hpp"
#include "ops/peaks/peaks.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

OpInfo describe_harris() {
  std::vector<Parameter> parameters = harris_parameters();
  parameters.push_back({.name = "threshold",
                        .summary = "The least response of a corner, as a part of the greatest in the image.",
                        .kind = ParameterKind::real,
                        .initial = 0.01,
                        .minimum = 0,
                        .maximum = 1});
  parameters.push_back(integer_parameter("radius", "How far a corner's response is the greatest.", 1, 1, 16, "pixels"));
  parameters.push_back(points_parameter());
  return {.name = "harris",
          .summary = "A list of corners, by Harris's measure.",
          .details =
              "A list of f32 with the column, the row and the response of each corner, row by row, each from "
              "the left. A corner's response is above 0, above the threshold times the greatest, and the "
              "greatest in a square of radius pixels round it; of equal ones in reach the first is meant. " +
              std::string(harris_formula) +
              "Responses equal OpenCV's cornerHarris; harris_response makes an image of them. It needs the "
              "whole image: no strips, no regions.",
          .parameters = std::move(parameters),
          .outputs = {points_operand()},
          .inputs = {{"image", Reads::whole}},
          .synonyms = {"harriscorners", "cornerpeaks", "harrisdetector"}};
}

op::Types harris_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  check_one_channel("harris", inputs.image(0));
  return {points_type(arguments, inputs.image(0).size)};
}

op::Graph harris_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const Scores scores{add_responses(graph, problem, schedule, maker), SampleType::f32, problem.inputs.image(0).size};
  add_peaks(graph, maker, scores,
            {problem.arguments.integer("radius"), false, static_cast<float>(problem.arguments.real("threshold"))},
            problem.outputs[0].shape.front());
  return graph;
}

// Which pixels are corners whatever rounding does, and which may be.
class Corners {
 public:
  Corners(const op::Instance& problem, const Image& image)
      : responses_(true_responses(problem, image)),
        size_(image.size()),
        radius_(problem.arguments.integer("radius")),
        part_(static_cast<float>(problem.arguments.real("threshold"))) {
    for (const Response& response : responses_) {
      least_greatest_ = std::max(least_greatest_, response.value - response.bound);
      most_greatest_ = std::max(most_greatest_, response.value + response.bound);
    }
  }

  const Response& at(std::int64_t x, std::int64_t y) const {
    return responses_[static_cast<std::size_t>(y * size_.width + x)];
  }
  bool is_certain(std::int64_t x, std::int64_t y) const {
    const double low = at(x, y).value - at(x, y).bound;
    return low > part_ * most_greatest_ * rounding && exceeds(low, x, y, 1);
  }
  bool may_be(std::int64_t x, std::int64_t y) const {
    const double high = at(x, y).value + at(x, y).bound;
    return high > 0 && high * rounding >= part_ * least_greatest_ && exceeds(high, x, y, -1);
  }

 private:
  static constexpr double rounding = 1 + 0x1p-20;

  // Whether a response exceeds those of all others in reach, at the ends of their bounds.
  bool exceeds(double response, std::int64_t x, std::int64_t y, int side) const {
    for (std::int64_t row = std::max<std::int64_t>(y - radius_, 0); row <= std::min(y + radius_, size_.height - 1);
         ++row)
      for (std::int64_t column = std::max<std::int64_t>(x - radius_, 0);
           column <= std::min(x + radius_, size_.width - 1); ++column) {
        const Response& other = at(column, row);
        const double end = other.value + side * other.bound;
        if ((column != x || row != y) && (side > 0 ? end >= response : end > response)) return false;
      }
    return true;
  }

  std::vector<Response> responses_;
  Size size_;
  std::int64_t radius_;
  double part_, least_greatest_ = 0, most_greatest_ = 0;
};

std::optional<std::string> wrong_corner(const Corners& corners, double x, double y, double response) {
  const auto column = static_cast<std::int64_t>(x), row = static_cast<std::int64_t>(y);
  const Response& wanted = corners.at(column, row);
  if (!corners.may_be(column, row)) return fmt::format("({}, {}) is in the list, and no corner", x, y);
  if (std::abs(response - wanted.value) <= wanted.bound) return {};
  return fmt::format("({}, {}) has the response {}, not {}", x, y, response, wanted.value);
}

std::optional<std::string> harris_mismatch(const op::Instance& problem, const op::HostValues& in,
                                           const op::HostValues& out) {
  const Image& image = in.image(0);
  const Array& list = out[0];
  const Corners corners(problem, image);
  const std::int64_t rows = list.type().shape.front();
  std::int64_t next = 0;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x) {
      const bool is_next =
          next < rows && list.at(3 * next) == static_cast<double>(x) && list.at(3 * next + 1) == static_cast<double>(y);
      if (!is_next && corners.is_certain(x, y)) return fmt::format("({}, {}) is a corner, and not in the list", x, y);
      if (!is_next) continue;
      if (auto wrong = wrong_corner(corners, list.at(3 * next), list.at(3 * next + 1), list.at(3 * next + 2)))
        return wrong;
      ++next;
    }
  if (next == rows) return {};
  return fmt::format("point {} of {} is out of order, or outside", next, rows);
}

}  // namespace

op::Op harris() {
  op::Op op = harris_op(describe_harris());
  op.outputs = harris_outputs;
  op.make = harris_make;
  op.mismatch = harris_mismatch;
  op.typical.fills = {array::Fill::equal};  // noise has more corners than the list has room for
  op.cases = [](int effort) { return harris_cases("harris", effort); };
  return op;
}

}  // namespace lenslet::ops
