// Reads defaults.txt and fits its row to the device.
#include "stencil/defaults.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "kernels.hpp"
#include "stencil/rules.hpp"

namespace lenslet::stencil {
namespace {

struct Row {
  std::string device, stencil, type, taps, schedule;
};

std::vector<Row> read_rows() {
  std::vector<Row> rows;
  std::istringstream lines{std::string(kernel_source("defaults.txt"))};
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Row row;
    if (line.starts_with('#') || !(words >> row.device >> row.stencil >> row.type >> row.taps >> row.schedule))
      continue;
    rows.push_back(row);
  }
  return rows;
}

bool fits(const std::string& pattern, std::string_view value) {
  return pattern == "*" || pattern == value;
}

bool fits_stencil(const std::string& pattern, const Problem& problem) {
  if (pattern == "rank1") return !problem.stencil.factors.empty();
  return fits(pattern, problem.linear() ? "linear" : "window");
}

const Row& find_row(const Problem& problem, const DeviceInfo& device) {
  static const std::vector<Row> rows = read_rows();
  for (const Row& row : rows)
    if (fits(row.device, name_of(device.kind)) && fits_stencil(row.stencil, problem) &&
        fits(row.type, name_of(problem.input.type)) && (row.taps == "*" || problem.taps() <= std::stoi(row.taps)))
      return row;
  throw std::logic_error("defaults.txt has no row for this stencil");
}

// Narrows the group until the device takes it; true if there was anything to do.
bool fit_group(Schedule& schedule, const Problem& problem, const DeviceInfo& device) {
  bool narrowed = false;
  for (auto broken = excluded(schedule, problem, device); broken && broken->rule.starts_with("group");
       broken = excluded(schedule, problem, device)) {
    int& side = schedule.group_height > 1 ? schedule.group_height : schedule.group_width;
    if (side == 1) break;
    side /= 2;
    narrowed = true;
  }
  return narrowed;
}

// The widest vector up to each rule's limit.
void narrow_vector(Choice& choice, const Problem& problem, const DeviceInfo& device) {
  constexpr std::pair<std::string_view, int> limits[] = {
      {"vector-width", largest_standard_vector}, {"wide-samples", largest_standard_vector}, {"loop-rounds", 4}};
  for (const auto& [rule, widest] : limits) {
    const auto broken = excluded(choice.schedule, problem, device);
    if (!broken || broken->rule != rule) continue;
    choice.schedule.vector = std::min(choice.schedule.vector, widest);
    choice.reason += ", vector narrowed: " + broken->reason;
  }
}

}  // namespace

Choice default_schedule(const Problem& problem, const DeviceInfo& device) {
  const Row& row = find_row(problem, device);
  Choice choice{parse_schedule(row.schedule), {}};
  if (!is_separated(choice.schedule.passes))
    choice.schedule.passes = problem.masks() > 1 ? Passes::fused : Passes::single;
  choice.reason = fmt::format("default for {} devices, {} stencils of {} taps on {}", name_of(device.kind), row.stencil,
                              problem.taps(), name_of(problem.input.type));
  if (const auto broken = excluded(choice.schedule, problem, device);
      broken && (broken->rule == "integer-sums" || broken->rule == "combined-masks")) {
    choice.schedule.passes = Passes::separated_window;
    choice.reason += ", passes changed: " + broken->reason;
  }
  narrow_vector(choice, problem, device);
  if (const auto broken = excluded(choice.schedule, problem, device); broken && broken->rule == "constant-memory") {
    choice.schedule.coefficients = Coefficients::literal;
    choice.reason += ", taps compiled in: " + broken->reason;
  }
  if (fit_group(choice.schedule, problem, device))
    choice.reason += fmt::format(", group narrowed to the device's limit of {}", device.max_group);
  return choice;
}

}  // namespace lenslet::stencil
