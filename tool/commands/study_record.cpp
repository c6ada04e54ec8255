// Says where and when something was measured.
#include "tool/commands/study_record.hpp"

#include <fmt/chrono.h>

#include <ctime>
#include <lenslet/version.hpp>

#include "studies/report/machine.hpp"
#include "tool/records/json.hpp"

namespace lenslet::cli {

report::Record begin_record(const Session& session, const StudyOptions& options) {
  report::Record record;
  record.device = to_json(session.device());
  record.machine = report::this_machine();
  record.version = version;
  record.time = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  record.scale = options.scale;
  record.runs = options.runs;
  record.point_seconds = options.point_seconds;
  return record;
}

}  // namespace lenslet::cli
