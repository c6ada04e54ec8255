// Schedules of ops that are no filters.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lenslet {

// How such an op is computed: a choice for each dimension of its space, "two_stage.group256.items8". It never changes
// the result beyond the rounding of floats.
class DimensionSchedule {
 public:
  using Chosen = std::pair<std::string, std::string>;  // dimension and value: {"group", "256"}
  explicit DimensionSchedule(std::vector<Chosen> choices) : choices_(std::move(choices)) {}

  const std::vector<Chosen>& choices() const { return choices_; }
  const std::string& word(std::string_view dimension) const;
  int number(std::string_view dimension) const;
  DimensionSchedule with(std::string_view dimension, const std::string& value) const;
  bool operator==(const DimensionSchedule&) const = default;

 private:
  std::vector<Chosen> choices_;
};

// Words stand for themselves, numbers behind their dimension's name.
std::string to_string(const DimensionSchedule& schedule);

}  // namespace lenslet
