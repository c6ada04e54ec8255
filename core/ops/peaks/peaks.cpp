// Adds the stages that list the peaks of scores, compares such lists, and makes images for them.
#include "ops/peaks/peaks.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

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
  const std::int64_t group = group_of(maker.device());
  const ocl::Program program = maker.program(source_of_peaks(scores, rule, group));
  const auto kernel = [&](const char* name) { return graph.kernel(program, name, {static_cast<std::size_t>(group)}); };
  const auto rows = static_cast<std::uint64_t>(scores.size.height);
  const auto width = static_cast<std::int32_t>(scores.size.width), height = static_cast<std::int32_t>(rows);
  const op::GraphValue greatest = graph.scratch(rows, sizeof(float)), least = graph.scratch(1, sizeof(float));
  const op::GraphValue counts = graph.scratch(rows, sizeof(std::int32_t));
  graph.launch_groups(kernel("find_greatest"), rows, scores.values, width, height, greatest);
  graph.launch_groups(kernel("find_least"), 1, greatest, height, rule.part, least);
  graph.launch_groups(kernel("count_peaks"), rows, scores.values, width, height, least, counts);
  graph.launch_groups(kernel("add_counts"), 1, counts, height, Graph::found(0));
  graph.launch_groups(kernel("write_peaks"), rows, scores.values, width, height, least, counts,
                      static_cast<std::int32_t>(scores.left), static_cast<std::int32_t>(scores.top),
                      static_cast<std::int32_t>(room), Graph::output(0));
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
