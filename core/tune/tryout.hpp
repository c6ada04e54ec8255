// Tries schedules of one work on one device: builds, proves and times them. A driver that crashes or hangs takes this
// process with it: executor.hpp protects from that.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

#include "tune/tuning_target.hpp"

namespace lenslet::tune {

class Tryout {
 public:
  Tryout(const Session& session, const Work& work, const TryoutOptions& options = {});

  int copies() const { return target_.copies(); }

  // Returns the schedule that a request spells. Throws invalid_argument for a text that is none.
  op::AnySchedule parse_schedule(const std::string& spelling) const { return target_.parse_schedule(spelling); }

  // Tries a schedule. The result on small awkward inputs is compared with the reference. The result on the work's own
  // inputs is compared, too, where the time could still win against `rival_ms`. A schedule that is far slower than the
  // rival is not timed to the end. `proven` is a correct schedule.
  Trial attempt(const op::AnySchedule& schedule, double rival_ms, const std::optional<op::AnySchedule>& proven);

  // Times correct schedules in turns until their order is certain, for at most `limit_ms`.
  std::vector<Measured> compare(const std::vector<op::AnySchedule>& schedules, double limit_ms);

 private:
  void judge(const op::AnySchedule& schedule, Trial& trial, double rival_ms,
             const std::optional<op::AnySchedule>& proven);

  TuningTarget target_;
  std::map<std::string, Trial> known_code_;
};

}  // namespace lenslet::tune
