// What the parts of the study `sync` put into queues: kernels of one group, so that two of them can run beside each
// other, and writes for a kernel that needs them all.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocl/mapping.hpp"
#include "ocl/order.hpp"
#include "study/experiment.hpp"
#include "study/lazy.hpp"
#include "study/program.hpp"

namespace lenslet::study {

class SyncWork {
 public:
  using Numbers = std::vector<std::uint32_t>;

  explicit SyncWork(const Experiment& experiment);

  const ocl::Queue& queue() const { return queue_; }
  const ocl::Queue& second() const { return second_; }
  const ocl::Queue& out_of_order() const;  // throws unsupported where the device has none
  bool has_out_of_order() const { return unordered_.has_value(); }
  bool has_clock() const { return has_clock_; }  // whether events tell the device's time

  // seeds -> middle -> last; and seeds -> beside, which needs neither.
  ocl::Event spin_first(const ocl::Queue& queue, const ocl::After& after = {}) const;
  ocl::Event spin_second(const ocl::Queue& queue, const ocl::After& after = {}) const;
  ocl::Event spin_beside(const ocl::Queue& queue, const ocl::After& after = {}) const;

  // Both inputs of combine(), which also needs spin_first().
  ocl::Event write_a(const ocl::Queue& queue, bool pinned, const ocl::After& after = {}) const;
  ocl::Event write_b(const ocl::Queue& queue, bool pinned, const ocl::After& after = {}) const;
  ocl::Event combine(const ocl::Queue& queue, const ocl::After& after = {}) const;

  void clear() const;  // all that the device computed or was given
  std::optional<std::string> fault_of_first() const;
  std::optional<std::string> fault_of_second() const;
  std::optional<std::string> fault_of_beside() const;  // of spin_first(), too
  std::optional<std::string> fault_of_sums() const;

  std::string describe() const;
  const std::string& source() const { return program_.source(); }

 private:
  ocl::Kernel spin(const ocl::Buffer& in, const ocl::Buffer& out) const;
  std::optional<std::string> fault(const ocl::Buffer& buffer, const Numbers& truth) const;
  void spin(Numbers& numbers) const;  // as the kernel does

  const ocl::Queue& queue_;
  ocl::Queue second_;
  std::optional<ocl::Queue> unordered_;
  std::uint32_t rounds_, count_;
  Numbers seeds_, a_, b_, spun_once_, spun_twice_;
  ocl::Buffer device_seeds_, middle_, last_, beside_, device_a_, device_b_, sums_;
  ocl::Mapping pinned_;  // holds what a_ and b_ hold
  StudyProgram program_;
  ocl::Kernel first_kernel_, second_kernel_, beside_kernel_, combine_kernel_;
  bool has_clock_ = false;
};

// The parts of the study. A chart's line or category is one way to keep the order.
struct BetweenCharts {
  std::size_t enqueue, total, device;
};

// The queue of a line of these charts, and what the line's times end with.
std::string between_line(bool any_order, bool total);

inline constexpr const char *in_order_line = "in-order queue", *out_of_order_line = "out-of-order queue",
                            *two_queues_line = "two queues", *serial_line = "serial, one in-order queue";
inline constexpr double between_barrier = 2, between_finish = 3;  // places of the charts' categories
inline constexpr double pinned_memory = 1;

using LazySyncWork = Lazy<const SyncWork>;

BetweenCharts measure_between(Experiment& experiment, const LazySyncWork& work);
void measure_beside(Experiment& experiment, const LazySyncWork& work);          // two kernels that need no order
std::size_t measure_overlap(Experiment& experiment, const LazySyncWork& work);  // writes beside a kernel
void add_timelines(Experiment& experiment, const SyncWork& work);
void add_states(Experiment& experiment, const SyncWork& work);

}  // namespace lenslet::study
