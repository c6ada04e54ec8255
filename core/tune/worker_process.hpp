// A child process that answers lines with lines, and can be given up. It is started anew from an executable: a fork of
// a process that has touched OpenCL inherits a driver without its threads.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lenslet::tune {

// What a child says of its compiler, as often as the interval.
inline constexpr char compiling_word[] = "compiling";
inline constexpr std::chrono::milliseconds compiling_interval{100};

class WorkerProcess {
 public:
  enum class End { answered, timeout, compiling, died, stopped };

  struct Reply {
    End end = End::answered;
    std::string text;  // the answer, or how the process died
  };

  // How long an answer may take, beside the time in which the child sends the line `compiling_word`; and how long that
  // may be, or 0 for ever. All is over at `until`.
  struct Patience {
    template <class Count, class Unit>
    Patience(std::chrono::duration<Count, Unit> limit) : answer(limit) {}
    std::chrono::milliseconds answer;
    std::chrono::milliseconds compile{0};
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  };

  // Starts no process: start() does.
  WorkerProcess(std::filesystem::path program, std::vector<std::string> arguments);
  ~WorkerProcess() { end(); }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  bool running() const { return process_ > 0; }

  // Throws io where the program cannot be started.
  void start();

  // `stop` is asked many times a second. Unless there is an answer, the process is gone afterwards.
  Reply ask(const std::string& line, const Patience& patience, const std::function<bool()>& stop);

 private:
  std::string end();  // kills; says how the process ended
  bool send(std::string line);
  std::optional<std::string> next_line();

  std::filesystem::path program_;
  std::vector<std::string> arguments_;
  pid_t process_ = -1;
  int socket_ = -1;
  std::string received_;
};

// Returns the worker's path: LENSLET_WORKER, else lenslet-worker beside the running program, else where it is
// installed. Throws unsupported where it is nowhere, with the places.
std::filesystem::path find_worker();

}  // namespace lenslet::tune
