// What the study `queues` does in each model of queues and contexts: chains of a write, a kernel and a read, of which
// none needs another.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ocl/order.hpp"
#include "studies/kernel_row.hpp"

namespace lenslet::study {

using ChainNumbers = std::vector<std::uint32_t>;

// A chain in its queue. Each waits for its own commands alone.
class Chain {
 public:
  Chain(const Experiment& experiment, const ocl::Queue& queue, std::size_t number, std::uint32_t rounds,
        std::size_t count);

  // Puts its three commands into the queue; the read's event ends all.
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

// Compares some numbers with what so many rounds make of the others: all would take the host long.
Mismatch some_difference(const ChainNumbers& got, const ChainNumbers& from, std::uint32_t rounds);

// Two devices of the session's platform, or two halves of its device. Throws unsupported where there are neither, and
// says what else would do.
std::vector<ocl::Device> two_devices(const ocl::Queue& queue);

}  // namespace lenslet::study
