// The graphs of a plan. Threads may launch it at the same time: each launch has a graph, with kernels and memory, of
// its own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "op/graph.hpp"
#include "op/problem.hpp"

namespace lenslet::op {

class GraphPool {
 public:
  using Make = std::function<Graph(const Maker& maker)>;

  // Makes the first graph, whose programs are built; those that follow get the same. What `make` refers to must live as
  // long as the pool, and the queue longer.
  GraphPool(const ocl::Queue& queue, Make make, const Build& build);
  GraphPool(const GraphPool&) = delete;  // what `make` refers to may be the owner
  GraphPool& operator=(const GraphPool&) = delete;

  // Puts all into the queue up to the first work of the host. `min_bytes` is Timing's.
  Launch launch(const DeviceValues& inputs, const DeviceValues& outputs, const std::optional<Rect>& region,
                std::uint64_t min_bytes) const;

  std::vector<std::string> stages() const { return stages_; }

  // Makes a graph's scratch memory large enough for such a launch.
  void reserve(const LaunchShape& shape) const;

  // Of one graph. There are as many as launches at a time.
  std::uint64_t scratch_bytes(const LaunchShape& shape = {}) const { return arena_.bytes(shape) + kept_bytes_; }

 private:
  using GraphPtr = std::unique_ptr<Graph>;
  struct Idle;
  class Taken;

  GraphPtr make_graph() const;
  Taken take() const;

  const ocl::Queue& queue_;
  Make make_;
  std::vector<ocl::Program> programs_;  // in the order in which making a graph asks for them
  std::vector<std::string> stages_;
  Arena arena_;  // of every graph, but without memory
  std::uint64_t kept_bytes_ = 0;
  std::shared_ptr<Idle> idle_;  // outlives the pool where work of the host does
};

}  // namespace lenslet::op
