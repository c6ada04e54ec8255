// A child process that answers lines with lines and can be given up. It is started from an executable, because a fork
// of a process that has used OpenCL has a driver without its threads.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lenslet::tune {

// The line that a child sends at this interval while its compiler works.
inline constexpr char compiling_word[] = "compiling";
inline constexpr std::chrono::milliseconds compiling_interval{100};

class WorkerProcess {
 public:
  enum class End { answered, timeout, compiling, died, stopped };

  struct Reply {
    End end = End::answered;
    std::string text;  // the answer, or how the process died
  };

  // `answer` limits the time to an answer, without the time in which the child sends `compiling_word`. `compile` limits
  // that time; 0: no limit. Everything ends at `until`.
  struct Patience {
    template <class Count, class Unit>
    Patience(std::chrono::duration<Count, Unit> limit) : answer(limit) {}
    std::chrono::milliseconds answer;
    std::chrono::milliseconds compile{0};
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
  };

  // Does not start the process: start() does.
  WorkerProcess(std::filesystem::path program, std::vector<std::string> arguments);
  ~WorkerProcess() { end(); }
  WorkerProcess(const WorkerProcess&) = delete;
  WorkerProcess& operator=(const WorkerProcess&) = delete;

  bool running() const { return process_ > 0; }

  // Throws io where the program cannot be started.
  void start();

  // `stop` is asked many times a second. Without an answer the process is killed.
  Reply ask(const std::string& line, const Patience& patience, const std::function<bool()>& stop);

 private:
  std::string end();  // kills; returns how the process ended
  bool send(std::string line);
  std::optional<std::string> next_line();

  std::filesystem::path program_;
  std::vector<std::string> arguments_;
  pid_t process_ = -1;
  int socket_ = -1;
  std::string received_;
};

// Returns the worker's path: LENSLET_WORKER, else lenslet-worker beside the running program, else where it is
// installed. Throws unsupported, with these places, where none has it.
std::filesystem::path find_worker();

}  // namespace lenslet::tune
