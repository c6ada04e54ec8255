// What the study `queues` runs in each model of queues and contexts: chains of a write, a kernel and a read, which do
// not depend on each other.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocl/order.hpp"
#include "studies/kernel_row.hpp"

namespace lenslet::study {

using ChainNumbers = std::vector<std::uint32_t>;

// A chain in its queue. It waits only for its own commands.
class Chain {
 public:
  Chain(const Experiment& experiment, const ocl::Queue& queue, std::size_t number, std::uint32_t rounds,
        std::size_t count);

  // Queues its three commands. The read's event is the last.
  ocl::Event enqueue() const;

  Mismatch mismatch() const;  // of what was read
  const std::string& source() const { return run_.source(); }
  const ocl::Queue& queue() const { return queue_; }

 private:
  ocl::Queue queue_;
  ChainNumbers numbers_;
  ocl::Buffer in_;
  KernelRun run_;
  std::uint32_t rounds_;
  mutable ChainNumbers result_;
};

// Compares some numbers with the results of so many rounds. To compare all would take the host long.
Mismatch some_difference(const ChainNumbers& got, const ChainNumbers& from, std::uint32_t rounds);

// Two devices of the session's platform, or two halves of its device. Throws unsupported, with what would do, where
// there are neither.
std::vector<ocl::Device> two_devices(const ocl::Queue& queue);

}  // namespace lenslet::study
