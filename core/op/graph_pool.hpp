// The graphs of a plan. Threads may launch a plan at the same time, so each launch takes a graph with its own kernels
// and memory.
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

  // Makes the first graph and builds its programs; later graphs get the same programs. What `make` refers to must live
  // as long as the pool. The queue must outlive the pool.
  GraphPool(const ocl::Queue& queue, Make make, const Build& build);
  GraphPool(const GraphPool&) = delete;  // what `make` refers to may be the owner
  GraphPool& operator=(const GraphPool&) = delete;

  // Puts all stages before the first work of the host into the queue. `min_bytes` becomes Timing::bytes.
  Launch launch(const DeviceValues& inputs, const DeviceValues& outputs, const std::optional<Rect>& region,
                std::uint64_t min_bytes) const;

  std::vector<std::string> stages() const { return stages_; }

  // Makes the scratch memory of a graph large enough for such a launch.
  void reserve(const LaunchShape& shape) const;

  // For one graph. There are as many graphs as launches at the same time.
  std::uint64_t scratch_bytes(const LaunchShape& shape = {}) const { return arena_.bytes(shape) + kept_bytes_; }

 private:
  using GraphPtr = std::unique_ptr<Graph>;
  struct Idle;
  class Taken;

  GraphPtr make_graph() const;
  Taken take() const;

  const ocl::Queue& queue_;
  Make make_;
  std::vector<ocl::Program> programs_;  // in the order in which a graph's construction asks for them
  std::vector<std::string> stages_;
  Arena arena_;  // as every graph's arena, but without memory
  std::uint64_t kept_bytes_ = 0;
  std::shared_ptr<Idle> idle_;  // work of the host may need it longer than the pool lives
};

}  // namespace lenslet::op
