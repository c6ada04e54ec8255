// An op of arrays made ready to launch.
#pragma once

#include <mutex>

#include "array/op.hpp"
#include "op/problem.hpp"

namespace lenslet::array {

class Computation final : public op::Computation {
 public:
  // No rule may exclude the schedule.
  Computation(const Op& op, Problem problem, const ArraySchedule& schedule, const ocl::Queue& queue,
              const op::Build& build);

  Launch launch(const std::vector<DeviceValue>& inputs, const std::vector<DeviceValue>& outputs) const override;

 private:
  const ocl::Queue& queue_;
  Problem problem_;
  std::uint64_t least_bytes_;
  Run run_;
  mutable std::mutex mutex_;  // of run_
};

}  // namespace lenslet::array
