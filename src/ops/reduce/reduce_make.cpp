// Reductions that end on the device, and those whose last step is the host's.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "array/values.hpp"
#include "ops/reduce/reduce.hpp"

namespace lenslet::ops {
namespace {

using op::DeviceValues;
using op::Launches;

// What the groups' values are: of extremes the elements, as arithmetic has them.
ElementType accumulator_of(Reduction reduction, ElementType type) {
  if (reduction == Reduction::sum || reduction == Reduction::dot) return sum_type(type);
  return type == ElementType::f16 ? ElementType::f32 : type;
}

op::Run make_atomic(Groups groups, const op::Maker& maker) {
  return [groups, clear = groups.clear(maker)](const DeviceValues& in, const DeviceValues& out,
                                               Launches& launches) mutable {
    clear.launch_groups(1, launches, in[0], out[0]);
    groups.launch(in[0], in.back(), out[0].buffer(), launches);
  };
}

op::Run make_two_stage(Groups groups, const op::Maker& maker, const ocl::Buffer& values) {
  return [groups, finish = groups.finish(maker), values](const DeviceValues& in, const DeviceValues& out,
                                                         Launches& launches) mutable {
    groups.launch(in[0], in.back(), values, launches);
    finish.launch_groups(1, launches, values, out[0], groups.groups());
  };
}

// Of an empty array.
op::Run make_zero(const op::Maker& maker) {
  return [&queue = maker.queue()](const auto&, const auto& out, auto&) { array::put(queue, out[0], {0}); };
}

template <class T>
double sum_of(const Array& values, std::size_t first, std::size_t step) {
  double sum = 0;
  const auto all = values.as<T>();
  for (std::size_t i = first; i < all.size(); i += step) sum += static_cast<double>(all[i]);
  return sum;
}

// Every `step`-th of the groups' values.
double sum_of(const Array& values, std::size_t first, std::size_t step) {
  if (values.type().type == ElementType::i64) return sum_of<std::int64_t>(values, first, step);
  if (values.type().type == ElementType::u64) return sum_of<std::uint64_t>(values, first, step);
  if (values.type().type == ElementType::f64) return sum_of<double>(values, first, step);
  return sum_of<float>(values, first, step);
}

bool has_64_bits(ElementType type) {
  return type == ElementType::i64 || type == ElementType::u64;
}

// Sums of squares of integers, and sums of those that might overflow, are in the best floats of the device.
ElementType float_type(const DeviceInfo& device, ElementType type) {
  const bool doubles = type == ElementType::f64 || (is_integer(type) && device.fp64);
  return doubles ? ElementType::f64 : ElementType::f32;
}

// The two launches of a moment, each of which is waited for.
class Moments {
 public:
  Moments(const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker, ElementType type)
      : queue_(maker.queue()),
        sum_type_(has_64_bits(type) ? float_type(maker.device(), type) : ops::sum_type(type)),
        square_type_(float_type(maker.device(), type)),
        shift_type_(is_integer(type) && !has_64_bits(type) ? ElementType::i64 : square_type_),
        sums_(problem, schedule, maker, Reduction::sum, sum_type_),
        squares_(problem, schedule, maker, Reduction::squares, square_type_, shift_type_),
        values_(queue_.allocate(2 * sums_.groups() * sizeof(double))) {}

  double mean(const DeviceArray& x, Launches& launches) {
    sums_.launch(x, x, values_, launches);
    const Array sums = array::read(queue_, values_, sum_type_, 0, sums_.groups());
    return sum_of(sums, 0, 1) / static_cast<double>(x.count());
  }

  struct Squares {
    double squares, differences;
  };
  // Of the differences from what the device makes of `shift`.
  Squares squares(const DeviceArray& x, double shift, Launches& launches) {
    if (shift_type_ == ElementType::i64)
      squares_.launch(x, static_cast<std::int64_t>(std::nearbyint(shift)), values_, launches);
    else if (shift_type_ == ElementType::f64)
      squares_.launch(x, shift, values_, launches);
    else
      squares_.launch(x, static_cast<float>(shift), values_, launches);
    const Array sums = array::read(queue_, values_, square_type_, 0, 2 * std::int64_t{squares_.groups()});
    const int exponent = unit_exponent(x.type().type, square_type_);
    return {std::ldexp(sum_of(sums, 0, 2), 2 * exponent), std::ldexp(sum_of(sums, 1, 2), exponent)};
  }

  const ocl::Queue& queue() const { return queue_; }

 private:
  const ocl::Queue& queue_;
  ElementType sum_type_, square_type_, shift_type_;
  Groups sums_, squares_;
  ocl::Buffer values_;
};

double result_of(Moment moment, Moments& work, const DeviceArray& x, int ddof, Launches& launches) {
  if (moment == Moment::mean) return work.mean(x, launches);
  if (moment == Moment::norm) return std::sqrt(work.squares(x, 0, launches).squares);
  const double mean = work.mean(x, launches), count = static_cast<double>(x.count());
  if (!std::isfinite(mean)) return std::nan("");
  const auto [squares, differences] = work.squares(x, mean, launches);
  return std::max((squares - differences * differences / count) / (count - ddof), 0.0);  // rounding may go below
}

}  // namespace

op::Run make_combined(Reduction reduction, const op::Instance& problem, const ArraySchedule& schedule,
                      const op::Maker& maker) {
  const ArrayType& input = problem.inputs.front();
  op::check_doubles(maker.device(), input.type);
  if (input.count() == 0) return make_zero(maker);
  const ElementType type = accumulator_of(reduction, input.type);
  const Groups groups(problem, schedule, maker, reduction, type);
  if (schedule.word("finish") == "atomic") return make_atomic(groups, maker);
  return make_two_stage(groups, maker, maker.queue().allocate(groups.groups() * size_of(type)));
}

op::Run make_moment(Moment moment, const op::Instance& problem, const ArraySchedule& schedule, const op::Maker& maker) {
  const ArrayType& input = problem.inputs.front();
  op::check_doubles(maker.device(), input.type);
  if (input.count() == 0) return make_zero(maker);
  const auto work = std::make_shared<Moments>(problem, schedule, maker, input.type);
  const int ddof = moment == Moment::variance ? problem.arguments.integer("ddof") : 0;
  return [work, moment, ddof](const DeviceValues& in, const DeviceValues& out, Launches& launches) {
    array::put(work->queue(), out[0], {result_of(moment, *work, in[0], ddof, launches)});
  };
}

}  // namespace lenslet::ops
