// Times plans on a device, for the tuner and for measurements.
#pragma once

#include <span>
#include <vector>

#include <lenslet/session.hpp>

#include "op/problem.hpp"
#include "tune/race.hpp"

namespace lenslet {

// A problem's typical inputs, and outputs for them, on a device. Several copies take turns, so that none stays in a
// cache until its launch.
class Stopwatch {
 public:
  // Makes so many copies. 0: as rotating_copies() says.
  Stopwatch(const Session& session, const op::Problem& problem, int copies = 0);

  // Tells whether its inputs and outputs are right for this problem.
  bool serves(const op::Problem& problem) const;

  int copies() const { return static_cast<int>(inputs_.size()); }
  const std::vector<HostValue>& inputs() const { return host_; }                 // the same in every copy
  const std::vector<DeviceValue>& on_device() const { return inputs_.front(); }  // the first copy

  // For plans of such problems.
  Launch launch(const Plan& plan, std::size_t turn) const;
  std::vector<Laps> time(std::span<const Plan> plans, const LapOptions& options = {}) const;
  Laps time(const Plan& plan, const LapOptions& options = {}) const { return time({&plan, 1}, options).front(); }

 private:
  std::vector<ValueType> output_types_;
  std::vector<HostValue> host_;
  std::vector<std::vector<DeviceValue>> inputs_, outputs_;
};

}  // namespace lenslet
