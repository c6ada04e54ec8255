// Starts programs by posix_spawn(), and waits for them.
#include "system/run_program.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lenslet/error.hpp>

#include "system/input_file.hpp"

namespace lenslet::system {
namespace {

constexpr std::uint64_t max_said = 1 << 24;

// The child's files: an empty input, and one file for both outputs.
class ChildFiles {
 public:
  explicit ChildFiles(const std::filesystem::path& output) {
    posix_spawn_file_actions_init(&value_);
    posix_spawn_file_actions_addopen(&value_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&value_, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&value_, STDOUT_FILENO, STDERR_FILENO);
  }
  ~ChildFiles() { posix_spawn_file_actions_destroy(&value_); }
  ChildFiles(const ChildFiles&) = delete;
  ChildFiles& operator=(const ChildFiles&) = delete;
  const posix_spawn_file_actions_t* get() const { return &value_; }

 private:
  posix_spawn_file_actions_t value_;
};

// Returns whether the process has ended. Its status is -1 where it cannot be known.
bool has_ended(pid_t process, int flags, int& status) {
  const pid_t ended = ::waitpid(process, &status, flags);
  if (ended < 0 && errno == EINTR) return false;
  if (ended < 0) status = -1;
  return ended != 0;
}

// Returns the status, or kills the process at the time limit and returns nothing. It polls, because a wait with a limit
// would change the program's signal handling.
std::optional<int> wait_for(pid_t process, std::chrono::milliseconds limit) {
  constexpr std::chrono::milliseconds max_pause(20);
  const auto end = std::chrono::steady_clock::now() + limit;
  int status = 0;
  for (std::chrono::milliseconds pause(1); !has_ended(process, WNOHANG, status);
       pause = std::min(2 * pause, max_pause)) {
    if (std::chrono::steady_clock::now() >= end) {
      ::kill(process, SIGKILL);
      while (!has_ended(process, 0, status)) {
      }
      return {};
    }
    std::this_thread::sleep_for(pause);
  }
  return status;
}

}  // namespace

std::filesystem::path find_in_path(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "" : variable;
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    if (candidate.is_absolute() && ::access(candidate.c_str(), X_OK) == 0) return candidate;
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
  }
  return {};
}

ProgramEnd run_program(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& output, std::chrono::milliseconds limit) {
  std::string own_name = program.string();
  std::vector<std::string> words = arguments;
  std::vector<char*> pointers{own_name.data()};
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const ChildFiles files(output);
  pid_t process = 0;
  const int code = posix_spawn(&process, program.c_str(), files.get(), nullptr, pointers.data(), environ);
  if (code != 0)
    throw Error(ErrorKind::io,
                fmt::format("cannot start '{}': {}", program.string(), std::generic_category().message(code)));
  const std::optional<int> status = wait_for(process, limit);
  return {status && WIFEXITED(*status) && WEXITSTATUS(*status) == 0, status.has_value(), read_input(output, max_said)};
}

}  // namespace lenslet::system
