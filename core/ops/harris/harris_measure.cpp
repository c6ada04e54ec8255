// What the ops of Harris's measure say alike, the stages that make it, and its truth.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "op/dimensions.hpp"
#include "ops/harris/harris.hpp"
#include "ops/outside.hpp"
#include "ops/parameters.hpp"
#include "ops/peaks/peaks.hpp"
#include "rounding.hpp"
#include "stencil/reads.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr double most_block = 31;

// Binomials, and their differences; Scharr's mask weighs the middle more.
struct Taps {
  std::vector<int> smooth, slope;
  double sum;  // what derivatives are divided by, but for the block
};

Taps taps_of(const std::string& aperture) {
  if (aperture == "scharr") return {{3, 10, 3}, {-1, 0, 1}, 8};
  if (aperture == "5") return {{1, 4, 6, 4, 1}, {-1, -2, 0, 2, 1}, 16};
  if (aperture == "7") return {{1, 6, 15, 20, 15, 6, 1}, {-1, -4, -5, 0, 5, 4, 1}, 64};
  return {{1, 2, 1}, {-1, 0, 1}, 4};
}

std::string braced(const std::vector<int>& taps) {
  return fmt::format("{{{}}}", fmt::join(taps, ","));
}

double scale_of(const op::Instance& problem) {
  const double white = max_value(problem.inputs.image(0).format.type);
  return 1 / (taps_of(problem.arguments.text("aperture")).sum * problem.arguments.integer("block") * white);
}

// Derivatives, and the sum of the absolute values of their terms.
struct Slopes {
  double across = 0, down = 0, size = 0;
};

class Measure {
 public:
  Measure(const op::Instance& problem, const Image& image)
      : problem_(problem),
        image_(image),
        taps_(taps_of(problem.arguments.text("aperture"))),
        scale_(scale_of(problem)),
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
  Taps taps_;
  double scale_;
  std::int64_t block_;
  std::vector<Slopes> slopes_;
};

op::Source source_of_harris(const op::Instance& problem, const op::Maker& maker, std::int64_t columns) {
  const Taps taps = taps_of(problem.arguments.text("aperture"));
  op::Source source({"image.cl", "any_reach.cl", "border.cl", "harris.cl"});
  source.define("TYPE", op::code_of(problem.inputs.image(0).format.type)).define("CHANNELS", 1);
  source.define("BLOCK", problem.arguments.integer("block")).define("SIDE", std::ssize(taps.smooth));
  source.define("SMOOTH_TAPS", braced(taps.smooth)).define("SLOPE_TAPS", braced(taps.slope));
  source.define("COLUMNS", columns).define("FAST_FMA", maker.device().fast_fma ? 1 : 0);
  source.define("BORDER", op::upper(name_of(problem.border)));
  return source;
}

template <class Function>
op::ScalarOfLaunch number_of(Function of_launch) {
  return [=](const Graph& bound) { return static_cast<std::int32_t>(of_launch(bound)); };
}

}  // namespace

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

op::Op harris_op(OpInfo info) {
  op::Op op = op::whole_op(std::move(info));
  op.borders = window_borders();
  op.space = [](const op::Instance&, const DeviceInfo&) -> op::Dimensions {
    return {op::numbers("group", {1, 64, 128, 256}), op::numbers("columns", {1, 2, 256})};
  };
  op.initial = [](const op::Instance&, const DeviceInfo& device) {
    const bool is_cpu = device.kind == DeviceKind::cpu;
    return DimensionSchedule({{"group", is_cpu ? "1" : "128"}, {"columns", is_cpu ? "256" : "1"}});
  };
  op.typical.fills = {array::Fill::random, array::Fill::equal};
  return op;
}

op::GraphValue add_responses(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule,
                             const op::Maker& maker) {
  const Size size = problem.inputs.image(0).size;
  const bool makes_image = std::holds_alternative<ImageType>(problem.outputs.all().front());
  const auto group = static_cast<std::size_t>(schedule.number("group"));
  const std::int64_t columns = schedule.number("columns"), block = problem.arguments.integer("block");
  const ocl::Program program = maker.program(source_of_harris(problem, maker, columns));
  // The derivatives that the windows of an area reach.
  const auto reached = [block](Size area) { return Size{area.width + block - 1, area.height + block - 1}; };
  const auto area_of = [=](const Graph& bound) {
    return makes_image ? bound.region() : Rect{0, 0, size.width, size.height};
  };
  const auto items_of = [=](Size area) {
    return ocl::Range{round_up(static_cast<std::size_t>(divide_up(area.width, columns)), group),
                      static_cast<std::size_t>(area.height)};
  };
  const auto bytes_of = [reached](Size area) {
    return static_cast<std::uint64_t>(reached(area).width * reached(area).height) * sizeof(float);
  };
  // The list has no regions.
  const auto derivatives = [&] {
    if (!makes_image) return graph.scratch(bytes_of(size));
    return graph.scratch([=](const op::LaunchShape& launch) { return bytes_of(launch.region.size()); });
  };
  const op::GraphValue across = derivatives(), down = derivatives();
  const auto pixels = static_cast<std::uint64_t>(size.width * size.height);
  const op::GraphValue out = makes_image ? Graph::output(0) : graph.scratch(pixels, sizeof(float));
  const op::ScalarOfLaunch width = number_of([=](const Graph& bound) { return reached(area_of(bound).size()).width; });
  graph.launch(
      graph.kernel(program, "derive", {group}),
      [=](const Graph& bound) { return items_of(reached(area_of(bound).size())); }, Graph::input(0), across, down,
      width, number_of([=](const Graph& bound) { return area_of(bound).x - block / 2; }),
      number_of([=](const Graph& bound) { return area_of(bound).y - block / 2; }),
      static_cast<float>(scale_of(problem)), static_cast<float>(problem.border_value[0]));
  graph.launch(
      graph.kernel(program, makes_image ? "write_responses" : "keep_responses", {group}),
      [=](const Graph& bound) { return items_of(area_of(bound).size()); }, across, down, width,
      static_cast<float>(problem.arguments.real("k")), out);
  return out;
}

Rect harris_reads(const op::Instance& problem, const Rect& region, std::size_t) {
  const int derivative = static_cast<int>(taps_of(problem.arguments.text("aperture")).smooth.size()) / 2;
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
