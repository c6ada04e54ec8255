// An op made ready to launch, as the stages that it puts into the queue. Where the host has a part in the work, a
// launch waits for the device; other threads launch the same computation meanwhile, with kernels and memory of their
// own.
#pragma once

#include <mutex>
#include <vector>

#include "op/op.hpp"
#include "op/problem.hpp"

namespace lenslet::op {

class StagedComputation final : public Computation {
 public:
  // No rule may exclude the schedule.
  StagedComputation(const Op& op, Instance problem, const ArraySchedule& schedule, const ocl::Queue& queue,
                    const Build& build);

  Launch launch(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const override;

 private:
  class Borrowed;  // a run, for one launch

  // Another one, of the same programs.
  Run make_run() const;

  const Op& op_;
  const ocl::Queue& queue_;
  Instance problem_;
  ArraySchedule schedule_;
  std::uint64_t least_bytes_;
  std::vector<ocl::Program> programs_;  // in the order in which making a run asks for them
  mutable std::mutex mutex_;            // of idle_
  mutable std::vector<Run> idle_;       // as many as ever were launched at a time
};

}  // namespace lenslet::op
