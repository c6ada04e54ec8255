// Adds the stages that list the peaks of scores, compares such lists, and makes images for them.
#include "ops/peaks/peaks.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::int64_t point_columns = 3;
constexpr double most_points = 1 << 28;

// More than one point in so many pixels would be noise.
std::int64_t usual_points(Size image) {
  constexpr std::int64_t pixels_of_point = 64, least = 1024, most = 1 << 18;
  return std::clamp(image.width * image.height / pixels_of_point, least, most);
}

std::int64_t group_of(const DeviceInfo& device) {
  constexpr std::size_t wanted = 128;
  return device.kind == DeviceKind::cpu ? 1 : static_cast<std::int64_t>(std::min(device.max_group, wanted));
}

op::Source source_of_peaks(const Scores& scores, const PeakRule& rule, std::int64_t group) {
  op::Source source({"image.cl", "peaks.cl"});
  source.define("SCORE", op::code_of(scores.type)).define("RADIUS", rule.radius).define("STRICT", rule.strict ? 1 : 0);
  source.define("TAKEN", rule.taken).define("GROUP", group).define("CHANNELS", 1);
  return source;
}

// The stages of a list. Where a work-item has a row, it marks the row's peaks, from which the list is made.
class PeakStages {
 public:
  PeakStages(Graph& graph, const op::Maker& maker, const Scores& scores, const PeakRule& rule)
      : graph_(graph),
        scores_(scores),
        rule_(rule),
        group_(group_of(maker.device())),
        program_(maker.program(source_of_peaks(scores, rule, group_))),
        rows_(static_cast<std::uint64_t>(scores.size.height)),
        least_(graph.scratch(1, sizeof(float))),
        counts_(graph.scratch(rows_, sizeof(std::int32_t))) {}

  void add(std::int64_t room) {
    find_least();
    if (group_ == 1 && scores_.type != SampleType::f16) {
      const auto words = static_cast<std::uint64_t>(divide_up(scores_.size.width, 64));
      const op::GraphValue marks = graph_.scratch(rows_ * words, sizeof(std::uint64_t));
      by_rows("mark_peaks", least_, marks, counts_);
      add_counts();
      write("list_peaks", marks, room);
    } else {
      by_rows("count_peaks", least_, counts_);
      add_counts();
      write("write_peaks", least_, room);
    }
  }

 private:
  op::GraphKernel kernel(const char* name) const {
    return graph_.kernel(program_, name, {static_cast<std::size_t>(group_)});
  }
  template <class... Arguments>
  void by_rows(const char* name, const Arguments&... arguments) {
    graph_.launch_groups(kernel(name), rows_, scores_.values, static_cast<std::int32_t>(scores_.size.width),
                         static_cast<std::int32_t>(rows_), arguments...);
  }

  // Above 0, where no part of the greatest is asked for.
  void find_least() {
    const op::GraphValue greatest = graph_.scratch(rows_, sizeof(float));
    const bool asked = rule_.part > 0, by_vectors = group_ == 1 && scores_.type != SampleType::f16;
    if (asked) by_rows(by_vectors ? "find_greatest_of_row" : "find_greatest", greatest);
    graph_.launch_groups(kernel("find_least"), 1, greatest, static_cast<std::int32_t>(asked ? rows_ : 0), rule_.part,
                         least_);
  }
  void add_counts() {
    graph_.launch_groups(kernel("add_counts"), 1, counts_, static_cast<std::int32_t>(rows_), Graph::found(0));
  }
  void write(const char* name, op::GraphValue marks_or_least, std::int64_t room) {
    by_rows(name, marks_or_least, counts_, static_cast<std::int32_t>(scores_.left),
            static_cast<std::int32_t>(scores_.top), static_cast<std::int32_t>(room), Graph::output(0));
  }

  Graph& graph_;
  const Scores& scores_;
  const PeakRule& rule_;
  std::int64_t group_;
  ocl::Program program_;
  std::uint64_t rows_;
  op::GraphValue least_, counts_;
};

}  // namespace

void check_one_channel(const std::string& op, const ImageType& image) {
  if (image.format.channels != 1)
    throw Error(ErrorKind::invalid_argument, fmt::format("{}: the image is {}; allowed: 1 channel, as 'grey' makes it",
                                                         op, to_string(image.format)));
}

Operand points_operand() {
  return counted_operand("points", {"x", "y", "response"}, "points");
}

Parameter points_parameter() {
  return {.name = "points",
          .summary = "The most points; if there are more, all are refused. auto: as many as there are.",
          .kind = ParameterKind::integer,
          .initial = std::string("auto"),
          .minimum = 1,
          .maximum = most_points,
          .automatic = true};
}

ArrayType points_type(const op::Arguments& arguments, Size image) {
  const std::int64_t rows = arguments.integer_or_auto("points").value_or(usual_points(image));
  return {SampleType::f32, {rows, point_columns}, true};
}

void add_peaks(Graph& graph, const op::Maker& maker, const Scores& scores, const PeakRule& rule, std::int64_t room) {
  PeakStages(graph, maker, scores, rule).add(room);
}

std::optional<std::string> wrong_points(const Array& list, const std::vector<Point>& points) {
  const std::int64_t rows = list.type().shape.front();
  for (std::int64_t i = 0; i < std::min(rows, std::ssize(points)); ++i) {
    const Point& point = points[static_cast<std::size_t>(i)];
    const double x = list.at(point_columns * i), y = list.at(point_columns * i + 1),
                 response = list.at(point_columns * i + 2);
    if (x != point.x || y != point.y || !(std::abs(response - point.response) <= point.bound))
      return fmt::format("point {} is ({}, {}) with {}, not ({}, {}) with {}", i, x, y, response, point.x, point.y,
                         point.response);
  }
  if (rows == std::ssize(points)) return {};
  return fmt::format("the list has {} points, not {}", rows, points.size());
}

Image image_of_corners(const ImageType& type, std::uint32_t seed) {
  Image image(type.size, type.format);
  std::mt19937 random(seed);
  const auto below = [&random](std::int64_t limit) { return static_cast<std::int64_t>(random()) % limit; };
  const double white = max_value(type.format.type);
  for (int i = 0; i < 40; ++i) {
    const Rect box{below(type.size.width), below(type.size.height), 1 + below(30), 1 + below(30)};
    const double level = white * static_cast<double>(below(256)) / 255;
    for (std::int64_t y = box.y; y < std::min(box.y + box.height, type.size.height); ++y)
      for (std::int64_t x = box.x; x < std::min(box.x + box.width, type.size.width); ++x)
        image.set(x, y, 0, level + (below(8) == 0 ? white * static_cast<double>(below(64)) / 512 : 0));
  }
  return image;
}

}  // namespace lenslet::ops
