// Times plans on a device: the tuner and the meter share this.
#pragma once

#include <span>
#include <vector>

#include <lenslet/session.hpp>

#include "op/problem.hpp"
#include "tune/race.hpp"

namespace lenslet {

// A problem's typical inputs, and its outputs, on a device. Several copies take turns, so that none waits in a cache
// for its launch.
class Stopwatch {
 public:
  // Makes `copies` copies; 0 stands for rotating_copies().
  Stopwatch(const Session& session, const op::Problem& problem, int copies = 0);

  // Tells whether it has the inputs and outputs of this problem.
  bool serves(const op::Problem& problem) const;

  int copies() const { return static_cast<int>(inputs_.size()); }
  const std::vector<HostValue>& inputs() const { return host_; }                 // of every copy
  const std::vector<DeviceValue>& on_device() const { return inputs_.front(); }  // the first copy

  // These take plans of such problems.
  Launch launch(const Plan& plan, std::size_t turn) const;
  std::vector<Laps> time(std::span<const Plan> plans, const LapOptions& options = {}) const;
  Laps time(const Plan& plan, const LapOptions& options = {}) const { return time({&plan, 1}, options).front(); }

 private:
  std::vector<ValueType> output_types_;
  std::vector<HostValue> host_;
  std::vector<std::vector<DeviceValue>> inputs_, outputs_;
};

}  // namespace lenslet
