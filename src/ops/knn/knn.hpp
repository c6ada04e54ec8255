// What the parts of the nearest neighbours share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "array/op.hpp"

namespace lenslet::ops {

constexpr int knn_most = 1024;  // neighbours, and dimensions

// Points, labels where there are any, queries.
const auto& queries_of(const auto& inputs) {
  return inputs.back();
}
const auto* labels_of(const auto& inputs) {
  return inputs.size() == 3 ? &inputs[1] : nullptr;
}

array::Space knn_space(const array::Problem& problem, const DeviceInfo& device);
ArraySchedule knn_initial(const array::Problem& problem, const DeviceInfo& device);
std::optional<Exclusion> knn_rule(const array::Problem& problem, const DeviceInfo& device,
                                  const ArraySchedule& schedule);

// Keys of the lower half of a group's memory: a power of two.
std::uint32_t knn_half(const array::Problem& problem, const ArraySchedule& schedule);

array::Run make_knn(const array::Problem& problem, const ArraySchedule& schedule, const array::Maker& maker);

std::optional<std::string> knn_fault(const array::Problem& problem, const std::vector<Array>& in,
                                     const std::vector<Array>& out);
std::vector<array::Case> knn_cases(int effort);
void add_typical_knn(array::Op& op);

}  // namespace lenslet::ops
