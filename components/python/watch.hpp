// Calls of the library that may take long: the GIL is released, Ctrl-C ends the wait, and the end of the interpreter
// waits for what is under way. OpenCL cannot stop a kernel: after Ctrl-C a call goes on by itself, and what it uses is
// kept until it ends.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include <nanobind/nanobind.h>

namespace lenslet::python {

// Counts a call as under way. Throws RuntimeError where the interpreter is ending.
class UnderWay {
 public:
  UnderWay();
  ~UnderWay();
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;
};

// Runs `work` without the GIL. On the main thread `work` that may take long runs in a thread of its own, and Ctrl-C
// raises KeyboardInterrupt at once. `keeps` has all that `work` uses.
void run_without_gil(const std::function<void()>& work, const std::shared_ptr<void>& keeps, bool may_take_long);

// Tells whether the process is a child that was forked after OpenCL was used.
bool is_forked();

// Throws lenslet.ForkError where that is so. Called before OpenCL is used.
void use_opencl();

// Waits for all calls that are under way, and refuses others from then on.
void end_calls();

void bind_watch(nanobind::module_& module);

}  // namespace lenslet::python
