// One socket is the child's standard input and output. Writing to a child that has ended is then an error, not a
// signal.
#include "tune/worker_process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <lenslet/error.hpp>

#include "system/own_program.hpp"

namespace lenslet::tune {

// Finds the worker: beside the tool in a build, in libexec in an installation.
std::filesystem::path find_worker() {
  const system::OwnProgram worker = system::find_own_program("lenslet-worker", "LENSLET_WORKER");
  if (!worker.path.empty()) return worker.path;
  throw Error(
      ErrorKind::unsupported,
      fmt::format("tuning needs the worker lenslet-worker; {}: name it in LENSLET_WORKER, or tune without a worker",
                  worker.problem));
}

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between_looks{50};

// The longest time between two words of a child that compiles while other processes slow it down. Longer pauses do not
// count as compilation.
constexpr auto max_between_words = 5 * compiling_interval;

// How the child starts. It has a process group of its own: ctrl-C only reaches the tuner, which then ends its worker.
// No signal is ignored or blocked in it, even where this process ignores or blocks it.
class Attributes {
 public:
  Attributes() {
    posix_spawnattr_init(&value_);
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&value_, &all);
    posix_spawnattr_setsigmask(&value_, &none);
    posix_spawnattr_setpgroup(&value_, 0);
    posix_spawnattr_setflags(&value_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  }
  ~Attributes() { posix_spawnattr_destroy(&value_); }
  const posix_spawnattr_t* get() const { return &value_; }

 private:
  posix_spawnattr_t value_;
};

// The child's files. What a driver prints when it crashes must not reach the user's terminal.
class Files {
 public:
  explicit Files(int socket) {
    posix_spawn_file_actions_init(&value_);
    posix_spawn_file_actions_adddup2(&value_, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&value_, socket, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&value_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  ~Files() { posix_spawn_file_actions_destroy(&value_); }
  const posix_spawn_file_actions_t* get() const { return &value_; }

 private:
  posix_spawn_file_actions_t value_;
};

std::string description(int status) {
  if (WIFSIGNALED(status)) return fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("ended with status {}", WEXITSTATUS(status));
}

[[noreturn]] void fail(const std::string& what, int code) {
  throw Error(ErrorKind::io, fmt::format("{}: {}", what, std::system_category().message(code)));
}

}  // namespace

WorkerProcess::WorkerProcess(std::filesystem::path program, std::vector<std::string> arguments)
    : program_(std::move(program)), arguments_(std::move(arguments)) {}

void WorkerProcess::start() {
  end();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("no socket for the worker", errno);
  std::vector<std::string> words{program_.string()};
  words.insert(words.end(), arguments_.begin(), arguments_.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int code =
      posix_spawn(&process_, program_.c_str(), Files(ends[1]).get(), Attributes().get(), pointers.data(), environ);
  close(ends[1]);
  socket_ = ends[0];
  received_.clear();
  if (code == 0) return;
  process_ = -1;
  end();
  fail(fmt::format("cannot start {}", program_.string()), code);
}

std::string WorkerProcess::end() {
  int status = 0;
  if (running()) {
    kill(process_, SIGKILL);
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  }
  if (socket_ >= 0) close(socket_);
  process_ = -1;
  socket_ = -1;
  return description(status);
}

bool WorkerProcess::send(std::string line) {
  line += '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = ::send(socket_, line.data() + done, line.size() - done, MSG_NOSIGNAL);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<std::string> WorkerProcess::next_line() {
  const std::size_t newline = received_.find('\n');
  if (newline == std::string::npos) return {};
  const std::string line = received_.substr(0, newline);
  received_.erase(0, newline + 1);
  return line;
}

WorkerProcess::Reply WorkerProcess::ask(const std::string& line, const Patience& patience,
                                        const std::function<bool()>& stop) {
  if (!send(line)) return {End::died, end()};
  const auto begin = Clock::now();
  auto told = begin;  // when the child last sent the word
  Clock::duration compiled{0};
  while (true) {
    while (const std::optional<std::string> answer = next_line()) {
      if (*answer != compiling_word) return {End::answered, *answer};
      const auto before = std::exchange(told, Clock::now());
      compiled += std::min<Clock::duration>(told - before, max_between_words);
    }
    const bool stopped = stop && stop();
    const bool compiles_on = patience.compile.count() > 0 && compiled >= patience.compile;
    const auto now = Clock::now();
    const bool late = now >= patience.until || now - begin >= patience.answer + compiled;
    if (stopped || compiles_on || late) {
      end();
      return {stopped ? End::stopped : compiles_on ? End::compiling : End::timeout, {}};
    }
    pollfd look{socket_, POLLIN, 0};
    if (poll(&look, 1, static_cast<int>(between_looks.count())) <= 0) continue;
    char buffer[4096];
    const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
    if (count > 0) received_.append(buffer, static_cast<std::size_t>(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return {End::died, end()};
  }
}

}  // namespace lenslet::tune
