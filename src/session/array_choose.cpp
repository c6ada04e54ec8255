// The order in which an array plan's schedule is looked for.
#include "session/array_choose.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/tune.hpp>

#include "array/space.hpp"
#include "session/choose.hpp"
#include "tune/array_space.hpp"
#include "tune/key.hpp"

namespace lenslet {
namespace {

ArrayChoice forced(const array::Op& op, const array::Problem& problem, const DeviceInfo& device,
                   const std::string& wanted) {
  const ArraySchedule schedule = array::parse(wanted, op.space(problem, device));
  if (const auto exclusion = array::excluded(op, problem, device, schedule)) throw refused(wanted, *exclusion);
  return {schedule, "forced by the caller", Origin::forced};
}

}  // namespace

ArrayChoice choose(const Session& session, const Call& call, const array::Op& op, const array::Problem& problem,
                   const ArrayOptions& options) {
  const DeviceInfo& device = session.device();
  if (!options.schedule.empty()) return forced(op, problem, device, options.schedule);
  const auto stored =
      stored_schedule(session, options.tune,
                      {tune::key_of(op, problem, device), tune::array_space(op, problem, device),
                       [](Size size) { return fmt::format("{} elements", size.width); },
                       [&](const TuneOptions& tuning) { tune_array(session, call, problem.inputs, tuning); }});
  if (stored) return {array::parse(stored->schedule, op.space(problem, device)), stored->reason, stored->origin};
  return {op.initial(problem, device), fmt::format("default for {} devices", name_of(device.kind)),
          Origin::device_class};
}

}  // namespace lenslet
