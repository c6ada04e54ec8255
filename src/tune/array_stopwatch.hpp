// Timing plans of arrays on a device: what the tuner and the meter share.
#pragma once

#include <vector>

#include <lenslet/array_op.hpp>

#include "array/op.hpp"
#include "tune/race.hpp"

namespace lenslet {

// Each of another seed.
std::vector<Array> filled_arrays(const std::vector<ArrayType>& types, array::Fill fill);

// Several copies of the inputs and outputs take turns, so that none waits in a cache for its launch.
class ArrayStopwatch {
 public:
  // copies 0: rotating_copies().
  ArrayStopwatch(const Session& session, const array::Op& op, const array::Problem& problem, int copies = 0);

  int copies() const { return static_cast<int>(inputs_.size()); }
  const std::vector<Array>& inputs() const { return host_; }
  const std::vector<DeviceArray>& on_device() const { return inputs_.front(); }  // the first copy

  // Of a plan for the problem.
  Launch launch(const ArrayPlan& plan, std::size_t turn) const;

 private:
  std::vector<Array> host_;
  std::vector<std::vector<DeviceArray>> inputs_, outputs_;
};

}  // namespace lenslet
