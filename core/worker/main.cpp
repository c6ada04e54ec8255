// lenslet-worker answers the tuner's requests, one in each line, until there are no more: see
// core/tune/worker_requests.hpp. `lenslet-worker specialize REQUEST` compiles programs for later: see
// core/tune/specialize.hpp.
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "fault.hpp"
#include "tune/specialize.hpp"
#include "tune/worker_process.hpp"
#include "tune/worker_requests.hpp"

namespace {

// Writes a whole line. Two threads call it.
bool write_line(int file, std::string line) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  line += '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = write(file, line.data() + done, line.size() - done);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return true;
}

// Says regularly that the compiler is working, so that this does not look like a kernel that hangs.
void tell_of_compiler(int file, const lenslet::tune::WorkerRequests& requests) {
  while (true) {
    std::this_thread::sleep_for(lenslet::tune::compiling_interval);
    if (requests.is_compiling()) write_line(file, lenslet::tune::compiling_word);
  }
}

// Where Linux groups processes by session, it shares processors between sessions first, whatever the processes'
// priorities. This process has a session of its own, and only that one is lowered, not a terminal's.
void lower_priority() {
  constexpr int lowest = 19;
  static_cast<void>(nice(lowest));
  if (getsid(0) == getpid()) std::ofstream("/proc/self/autogroup") << lowest;
}

// Compiles programs for later. This must not slow down those who wait for their own work, nor hang for ever in a
// driver.
int specialize(const char* request) {
  constexpr unsigned max_seconds = 300;
  alarm(max_seconds);
  lower_priority();
  int status = 0;
  try {
    lenslet::tune::specialize(request);
  } catch (const std::exception&) {
    status = 1;
  }
  _exit(status);
}

}  // namespace

int main(int count, char** words) {
  if (count == 3 && std::string_view(words[1]) == "specialize") return specialize(words[2]);
  // A hanging driver must not outlive the tuner, and what drivers print must not look like an answer.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int answers = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  lenslet::tune::WorkerRequests requests(lenslet::fault_from_environment());
  std::thread(tell_of_compiler, answers, std::cref(requests)).detach();
  for (std::string line; std::getline(std::cin, line);)
    if (!write_line(answers, requests.answer(line))) break;
  _exit(0);  // skips the destructors of drivers, some of which crash
}
