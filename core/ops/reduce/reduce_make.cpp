// Makes reductions. Some end on the device, others with a step on the host.
#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "array/values.hpp"
#include "ops/reduce/reduce.hpp"

namespace lenslet::ops {
namespace {

using op::Graph;

// Returns the type of the groups' values. Extremes have the type in which their elements are computed.
SampleType accumulator_of(Reduction reduction, SampleType type) {
  if (reduction == Reduction::sum || reduction == Reduction::dot) return sum_type(type);
  return type == SampleType::f16 ? SampleType::f32 : type;
}

// Writes the result of an empty array.
void add_zero(Graph& graph) {
  graph.host("zero", {}, [queue = &graph.queue()](const op::Graph& bound) {
    array::put(*queue, bound.array(Graph::output(0)), {0});
  });
}

template <class T>
double sum_of(const Array& values, std::size_t first, std::size_t step) {
  double sum = 0;
  const auto all = values.as<T>();
  for (std::size_t i = first; i < all.size(); i += step) sum += static_cast<double>(all[i]);
  return sum;
}

// Adds every `step`-th of the groups' values.
double sum_of(const Array& values, std::size_t first, std::size_t step) {
  if (values.type().type == SampleType::i64) return sum_of<std::int64_t>(values, first, step);
  if (values.type().type == SampleType::u64) return sum_of<std::uint64_t>(values, first, step);
  if (values.type().type == SampleType::f64) return sum_of<double>(values, first, step);
  return sum_of<float>(values, first, step);
}

bool has_64_bits(SampleType type) {
  return type == SampleType::i64 || type == SampleType::u64;
}

// Returns the best floats of the device, for sums of squares of integers and for sums that might overflow.
SampleType float_type(const DeviceInfo& device, SampleType type) {
  const bool doubles = type == SampleType::f64 || (is_integer(type) && device.fp64);
  return doubles ? SampleType::f64 : SampleType::f32;
}

// Combines the groups' values on the host.
class Moments {
 public:
  Moments(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker)
      : queue_(maker.queue()),
        type_(problem.inputs.front().type),
        count_(static_cast<double>(problem.inputs.front().count())),
        sum_type_(has_64_bits(type_) ? float_type(maker.device(), type_) : ops::sum_type(type_)),
        square_type_(float_type(maker.device(), type_)),
        shift_type_(is_integer(type_) && !has_64_bits(type_) ? SampleType::i64 : square_type_),
        groups_(groups_for(problem, schedule, maker.device())),
        values_(graph.scratch(2 * std::uint64_t{groups_}, sizeof(double))) {}

  void add_sums(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule,
                const op::Maker& maker) const {
    const Groups sums(graph, problem, schedule, maker, Reduction::sum, sum_type_);
    sums.add(graph, Graph::input(0), Graph::input(0), values_);
  }

  // Adds the squares of differences from the shift, as the device rounds it. The shift is known only when the kernel is
  // launched.
  void add_squares(Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker,
                   const std::shared_ptr<const double>& shift) const {
    const Groups squares(graph, problem, schedule, maker, Reduction::squares, square_type_, shift_type_);
    squares.add(graph, Graph::input(0),
                op::ScalarOfLaunch([shift, type = shift_type_](const op::Graph&) { return shift_of(type, *shift); }),
                values_);
  }

  double mean(const op::Graph& bound) const {
    return sum_of(array::read(queue_, bound.buffer(values_), sum_type_, 0, groups_), 0, 1) / count_;
  }

  struct Squares {
    double squares, differences;
  };
  Squares squares(const op::Graph& bound) const {
    const Array sums = array::read(queue_, bound.buffer(values_), square_type_, 0, 2 * std::int64_t{groups_});
    const int exponent = unit_exponent(type_, square_type_);
    return {std::ldexp(sum_of(sums, 0, 2), 2 * exponent), std::ldexp(sum_of(sums, 1, 2), exponent)};
  }

  double variance(const op::Graph& bound, double mean, int ddof) const {
    if (!std::isfinite(mean)) return std::nan("");
    const auto [sums, differences] = squares(bound);
    return std::max((sums - differences * differences / count_) / (count_ - ddof), 0.0);  // rounding may go below
  }

  op::GraphValue values() const { return values_; }

 private:
  static op::Scalar shift_of(SampleType type, double shift) {
    if (type == SampleType::i64) return static_cast<std::int64_t>(std::isfinite(shift) ? std::nearbyint(shift) : 0);
    if (type == SampleType::f64) return shift;
    return static_cast<float>(shift);
  }

  const ocl::Queue& queue_;
  SampleType type_;
  double count_;
  SampleType sum_type_, square_type_, shift_type_;
  std::uint32_t groups_;
  op::GraphValue values_;
};

void put(const ocl::Queue& queue, const op::Graph& bound, double value) {
  array::put(queue, bound.array(Graph::output(0)), {value});
}

}  // namespace

Graph make_combined(Reduction reduction, const op::Instance& problem, const DimensionSchedule& schedule,
                    const op::Maker& maker) {
  const ArrayType& input = problem.inputs.front();
  op::check_doubles(maker.device(), input.type);
  Graph graph(maker);
  if (input.count() == 0) {
    add_zero(graph);
    return graph;
  }
  const SampleType type = accumulator_of(reduction, input.type);
  const Groups groups(graph, problem, schedule, maker, reduction, type);
  const op::GraphValue x = Graph::input(0), y = Graph::input(problem.inputs.size() - 1), out = Graph::output(0);
  if (schedule.word("finish") == "atomic") {
    graph.launch_groups(groups.kernel(graph, "clear", 1), 1, x, out);
    groups.add(graph, x, y, out);
  } else {
    const op::GraphValue values = graph.scratch(groups.groups(), size_of(type));
    groups.add(graph, x, y, values);
    graph.launch_groups(groups.kernel(graph, "finish", groups.group()), 1, values, out, groups.groups());
  }
  return graph;
}

Graph make_moment(Moment moment, const op::Instance& problem, const DimensionSchedule& schedule,
                  const op::Maker& maker) {
  const ArrayType& input = problem.inputs.front();
  op::check_doubles(maker.device(), input.type);
  Graph graph(maker);
  if (input.count() == 0) {
    add_zero(graph);
    return graph;
  }
  const Moments work(graph, problem, schedule, maker);
  const std::vector<op::GraphValue> uses{work.values()};
  const auto mean = std::make_shared<double>(0);
  const ocl::Queue& queue = maker.queue();
  if (moment != Moment::norm) work.add_sums(graph, problem, schedule, maker);
  if (moment == Moment::mean) {
    graph.host("mean", uses, [=, &queue](const op::Graph& bound) { put(queue, bound, work.mean(bound)); });
    return graph;
  }
  if (moment == Moment::variance) graph.host("mean", uses, [=](const op::Graph& bound) { *mean = work.mean(bound); });
  work.add_squares(graph, problem, schedule, maker, mean);
  if (moment == Moment::norm)
    graph.host("root", uses,
               [=, &queue](const op::Graph& bound) { put(queue, bound, std::sqrt(work.squares(bound).squares)); });
  else
    graph.host("variance", uses, [=, &queue, ddof = problem.arguments.integer("ddof")](const op::Graph& bound) {
      put(queue, bound, work.variance(bound, *mean, ddof));
    });
  return graph;
}

}  // namespace lenslet::ops
