// Problems and made-up devices for tests of what is decided about them.
#pragma once

#include <cstdint>

#include <lenslet/device.hpp>

#include "op/op.hpp"
#include "session/problem.hpp"

namespace lenslet {

inline DeviceInfo device_of(DeviceKind kind, std::uint64_t max_group = 1024) {
  DeviceInfo device;
  device.kind = kind;
  device.max_group = max_group;
  device.max_group_sides = {max_group, max_group, 64};
  device.max_constant = 65536;
  return device;
}

inline stencil::Problem problem(const Call& call, SampleType type = SampleType::f32) {
  return problem_of(call, {type, 1}, {});
}

// The ops whose schedules are those of the stencil family.
inline std::vector<OpInfo> filters() {
  std::vector<OpInfo> infos;
  for (const op::Op& op : op::registry())
    if (op.problem && !op.info.pipeline) infos.push_back(op.info);
  return infos;
}

}  // namespace lenslet
