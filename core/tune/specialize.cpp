// Makes the plan and launches it once, because some drivers compile at the first launch.
#include "tune/specialize.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/file.h>
#include <unistd.h>

#include <lenslet/error.hpp>
#include <lenslet/session.hpp>
#include <lenslet/specialize.hpp>

#include "session/plan.hpp"
#include "session/state.hpp"
#include "tune/task.hpp"
#include "tune/worker_process.hpp"

namespace lenslet::tune {
namespace {

// The lock ends with the process.
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
  std::vector<op::OpPtr> brought;
  Work work = parse_work(fields[2], brought);
  work.options.schedule = fields[3];
  const Plan plan = session.plan(work);
  std::vector<DeviceValue> inputs;
  for (const ValueType& type : work.inputs) inputs.push_back(allocate_value(session, type));
  plan.run(inputs);
}

}  // namespace lenslet::tune

namespace lenslet {

namespace {

// Starts lenslet-worker in a session of its own, so that the end of this process's terminal does not end it. The
// program reads and writes nothing, and nobody waits for it.
bool start_alone(const std::string& program, std::string request) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, STDIN_FILENO, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  std::string name = program, word = "specialize";
  char* words[] = {name.data(), word.data(), request.data(), nullptr};
  pid_t process = 0;
  const int code = posix_spawn(&process, program.c_str(), &files, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return code == 0;
}

}  // namespace

bool specialize_later(const Session& session, const Plan& plan, const Work& work) {
  const ocl::ProgramCache* cache = state_of(session).cache.get();
  if (plan.special_schedule().empty() || cache == nullptr || !cache->problem().empty()) return false;
  const DeviceInfo& device = session.device();
  const std::vector<std::string> request{fmt::format("{}", device.index), device.name, tune::to_line(work),
                                         plan.special_schedule(), cache->directory().string()};
  try {
    return start_alone(tune::find_worker(), tune::join_fields(request));
  } catch (const Error&) {
    return false;  // there is no worker
  }
}

}  // namespace lenslet
