// What the reductions share: their programs, how they are launched, and how exact they are.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

enum class Reduction : std::uint8_t { sum = 1, dot, squares, minimum, maximum };  // the codes of reduce.cl

constexpr std::int64_t reduce_block = 256;  // BLOCK of reduce.cl
constexpr int bytes_of_word = 4;

// Returns the exponent of a unit, a power of two, by which differences are divided before they are squared. Those of
// 64-bit integers are too large for f32 without it.
int unit_exponent(SampleType type, SampleType accumulator);

// A first stage. It leaves one value for each group.
class Groups {
 public:
  // `accumulator` is the type of the sums. The number of groups is known before any launch.
  Groups(op::Graph& graph, const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker,
         Reduction reduction, SampleType accumulator, SampleType shift = SampleType::f32);

  std::uint32_t groups() const { return groups_; }

  std::uint32_t group() const { return group_; }

  // Adds the stage. It writes the groups' values to `values`, or with atomics their combination to its first element.
  // `second` is y, or the shift.
  void add(op::Graph& graph, op::GraphValue x, const op::Argument& second, op::GraphValue values) const {
    graph.launch_groups(first_, groups_, x, second, values, count_);
  }

  // Returns another kernel of the program, for one group.
  op::GraphKernel kernel(op::Graph& graph, const char* name, std::uint32_t group) const {
    return graph.kernel(program_, name, {group});
  }

 private:
  std::uint64_t count_;
  std::uint32_t group_;
  std::uint32_t groups_;
  ocl::Program program_;
  op::GraphKernel first_;
};

// Returns how many groups the first stage has.
std::uint32_t groups_for(const op::Instance& problem, const DimensionSchedule& schedule, const DeviceInfo& device);

op::Dimensions reduce_space(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule reduce_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> reduce_rule(const op::Instance& problem, const DeviceInfo& device,
                                     const DimensionSchedule& schedule);

// Whether an item loads words of bytes for the device's dot products, and how many elements it loads at once.
bool multiplies_words(const DimensionSchedule& schedule);
int elements_at_once(const DimensionSchedule& schedule);

// Says why the items of a group cannot be combined in sub-groups.
std::optional<Exclusion> sub_groups_rule(const DeviceInfo& device, const DimensionSchedule& schedule);

enum class Moment : std::uint8_t { mean, variance, norm };

// Makes a reduction that ends on the device: sum, dot, minimum, maximum.
op::Graph make_combined(Reduction reduction, const op::Instance& problem, const DimensionSchedule& schedule,
                        const op::Maker& maker);

// Makes a reduction whose groups' values the host adds in f64.
op::Graph make_moment(Moment moment, const op::Instance& problem, const DimensionSchedule& schedule,
                      const op::Maker& maker);

// These compare with the truth, which plain loops make.
using Mismatch = std::optional<std::string>;
Mismatch sum_mismatch(const op::Instance& problem, const op::HostValues& in, const op::HostValues& out);
Mismatch extreme_mismatch(Reduction reduction, const op::HostValues& in, const op::HostValues& out);
Mismatch moment_mismatch(Moment moment, const op::Instance& problem, const op::HostValues& in,
                         const op::HostValues& out);
std::vector<op::Case> reduce_cases(const std::string& op, int effort);

bool is_deterministic(const op::Instance& problem);
Parameter deterministic_parameter();

// Returns i64 or u64 for integers, f32 for f16 and f32, f64 for f64.
SampleType sum_type(SampleType type);

// Returns how far rounding may move a sum, as the ops' details promise. `size` is the sum of its terms' magnitudes.
double sum_bound(SampleType accumulator, double size);

}  // namespace lenslet::ops
