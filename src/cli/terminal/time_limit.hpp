// Ends the program where something takes too long that nothing can stop: a kernel.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "cli/terminal/deadline.hpp"

namespace lenslet::cli {

// Kernels of an op or of a file that are to be over before the object has lived for so long; 0: they may take any time.
// Else that is said, with what `at_end` returns in another thread, temporary files are removed, and the program ends
// with exit_failed.
class TimeLimit {
 public:
  TimeLimit(std::chrono::milliseconds limit, std::string whose, std::function<std::string()> at_end = {});

 private:
  Deadline deadline_;
};

}  // namespace lenslet::cli
