// An op made ready to launch, as the stages that it puts into the queue.
#pragma once

#include <mutex>

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
  const ocl::Queue& queue_;
  Instance problem_;
  std::uint64_t least_bytes_;
  Run run_;
  mutable std::mutex mutex_;  // of run_
};

}  // namespace lenslet::op
