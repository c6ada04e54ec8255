// Asks all rules, one after the other.
#include "stencil/rules.hpp"

#include "stencil/parts.hpp"
#include "stencil/rule.hpp"

namespace lenslet::stencil {
namespace {

std::optional<Exclusion> first_broken(std::span<const Rule> rules, const Schedule& schedule, const Problem& problem,
                                      const DeviceInfo& device) {
  for (const Rule& rule : rules)
    if (Reason reason = rule.broken(schedule, problem, device)) return Exclusion{rule.name, *reason};
  return {};
}

}  // namespace

std::optional<Exclusion> excluded(const Schedule& schedule, const Problem& problem, const DeviceInfo& device) {
  if (auto broken = first_broken(mask_rules(), schedule, problem, device)) return broken;
  if (schedule.passes != Passes::separated) return first_broken(launch_rules(), schedule, problem, device);
  for (const Part& part : parts_of(problem, schedule, device))
    if (auto broken = first_broken(launch_rules(), part.schedule, part.problem, device)) return broken;
  return {};
}

}  // namespace lenslet::stencil
