// An op made ready to launch, as its graph. Threads may launch it at the same time: each launch has a graph, with
// kernels and memory, of its own.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "op/op.hpp"
#include "op/problem.hpp"

namespace lenslet::op {

class GraphComputation final : public Computation {
 public:
  // No rule may exclude the schedule.
  GraphComputation(const Op& op, Instance problem, const ArraySchedule& schedule, const ocl::Queue& queue,
                   const Build& build);

  Launch launch(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const override;
  bool has_regions() const override;
  Rect reads(const Rect& region, Size whole) const override;
  Launch launch_region(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                       const Rect& region) const override;
  std::uint64_t scratch_bytes(Size, std::int64_t) const override { return scratch_bytes_; }
  std::vector<std::string> stages() const override { return stages_; }

 private:
  using GraphPtr = std::unique_ptr<Graph>;

  // Graphs that no launch uses: as many as ever were launched at a time.
  struct Pool {
    std::mutex mutex;
    std::vector<GraphPtr> idle;

    GraphPtr take();  // null where none is left
    void give_back(GraphPtr graph);
  };
  class Run;

  GraphPtr make_graph() const;  // of the same programs
  static void finish(Graph& graph, std::size_t stage, const Bound& bound, Launches& launches);
  Launch launch_on(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs,
                   const std::optional<Rect>& region) const;

  const Op& op_;
  const ocl::Queue& queue_;
  Instance problem_;
  ArraySchedule schedule_;
  std::uint64_t least_bytes_;
  std::vector<ocl::Program> programs_;  // in the order in which making a graph asks for them
  std::shared_ptr<Pool> pool_ = std::make_shared<Pool>();
  std::uint64_t scratch_bytes_ = 0;
  std::vector<std::string> stages_;
};

}  // namespace lenslet::op
