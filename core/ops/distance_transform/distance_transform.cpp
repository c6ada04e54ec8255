// Measures how far each pixel is from the nearest 0.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"
#include "op/image_truth.hpp"
#include "ops/connected/volume.hpp"
#include "rounding.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::int64_t word_rows = 64;
constexpr char distance_details[] =
    "The least distance from a pixel to one that is 0, in f32; infinity in an image without 0. l2: the root of the sum "
    "of squares, exact but that squares above 2^24 are rounded to f32 before the root is; l1: the sum of the steps to "
    "the side and up or down; chessboard: the greater of both. NaN is not 0. Equals SciPy's distance_transform_edt, "
    "and distance_transform_cdt with taxicab and chessboard, where there is a 0, and OpenCV's distanceTransform with "
    "DIST_L2 and DIST_MASK_PRECISE, DIST_L1 and DIST_C. A volume is "
    "an image whose `pages` lie one below another; a page is one step from the next, as pixels are. It needs the whole "
    "image: no strips, no regions.";

OpInfo describe_distance() {
  return {.name = "distance_transform",
          .summary = "The distance of each pixel from the nearest one that is 0.",
          .details = distance_details,
          .parameters = {{.name = "metric",
                          .summary = "How distances are measured.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("l2"),
                          .choices = {"l1", "chessboard", "l2"}},
                         pages_parameter()},
          .outputs = {"out"},
          .inputs = {{"image", Reads::whole, all_sample_types()}},
          .synonyms = {"distancetransform", "bwdist", "distancetransformedt", "distancetransformcdt", "edt"}};
}

// The kernels take greater distances along columns for those of columns without 0.
constexpr std::int64_t longest_side = 1 << 29;

op::Types distance_outputs(const op::Arguments& arguments, const op::Types& inputs) {
  check_regions("distance_transform", inputs.image(0));
  page_rows_of("distance_transform", arguments, inputs.image(0));
  const Size size = inputs.image(0).size;
  if (std::max(size.width, size.height) > longest_side)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("distance_transform: the image has {} x {} pixels; allowed: sides of 1 to {}", size.width,
                            size.height, longest_side));
  return std::vector<ValueType>{ImageType{{SampleType::f32, 1}, size}};
}

// The sides of a volume.
struct VolumeSides {
  std::int64_t width, rows, pages;
};

VolumeSides sides_of(const op::Instance& problem) {
  const ImageType& image = problem.inputs.image(0);
  const std::int64_t rows = page_rows_of("distance_transform", problem.arguments, image);
  return {image.size.width, rows, image.size.height / rows};
}

// Whether squares of distances do not fit 31 bits.
bool is_wide(const VolumeSides& sides) {
  const std::int64_t pages = sides.pages > 1 ? sides.pages * sides.pages : 0;
  return sides.width * sides.width + sides.rows * sides.rows + pages >= std::numeric_limits<std::int32_t>::max();
}

op::Source source_of_distances(const op::Instance& problem, std::size_t group, std::int64_t columns) {
  const std::string& metric = problem.arguments.text("metric");
  op::Source source({"image.cl", "distance_transform.cl"});
  source.define("METRIC", metric == "l1" ? "L1" : metric == "l2" ? "L2" : "CHESSBOARD").define("COLUMNS", columns);
  const VolumeSides sides = sides_of(problem);
  if (sides.pages > 1) source.define("PAGE_ROWS", sides.rows);
  source.define("WIDE", is_wide(sides) ? 1 : 0).define("GROUP", static_cast<std::int64_t>(group));
  define_bits(source, problem.inputs.image(0).format.type);
  return source;
}

// Adds the stage that goes along rows. `results` is an image as a kernel's arguments.
void add_distances_in_rows(Graph& graph, const ocl::Program& program, const DimensionSchedule& schedule, Size size,
                           op::GraphValue columns, std::vector<op::Argument> results) {
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const auto height = static_cast<std::size_t>(size.height);
  results.insert(results.begin(), columns);
  if (schedule.word("way") == "search") {
    const ocl::Range range{round_up(static_cast<std::size_t>(size.width), group), height};
    return graph.launch_with(graph.kernel(program, "search_rows", {group}), range, std::move(results));
  }
  constexpr std::int64_t searched = 192;  // see LIST_SIZE of distance_transform.cl
  const std::size_t items = round_up(std::min<std::size_t>(height, group == 1 ? 64 : 4096), group);
  const std::int64_t list = group == 1 ? 3 * size.width + searched : 2 * size.width;
  results.insert(results.begin() + 1, graph.scratch(items * static_cast<std::uint64_t>(list), sizeof(std::int32_t)));
  graph.launch_with(graph.kernel(program, "divide_rows", {group}), ocl::Range{items}, std::move(results));
}

// CPUs get columns side by side, whose loops become vectors, and few lists. GPUs get a pixel or a row each.
op::Graph distance_make(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker) {
  Graph graph(maker);
  const auto [width, height] = problem.inputs.image(0).size;
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const VolumeSides sides = sides_of(problem);
  const std::int64_t columns = group == 1 ? 256 : 1, words = divide_up(sides.rows, word_rows) * sides.pages;
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
  // Pages of a volume have distances of their own, which are joined last.
  const op::GraphValue own = sides.pages > 1
                                 ? graph.scratch(static_cast<std::uint64_t>(width * height),
                                                 is_wide(sides) ? sizeof(std::int64_t) : sizeof(std::int32_t))
                                 : Graph::output(0);
  std::vector<op::Argument> results{own};
  if (sides.pages > 1)
    results = {own, std::int64_t{0}, width, static_cast<std::int32_t>(width), static_cast<std::int32_t>(height)};
  add_distances_in_rows(graph, program, schedule, {width, height}, far, results);
  if (sides.pages > 1)
    graph.launch(kernel("search_pages"), along(divide_up(width, columns), height), own, Graph::output(0));
  return graph;
}

struct Zero {
  std::int64_t x, y, page;
};

double distance_between(const std::string& metric, const Zero& a, const Zero& b) {
  const auto step = [](std::int64_t from, std::int64_t to) { return static_cast<double>(std::abs(from - to)); };
  const double x = step(a.x, b.x), y = step(a.y, b.y), page = step(a.page, b.page);
  if (metric == "l1") return x + y + page;
  return metric == "l2" ? x * x + y * y + page * page : std::max({x, y, page});
}

// Compares with all zeros, one by one. Squares are compared, so that there is one root for each pixel.
std::optional<std::string> distance_mismatch(const op::Instance& problem, const op::HostValues& in,
                                             const op::HostValues& out) {
  const Image& image = in.image(0);
  const std::string& metric = problem.arguments.text("metric");
  const std::int64_t rows = sides_of(problem).rows;
  std::vector<Zero> zeros;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      if (image.at(x, y, 0) == 0) zeros.push_back({x, y % rows, y / rows});
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int) -> op::Range {
    double best = std::numeric_limits<double>::infinity();
    if (image.at(x, y, 0) == 0) best = 0;
    for (std::size_t i = 0; i < zeros.size() && best > 0; ++i)
      best = std::min(best, distance_between(metric, zeros[i], {x, y % rows, y / rows}));
    if (metric != "l2" || best == 0 || std::isinf(best)) return {best, best};
    constexpr double rounding = 0x1p-22;  // of the sum of squares, and of a root that may be 3 units off
    return {std::sqrt(best) * (1 - rounding), std::sqrt(best) * (1 + rounding)};
  });
}

// A search may look at a whole row for each pixel, where zeros are far. In wide images that takes too long.
DimensionSchedule distance_initial(std::int64_t width, const DeviceInfo& device) {
  constexpr std::int64_t widest_search = 4096;
  const bool is_cpu = device.kind == DeviceKind::cpu, has_lists = is_cpu || width > widest_search;
  return DimensionSchedule({{"way", has_lists ? "lists" : "search"}, {"group", is_cpu ? "1" : "128"}});
}

}  // namespace

op::Op distance_transform() {
  op::Op op = op::whole_op(describe_distance());
  op.typical.fills = {array::Fill::small, array::Fill::equal};
  op.outputs = distance_outputs;
  op.make = distance_make;
  op.mismatch = distance_mismatch;
  op.space = [](const op::Instance&, const DeviceInfo&) -> op::Dimensions {
    return {op::words("way", {"search", "lists"}), op::numbers("group", {1, 64, 128, 256})};
  };
  op.initial = [](const op::Instance& problem, const DeviceInfo& device) {
    return distance_initial(problem.inputs.image(0).size.width, device);
  };
  op.cases = [](int effort) {
    const auto metric = [](const char* name) { return op::ArgumentMap{{"metric", std::string(name)}}; };
    std::vector<op::Case> cases = region_cases("distance_transform", all_sample_types(),
                                               {metric("l2"), metric("l1"), metric("chessboard")}, effort);
    for (const char* name : {"l2", "l1", "chessboard"})
      for (op::Case& one : volume_cases("distance_transform", all_sample_types(), metric(name), effort))
        cases.push_back(std::move(one));
    return cases;
  };
  return op;
}

}  // namespace lenslet::ops
