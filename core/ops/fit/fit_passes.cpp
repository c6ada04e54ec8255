// Makes the device's part of a fit. The host computes the elements after the last whole vector.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "array/values.hpp"
#include "op/dimensions.hpp"
#include "ops/fit/fit.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

constexpr std::int64_t longest = 1024;   // the most vectors that a lane adds up: rounding grows with their number
constexpr std::int64_t range_parts = 5;  // as in fit_range.cl
constexpr std::size_t first_coefficient = 6;

std::uint32_t groups_for(const DimensionSchedule& schedule, const DeviceInfo& device, std::int64_t vectors) {
  const std::int64_t group = schedule.number("group");
  const std::int64_t full = divide_up(vectors, group), least = divide_up(vectors, group * longest);
  return static_cast<std::uint32_t>(
      std::max({std::min(op::groups_on(device, schedule), full), least, std::int64_t{1}}));
}

ocl::Program program_of(std::string_view file, const op::Instance& problem, const DimensionSchedule& schedule,
                        const op::Maker& maker) {
  op::Source source({file});
  source.define("TYPE", op::code_of(problem.inputs.front().type)).define("VEC", schedule.number("v"));
  source.define("DEGREE", problem.arguments.integer("degree")).define("WEIGHTED", problem.inputs.size() == 3 ? 1 : 0);
  source.define("PAIRS", schedule.word("sums") == "pairs" ? 1 : 0);
  source.define("FAST_FMA", maker.device().fast_fma ? 1 : 0);
  source.define("ACCESS", schedule.word("access") == "chunk" ? "CHUNK" : "STRIDE");
  source.define("GROUP", schedule.number("group"));
  return maker.program(source);
}

ocl::Range group_of(const DimensionSchedule& schedule) {
  return {static_cast<std::size_t>(schedule.number("group"))};
}

[[noreturn]] void refuse(char input, std::int64_t place, double value) {
  throw Error(ErrorKind::invalid_argument, fmt::format("fit: {}[{}] is {}; allowed: finite numbers{}", input, place,
                                                       value, input == 'w' ? " of 0 and more" : ""));
}

void check_points(const std::vector<FitPoint>& points, std::int64_t first) {
  for (const FitPoint& point : points) {
    if (!std::isfinite(point.x)) refuse('x', first, point.x);
    if (!std::isfinite(point.y)) refuse('y', first, point.y);
    if (!std::isfinite(point.w) || point.w < 0) refuse('w', first, point.w);
    ++first;
  }
}

void widen(FitRange& range, const FitPoint& point) {
  range.w_max = std::max(range.w_max, point.w);
  if (point.w == 0) return;
  range.x_min = std::min(range.x_min, point.x);
  range.x_max = std::max(range.x_max, point.x);
  range.y_min = std::min(range.y_min, point.y);
  range.y_max = std::max(range.y_max, point.y);
}

FitRange range_of(const Array& values, std::int64_t lanes, bool weighted) {
  double least[range_parts];
  std::ranges::fill(least, std::numeric_limits<double>::infinity());
  for (std::int64_t i = 0; i < values.count(); ++i) {
    double& one = least[i / lanes % range_parts];
    one = std::min(one, values.at(i));
  }
  return {least[0], -least[1], least[2], -least[3], weighted ? -least[4] : 1};
}

}  // namespace

FitPasses::FitPasses(op::Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule,
                     const op::Maker& maker)
    : queue_(maker.queue()),
      count_(problem.inputs.front().count()),
      degree_(problem.arguments.integer("degree")),
      lanes_(schedule.number("v")),
      pairs_(schedule.word("sums") == "pairs"),
      vectors_(count_ / lanes_),
      groups_(groups_for(schedule, maker.device(), vectors_)),
      value_(problem.inputs.front().type == SampleType::f64 ? SampleType::f64 : SampleType::f32),
      part_(pairs_ ? SampleType::f32 : SampleType::f64),
      parameters_(graph.scratch(2 * (first_coefficient + static_cast<std::size_t>(degree_) + 1), size_of(part_))),
      parts_(graph.scratch(
          std::uint64_t{groups_} * static_cast<std::uint64_t>(3 * degree_ + 5) * static_cast<std::uint64_t>(lanes_),
          sizeof(double))),
      bad_(graph.scratch(groups_, sizeof(std::uint64_t))) {
  for (std::size_t i = 0; i < problem.inputs.size(); ++i) types_.push_back(problem.inputs[i].type);
  const ocl::Program program = program_of("fit.cl", problem, schedule, maker);
  range_ = graph.kernel(program_of("fit_range.cl", problem, schedule, maker), "range", group_of(schedule));
  moments_ = graph.kernel(program, "moments", group_of(schedule));
  residuals_ = graph.kernel(program, "residuals", group_of(schedule));
}

void FitPasses::add_range(Graph& graph) const {
  graph.launch_groups(range_, groups_, Graph::input(0), Graph::input(1), Graph::input(types_.size() - 1), parts_, bad_,
                      static_cast<std::uint64_t>(vectors_));
}

void FitPasses::add(Graph& graph, const op::GraphKernel& kernel) const {
  graph.launch_groups(kernel, groups_, Graph::input(0), Graph::input(1), Graph::input(types_.size() - 1), parameters_,
                      parts_, static_cast<std::uint64_t>(vectors_));
}

void FitPasses::add_moments(Graph& graph) const {
  add(graph, moments_);
}

void FitPasses::add_residuals(Graph& graph) const {
  add(graph, residuals_);
}

std::vector<FitPoint> FitPasses::points(const op::Graph& bound, std::int64_t first, std::int64_t count) const {
  std::vector<Array> columns;
  for (std::size_t i = 0; i < types_.size(); ++i)
    columns.push_back(array::read(queue_, bound.buffer(Graph::input(i)), types_[i], first, count));
  std::vector<FitPoint> points;
  for (std::int64_t i = 0; i < count; ++i)
    points.push_back({columns[0].at(i), columns[1].at(i), columns.size() == 3 ? columns[2].at(i) : 1});
  return points;
}

std::vector<FitPoint> FitPasses::tail(const op::Graph& bound) const {
  return points(bound, vectors_ * lanes_, count_ - vectors_ * lanes_);
}

FitRange FitPasses::range(const op::Graph& bound) const {
  const std::int64_t groups = groups_;
  const Array bad = array::read(queue_, bound.buffer(bad_), SampleType::u64, 0, groups);
  const auto first = static_cast<std::int64_t>(std::ranges::min(bad.as<std::uint64_t>()));
  if (first < vectors_) check_points(points(bound, first * lanes_, lanes_), first * lanes_);
  const std::vector<FitPoint> rest = tail(bound);
  check_points(rest, vectors_ * lanes_);
  const Array values = array::read(queue_, bound.buffer(parts_), value_, 0, groups * range_parts * lanes_);
  FitRange range = range_of(values, lanes_, types_.size() == 3);
  for (const FitPoint& point : rest) widen(range, point);
  return range;
}

Reals FitPasses::moments(const op::Graph& bound, const FitScale& scale) const {
  const std::size_t many = static_cast<std::size_t>(2 * degree_) + 1, few = static_cast<std::size_t>(degree_) + 1;
  Reals result = sums(bound, many + few);
  if (types_.size() == 2) result[0] = static_cast<long double>(vectors_ * lanes_);
  for (const FitPoint& point : tail(bound)) {
    const Reals basis = fit_basis(scale, point, 2 * degree_);
    const long double w = point.w == 0 ? 0 : std::ldexp(static_cast<long double>(point.w), scale.w_exponent);
    if (w == 0) continue;
    const long double y = std::ldexp(static_cast<long double>(point.y), scale.y_exponent);
    for (std::size_t k = 0; k < many; ++k) result[k] += w * basis[k];
    for (std::size_t k = 0; k < few; ++k) result[many + k] += w * basis[k] * y;
  }
  return result;
}

Reals FitPasses::residuals(const op::Graph& bound, const FitScale& scale, long double mean,
                           const Reals& coefficients) const {
  const std::size_t few = coefficients.size();
  Reals result = sums(bound, few + 2);
  for (const FitPoint& point : tail(bound)) {
    if (point.w == 0) continue;
    const Reals basis = fit_basis(scale, point, degree_);
    const long double w = std::ldexp(static_cast<long double>(point.w), scale.w_exponent);
    const long double y = std::ldexp(static_cast<long double>(point.y), scale.y_exponent);
    long double residual = y;
    for (std::size_t k = 0; k < few; ++k) residual -= coefficients[k] * basis[k];
    for (std::size_t k = 0; k < few; ++k) result[k] += w * residual * basis[k];
    result[few] += w * residual * residual;
    result[few + 1] += w * (y - mean) * (y - mean);
  }
  return result;
}

Reals FitPasses::sums(const op::Graph& bound, std::size_t count) const {
  const std::size_t width = static_cast<std::size_t>(lanes_) * (pairs_ ? 2 : 1);
  const Array values =
      array::read(queue_, bound.buffer(parts_), part_, 0, static_cast<std::int64_t>(groups_ * count * width));
  Reals sums(count, 0);
  for (std::size_t i = 0; i < groups_ * count * width; ++i)
    sums[i / width % count] += values.at(static_cast<std::int64_t>(i));
  return sums;
}

void FitPasses::write_parameters(const op::Graph& bound, const FitScale& scale, long double mean,
                                 const Reals& coefficients) const {
  Reals values{scale.centre,
               scale.scale,
               std::ldexp(1.0L, scale.x_exponent),
               std::ldexp(1.0L, scale.y_exponent),
               std::ldexp(1.0L, scale.w_exponent),
               mean};
  values.insert(values.end(), coefficients.begin(), coefficients.end());
  Array parts({part_, {static_cast<std::int64_t>(2 * values.size())}});
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto place = static_cast<std::int64_t>(2 * i);
    parts.set(place, static_cast<double>(values[i]));
    parts.set(place + 1, static_cast<double>(values[i] - parts.at(place)));
  }
  queue_.write(bound.buffer(parameters_), 0, parts.bytes());
}

void FitPasses::put(const op::Graph& bound, std::size_t output, const Reals& values) const {
  array::put(queue_, bound.array(Graph::output(output)), values);
}

long double FitPasses::representable(long double value) const {
  if (!pairs_) return static_cast<double>(value);
  const auto high = static_cast<float>(value);
  return static_cast<long double>(high) + static_cast<float>(value - high);
}

}  // namespace lenslet::ops
