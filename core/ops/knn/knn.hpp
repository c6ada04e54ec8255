// What the parts of nearest neighbours share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "op/op.hpp"

namespace lenslet::ops {

constexpr int knn_most = 1024;  // the most neighbours, and the most dimensions

// The inputs are points, labels if there are any, and queries.
const auto& queries_of(const auto& inputs) {
  return inputs.back();
}
const auto* labels_of(const auto& inputs) {
  return inputs.size() == 3 ? &inputs[1] : nullptr;
}

op::Dimensions knn_space(const op::Instance& problem, const DeviceInfo& device);
DimensionSchedule knn_initial(const op::Instance& problem, const DeviceInfo& device);
std::optional<Exclusion> knn_rule(const op::Instance& problem, const DeviceInfo& device,
                                  const DimensionSchedule& schedule);

// Returns the number of keys in the lower half of a group's memory, a power of two.
std::uint32_t knn_half(const op::Instance& problem, const DimensionSchedule& schedule);

op::Graph make_knn(const op::Instance& problem, const DimensionSchedule& schedule, const op::Maker& maker);

std::optional<std::string> knn_mismatch(const op::Instance& problem, const op::HostValues& in,
                                        const op::HostValues& out);
std::vector<op::Case> knn_cases(int effort);
void add_typical_knn(op::Op& op);

}  // namespace lenslet::ops
