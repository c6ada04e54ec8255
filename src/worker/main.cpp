// lenslet-worker: answers the tuner's requests, a line each, until there are no more. See src/tune/worker_requests.hpp.
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <iostream>
#include <string>

#include "fault.hpp"
#include "tune/worker_requests.hpp"

namespace {

bool write_line(int file, std::string line) {
  line += '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t count = write(file, line.data() + done, line.size() - done);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

int main() {
  // A hanging driver must not outlive the tuner; and what drivers print is no answer.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int answers = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  lenslet::tune::WorkerRequests requests(lenslet::fault_from_environment());
  for (std::string line; std::getline(std::cin, line);)
    if (!write_line(answers, requests.answer(line))) break;
  _exit(0);  // without the destructors of drivers, some of which crash
}
