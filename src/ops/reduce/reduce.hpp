// What the reductions share: their programs, how they are launched, and how exact they are.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "array/op.hpp"

namespace lenslet::ops {

enum class Reduction : std::uint8_t { sum = 1, dot, squares, minimum, maximum };  // the codes of reduce.cl

// The differences whose squares are added have this power of two as their unit: those of 64 bit integers are too large
// for f32 without one.
int unit_exponent(ElementType type, ElementType accumulator);

// A first stage that leaves a value for each group.
class Groups {
 public:
  // `accumulator` is the type of the sums. Its groups and their values are known before any launch.
  Groups(const array::Problem& problem, const ArraySchedule& schedule, const array::Maker& maker, Reduction reduction,
         ElementType accumulator, ElementType shift = ElementType::f32);

  std::uint32_t groups() const { return groups_; }

  // The groups' values end in `values`, or all in its first element by atomics. `second` is y, or the shift.
  template <class Second>
  void launch(const DeviceArray& x, const Second& second, const ocl::Buffer& values, array::Launches& launches) {
    first_.launch_groups(groups_, launches, x, second, values, static_cast<std::uint64_t>(x.count()));
  }

  array::Stage clear(const array::Maker& maker) const { return {maker, program_, "clear", {1}}; }
  array::Stage finish(const array::Maker& maker) const { return {maker, program_, "finish", {group_}}; }

 private:
  std::uint32_t group_;
  std::uint32_t groups_;
  ocl::Program program_;
  array::Stage first_;
};

array::Space reduce_space(const array::Problem& problem, const DeviceInfo& device);
ArraySchedule reduce_initial(const array::Problem& problem, const DeviceInfo& device);
std::optional<Exclusion> reduce_rule(const array::Problem& problem, const DeviceInfo& device,
                                     const ArraySchedule& schedule);

enum class Moment : std::uint8_t { mean, variance, norm };

// Wholly on the device: sum, dot, minimum, maximum.
array::Run make_combined(Reduction reduction, const array::Problem& problem, const ArraySchedule& schedule,
                         const array::Maker& maker);

// The groups' values come to the host, which adds them in f64.
array::Run make_moment(Moment moment, const array::Problem& problem, const ArraySchedule& schedule,
                       const array::Maker& maker);

// The truth: plain loops.
using Fault = std::optional<std::string>;
Fault sum_fault(const array::Problem& problem, const std::vector<Array>& in, const std::vector<Array>& out);
Fault extreme_fault(Reduction reduction, const std::vector<Array>& in, const std::vector<Array>& out);
Fault moment_fault(Moment moment, const array::Problem& problem, const std::vector<Array>& in,
                   const std::vector<Array>& out);
std::vector<array::Case> reduce_cases(const std::string& op, int effort);

bool is_deterministic(const array::Problem& problem);
Parameter deterministic_parameter();

// i64 or u64 for integers, f32 for f16 and f32, f64 for f64.
ElementType sum_type(ElementType type);

// What rounding may change of a sum whose terms' absolute values make `size`: what the ops' details promise.
double sum_bound(ElementType accumulator, double size);

}  // namespace lenslet::ops
