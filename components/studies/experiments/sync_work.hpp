// What the parts of the study `sync` queue: kernels of one group, so that two can run at once, and writes for a kernel
// that needs them all.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ocl/mapping.hpp"
#include "ocl/order.hpp"
#include "studies/kernel_row.hpp"

namespace lenslet::study {

struct SyncWork {
  using Numbers = std::vector<std::uint32_t>;

  explicit SyncWork(const Experiment& experiment);

  const ocl::Queue& out_of_order() const;  // throws unsupported where the device has none

  // These write one input each of `combine`, which also needs `first`.
  ocl::Event write_a(const ocl::Queue& to, bool from_pinned) const { return write(to, 0, from_pinned); }
  ocl::Event write_b(const ocl::Queue& to, bool from_pinned) const { return write(to, 1, from_pinned); }

  void clear() const;  // everything that the device computed or received
  std::string how() const;

  ocl::Queue queue, second;
  std::optional<ocl::Queue> unordered;
  std::uint32_t rounds, count;
  Numbers seeds, a, b;
  ocl::Mapping pinned;                   // holds what a and b hold
  KernelRun first, after_first, beside;  // seeds -> middle -> last; and seeds -> beside, which needs neither
  KernelRun combine;
  bool has_clock = false;  // whether events tell the device's time

 private:
  ocl::Event write(const ocl::Queue& to, std::size_t argument, bool from_pinned) const;
};

inline constexpr const char *in_order_line = "in-order queue", *out_of_order_line = "out-of-order queue",
                            *two_queues_line = "two queues", *serial_line = "serial, one in-order queue";

// Measures two writes beside a kernel, and a kernel that needs all three. Adds a chart and time lines.
void measure_overlap(Experiment& experiment, const Lazy<SyncWork>& work);
void add_timelines(Experiment& experiment, const SyncWork& work);

}  // namespace lenslet::study
