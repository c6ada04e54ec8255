// Lists corners by rings of pixels: FAST, features from accelerated segment test.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "op/random_value.hpp"
#include "ops/level_check.hpp"
#include "ops/parameters.hpp"
#include "ops/peaks/peaks.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::int64_t fast_margin = 3;
constexpr char fast_details[] =
    "A list of f32 with the column, the row and the response of each corner, row by row, each from the left. A pixel "
    "is "
    "a corner if more than half of the pixels on a ring round it, all neighbours on the ring, are all brighter than it "
    "by more than the threshold, or all darker. Rings have 16 pixels at distance 3, 12 at distance 2, or 8 at distance "
    "1; arcs have 9, 7 and 5. The response is the greatest threshold with which the pixel is still a corner; of "
    "floats, the least with which it is none. With nonmax only corners are left whose response is greater than those "
    "of "
    "all eight neighbours. Nothing within 3 pixels of the edges is a corner. The threshold is in units of the samples. "
    "Rosten and Drummond 2006. Equals OpenCV's FAST of 16 pixels, where for nonmax=off responses are 0; with 12 and 8 "
    "OpenCV leaves out corners that its first test overlooks. It needs the whole image: "
    "no "
    "strips, no regions.";

OpInfo describe_fast() {
  return {.name = "fast",
          .summary = "A list of corners, by rings of pixels that are all brighter or all darker.",
          .details = fast_details,
          .parameters = {{.name = "threshold",
                          .summary = "By how much pixels of the ring differ.",
                          .kind = ParameterKind::real,
                          .initial = 10.0,
                          .minimum = 0,
                          .maximum = 65535},
                         {.name = "ring",
                          .summary = "How many pixels the ring has.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("16"),
                          .choices = {"16", "12", "8"}},
                         {.name = "nonmax",
                          .summary = "Whether neighbouring corners with a lesser response are left out.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("on"),
                          .choices = {"on", "off"}},
                         points_parameter()},
          .outputs = {points_operand()},
          .inputs = {{"image", Reads::whole}},
          .synonyms = {"fastfeaturedetector", "cornerfast", "fastcorners"}};
}

op::Types fast_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  check_one_channel("fast", inputs.image(0));
  check_level("fast", "threshold", arguments.real("threshold"), inputs.image(0).format.type);
  return {points_type(arguments, inputs.image(0).size)};
}

// Differences of integers are whole. A response of 0 exceeds that of no neighbour, which is 0
// where there is no corner.
double threshold_of(const op::Instance& problem) {
  const double threshold = problem.arguments.real("threshold");
  const SampleType type = problem.inputs.image(0).format.type;
  if (!is_integer(type)) return static_cast<double>(static_cast<float>(threshold));
  return std::max(std::floor(threshold), problem.arguments.text("nonmax") == "on" ? 1.0 : 0.0);
}

SampleType score_type(SampleType type) {
  return is_integer(type) ? type : SampleType::f32;
}

Size scored_size(Size image) {
  return {image.width - 2 * fast_margin, image.height - 2 * fast_margin};
}

// An image without pixels inside the margins has no corners.
void add_no_points(Graph& graph) {
  graph.host("no points", {Graph::found(0)}, [](const Graph& bound) {
    const std::uint32_t none = 0;
    bound.queue().write(bound.buffer(Graph::found(0)), 0, std::as_bytes(std::span(&none, 1)));
  });
}

op::Graph fast_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const ImageType& image = problem.inputs.image(0);
  const Size size = scored_size(image.size);
  if (size.width < 1 || size.height < 1) {
    add_no_points(graph);
    return graph;
  }
  const SampleType type = image.format.type, score = score_type(type);
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t lanes = size.width < schedule.number("v") ? 1 : schedule.number("v");
  const std::int64_t vectors = group == 1 ? 4096 : 1;
  op::Source source({"image.cl", "fast.cl"});
  source.define("TYPE", op::code_of(type)).define("CHANNELS", 1).define("RING", problem.arguments.text("ring"));
  source.define("SCORE", op::code_of(score)).define("VEC", lanes).define("VECTORS", vectors);
  source.define("LOOSE", maker.device().kind == DeviceKind::cpu ? 1 : 0);
  const op::GraphValue scores = graph.scratch(static_cast<std::uint64_t>(size.width * size.height), size_of(score));
  const auto items = static_cast<std::size_t>(divide_up(divide_up(size.width, lanes), vectors));
  graph.launch(graph.kernel(maker.program(source), "score_corners", {group}),
               ocl::Range{round_up(items, group), static_cast<std::size_t>(size.height)}, Graph::input(0), scores,
               static_cast<float>(threshold_of(problem)));
  const bool nonmax = problem.arguments.text("nonmax") == "on";
  add_peaks(graph, maker, {scores, score, size, fast_margin, fast_margin},
            {nonmax ? 1 : 0, true, 0, is_integer(type) ? 1 : 0}, problem.outputs[0].shape.front());
  return graph;
}

struct RingPlace {
  int x, y;
};

std::vector<RingPlace> ring_of(const std::string& ring) {
  if (ring == "8") return {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
  if (ring == "12")
    return {{0, 2}, {1, 2}, {2, 1}, {2, 0}, {2, -1}, {1, -2}, {0, -2}, {-1, -2}, {-2, -1}, {-2, 0}, {-2, 1}, {-1, 2}};
  return {{0, 3},  {1, 3},   {2, 2},   {3, 1},   {3, 0},  {3, -1}, {2, -2}, {1, -3},
          {0, -3}, {-1, -3}, {-2, -2}, {-3, -1}, {-3, 0}, {-3, 1}, {-2, 2}, {-1, 3}};
}

// The greatest level that an arc exceeds on one side; 0 where that is no more than the threshold. Floats differ in f32.
double score_at(const Image& image, const std::vector<RingPlace>& ring, double threshold, std::int64_t x,
                std::int64_t y) {
  const std::size_t arc = ring.size() / 2 + 1;
  double best = threshold;
  for (std::size_t first = 0; first < ring.size(); ++first)
    for (const int sign : {1, -1}) {
      double least = INFINITY;
      for (std::size_t k = first; k < first + arc; ++k) {
        const RingPlace& place = ring[k % ring.size()];
        const double difference = sign * (image.at(x + place.x, y + place.y, 0) - image.at(x, y, 0));
        least = std::min(least, static_cast<double>(static_cast<float>(difference)));
      }
      best = std::max(best, least);
    }
  return best > threshold ? best : 0;
}

std::vector<double> scores_of(const op::Instance& problem, const Image& image) {
  const Size size = scored_size(image.size());
  const std::vector<RingPlace> ring = ring_of(problem.arguments.text("ring"));
  std::vector<double> scores;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      scores.push_back(score_at(image, ring, threshold_of(problem), x + fast_margin, y + fast_margin));
  return scores;
}

bool is_greatest(const std::vector<double>& scores, Size size, std::int64_t x, std::int64_t y) {
  const auto at = [&](std::int64_t column, std::int64_t row) {
    return scores[static_cast<std::size_t>(row * size.width + column)];
  };
  for (std::int64_t row = std::max<std::int64_t>(y - 1, 0); row <= std::min(y + 1, size.height - 1); ++row)
    for (std::int64_t column = std::max<std::int64_t>(x - 1, 0); column <= std::min(x + 1, size.width - 1); ++column)
      if ((column != x || row != y) && at(column, row) >= at(x, y)) return false;
  return true;
}

std::optional<std::string> fast_mismatch(const op::Instance& problem, const op::HostValues& in,
                                         const op::HostValues& out) {
  const Image& image = in.image(0);
  const Size size = scored_size(image.size());
  std::vector<Point> points;
  if (size.width > 0 && size.height > 0) {
    const std::vector<double> scores = scores_of(problem, image);
    const bool nonmax = problem.arguments.text("nonmax") == "on";
    const double taken = is_integer(image.format().type) ? 1 : 0;
    for (std::int64_t y = 0, i = 0; y < size.height; ++y)
      for (std::int64_t x = 0; x < size.width; ++x, ++i)
        if (const double score = scores[static_cast<std::size_t>(i)]; score > 0)
          if (!nonmax || is_greatest(scores, size, x, y))
            points.push_back(
                {static_cast<double>(x + fast_margin), static_cast<double>(y + fast_margin), score - taken});
  }
  return wrong_points(out[0], points);
}

std::vector<op::Case> fast_cases(int effort) {
  constexpr Size sizes[] = {{97, 71}, {7, 7}, {64, 130}, {301, 41}, {3, 50}, {23, 40}};
  constexpr const char* rings[] = {"16", "12", "16", "8"};
  std::vector<op::Case> cases;
  const std::size_t count = effort > 1 ? 48 : effort == 1 ? 16 : 8;
  for (std::size_t i = 0; i < count; ++i) {
    const ImageType type{{filter_types[i % std::size(filter_types)], 1}, sizes[i % std::size(sizes)]};
    const double threshold = max_value(type.format.type) * static_cast<double>(i % 5) / 16;
    cases.push_back({{"fast",
                      {{"threshold", threshold},
                       {"ring", std::string(rings[i % std::size(rings)])},
                       {"nonmax", std::string(i % 3 == 2 ? "off" : "on")}}},
                     {image_of_corners(type, static_cast<std::uint32_t>(i))},
                     fmt::format("{}, threshold {}", to_string(type), threshold)});
  }
  const ImageType bytes{{SampleType::u8, 1}, {40, 30}};
  cases.push_back({{"fast", {{"threshold", 255.0}}}, {image_of_corners(bytes, 1)}, "u8, a threshold of white"});
  return cases;
}

}  // namespace

op::Op fast() {
  op::Op op = op::whole_op(describe_fast());
  op.outputs = fast_outputs;
  op.space = [](const op::Instance&, const DeviceInfo&) -> op::Dimensions {
    return {op::numbers("group", {1, 64, 128, 256}), op::numbers("v", {1, 4, 16})};
  };
  op.initial = [](const op::Instance&, const DeviceInfo& device) {
    const bool is_cpu = device.kind == DeviceKind::cpu;
    return DimensionSchedule({{"group", is_cpu ? "1" : "128"}, {"v", is_cpu ? "16" : "1"}});
  };
  op.make = fast_make;
  op.mismatch = fast_mismatch;
  op.cases = fast_cases;
  op.typical.fills = {array::Fill::small, array::Fill::equal};  // noise has more corners than the list has room for
  return op;
}

}  // namespace lenslet::ops
