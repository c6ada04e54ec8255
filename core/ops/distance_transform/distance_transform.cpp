// Measures how far each pixel is from the nearest 0.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "op/image_truth.hpp"
#include "ops/connected/connected.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::int64_t word_rows = 64;
constexpr char distance_details[] =
    "The least distance from a pixel to one that is 0, in f32; infinity in an image without 0. l2: the root of the sum "
    "of squares, exact but for the rounding of the root; l1: the sum of the steps to the side and up or down; "
    "chessboard: the greater of both. NaN is not 0. Equals SciPy's distance_transform_edt, and distance_transform_cdt "
    "with taxicab and chessboard, where there is a 0, and OpenCV's distanceTransform with DIST_L2 and "
    "DIST_MASK_PRECISE, DIST_L1 and DIST_C. It needs the whole image: no strips, no regions.";

OpInfo describe_distance() {
  return {.name = "distance_transform",
          .summary = "The distance of each pixel from the nearest one that is 0.",
          .details = distance_details,
          .parameters = {{.name = "metric",
                          .summary = "How distances are measured.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("l2"),
                          .choices = {"l1", "chessboard", "l2"}}},
          .outputs = {"out"},
          .inputs = {{"image", Reads::whole, types_to_32_bits()}},
          .synonyms = {"distancetransform", "bwdist", "distancetransformedt", "distancetransformcdt", "edt"}};
}

op::Types distance_outputs(const op::Arguments&, const op::Types& inputs) {
  check_regions("distance_transform", inputs.image(0));
  return std::vector<ValueType>{ImageType{{SampleType::f32, 1}, inputs.image(0).size}};
}

// Whether squares of distances do not fit 31 bits.
bool is_wide(Size size) {
  return size.width * size.width + size.height * size.height >= std::numeric_limits<std::int32_t>::max();
}

op::Source source_of_distances(const op::Instance& problem, std::size_t group, std::int64_t columns) {
  const std::string& metric = problem.arguments.text("metric");
  op::Source source({"image.cl", "distance_transform.cl"});
  source.define("METRIC", metric == "l1" ? "L1" : metric == "l2" ? "L2" : "CHESSBOARD").define("COLUMNS", columns);
  source.define("WIDE", is_wide(problem.inputs.image(0).size) ? 1 : 0)
      .define("GROUP", static_cast<std::int64_t>(group));
  define_bits(source, problem.inputs.image(0).format.type);
  return source;
}

// CPUs get columns side by side, whose loops become vectors, and few lists. GPUs get a pixel or a row each.
op::Graph distance_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const auto [width, height] = problem.inputs.image(0).size;
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t columns = group == 1 ? 256 : 1, words = divide_up(height, word_rows);
  const ocl::Program program = maker.program(source_of_distances(problem, group, columns));
  const auto kernel = [&](const char* name) { return graph.kernel(program, name, {group}); };
  const auto along = [&](std::int64_t items, std::int64_t rows) {
    return ocl::Range{round_up(static_cast<std::size_t>(items), group), static_cast<std::size_t>(rows)};
  };
  const op::GraphValue zeros = graph.scratch(static_cast<std::uint64_t>(words * width), sizeof(std::uint64_t));
  const op::GraphValue far = graph.scratch(static_cast<std::uint64_t>(width * height), sizeof(std::int32_t));
  graph.launch(kernel("find_zeros"), along(divide_up(width, columns), words), Graph::input(0), zeros);
  graph.launch(kernel("measure_columns"), along(divide_up(width, columns), words), zeros, far,
               static_cast<std::int32_t>(width), static_cast<std::int32_t>(height));
  if (schedule.word("way") == "search") {
    graph.launch(kernel("search_rows"), along(width, height), far, Graph::output(0));
    return graph;
  }
  const std::size_t items =
      round_up(std::min<std::size_t>(static_cast<std::size_t>(height), group == 1 ? 64 : 4096), group);
  const op::GraphValue lists = graph.scratch(2 * items * static_cast<std::uint64_t>(width), sizeof(std::int32_t));
  graph.launch(kernel("divide_rows"), ocl::Range{items}, far, lists, Graph::output(0));
  return graph;
}

struct Zero {
  std::int64_t x, y;
};

double distance_between(const std::string& metric, std::int64_t across, std::int64_t along) {
  const auto x = static_cast<double>(std::abs(across)), y = static_cast<double>(std::abs(along));
  if (metric == "l1") return x + y;
  return metric == "l2" ? x * x + y * y : std::max(x, y);
}

// Compares with all zeros, one by one. Squares are compared, so that there is one root for each pixel.
std::optional<std::string> distance_mismatch(const op::Instance& problem, const op::HostValues& in,
                                             const op::HostValues& out) {
  const Image& image = in.image(0);
  const std::string& metric = problem.arguments.text("metric");
  std::vector<Zero> zeros;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      if (image.at(x, y, 0) == 0) zeros.push_back({x, y});
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int) -> op::Range {
    double best = std::numeric_limits<double>::infinity();
    if (image.at(x, y, 0) == 0) best = 0;
    for (std::size_t i = 0; i < zeros.size() && best > 0; ++i)
      best = std::min(best, distance_between(metric, zeros[i].x - x, zeros[i].y - y));
    if (metric != "l2" || best == 0 || std::isinf(best)) return {best, best};
    constexpr double rounding = 0x1p-22;  // of the sum of squares, and of a root that may be 3 units off
    return {std::sqrt(best) * (1 - rounding), std::sqrt(best) * (1 + rounding)};
  });
}

DimensionSchedule distance_initial(const DeviceInfo& device) {
  const bool is_cpu = device.kind == DeviceKind::cpu;
  return DimensionSchedule({{"way", is_cpu ? "lists" : "search"}, {"group", is_cpu ? "1" : "128"}});
}

}  // namespace

op::Op distance_transform() {
  op::Op op;
  op.info = describe_distance();
  set_regions(op);
  op.outputs = distance_outputs;
  op.make = distance_make;
  op.mismatch = distance_mismatch;
  op.space = [](const op::Instance&, const DeviceInfo&) -> op::Dimensions {
    return {op::words("way", {"search", "lists"}), op::numbers("group", {1, 64, 128, 256})};
  };
  op.initial = [](const op::Instance&, const DeviceInfo& device) { return distance_initial(device); };
  op.rule = [](const op::Instance&, const DeviceInfo& device, const DimensionSchedule& schedule) {
    return op::group_rule(schedule, device);
  };
  op.cases = [](int effort) {
    const auto metric = [](const char* name) { return op::ArgumentMap{{"metric", std::string(name)}}; };
    return region_cases("distance_transform", types_to_32_bits(), {metric("l2"), metric("l1"), metric("chessboard")},
                        effort);
  };
  return op;
}

}  // namespace lenslet::ops
