// The plan is made and launched once, because some drivers compile at the launch.
#include "tune/specialize.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>

#include "session/plan.hpp"
#include "tune/fields.hpp"
#include "tune/task.hpp"

namespace lenslet::tune {
namespace {

// Is let go of when the process ends.
bool lock_folder(const std::string& folder) {
  const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

void specialize(const std::string& request) {
  const std::vector<std::string> fields = split_fields(request);
  if (fields.size() != 5)
    throw Error(ErrorKind::invalid_argument, fmt::format("a request of {} fields", fields.size()));
  SessionOptions options;
  options.device = fields[0];
  options.cache_directory = fields[4];
  if (!lock_folder(fields[4])) return;
  const Session session(options);
  if (session.device().name != fields[1]) return;
  Work work = parse_work(fields[2]);
  work.options.schedule = fields[3];
  const Plan plan = session.plan(work);
  std::vector<DeviceValue> inputs;
  for (const ValueType& type : work.inputs) inputs.push_back(allocate_value(session, type));
  plan.run(inputs);
}

}  // namespace lenslet::tune
