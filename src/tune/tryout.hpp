// Trying schedules for one work on one device: built, proved right, timed. It trusts the driver; executor.hpp does not.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/session.hpp>
#include <lenslet/tune.hpp>

#include "tune/subject.hpp"

namespace lenslet::tune {

class Tryout {
 public:
  Tryout(const Session& session, const Work& work, const TryoutOptions& options = {});

  int copies() const { return subject_.copies(); }

  // A result on small awkward inputs and, where the time could still win against `rival_ms`, on the work's own is
  // compared with the reference. What is far slower than the rival is not timed to the end.
  Trial attempt(const std::string& schedule, double rival_ms, const std::optional<std::string>& proven);

  // Correct schedules in turns, for so long.
  std::vector<Measured> compare(const std::vector<std::string>& schedules, double limit_ms);

 private:
  void judge(Trial& trial, double rival_ms, const std::optional<std::string>& proven);

  Subject subject_;
  std::map<std::string, Trial> known_code_;
};

}  // namespace lenslet::tune
