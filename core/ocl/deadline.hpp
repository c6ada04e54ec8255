// Runs work with a time limit in a thread of its own, because OpenCL cannot stop a compiler.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Runs `work` and rethrows what it throws. Returns false where the work does not end in time. The work then goes on, so
// it must own everything that it uses.
bool finishes_within(std::chrono::milliseconds timeout, std::function<void()> work);

// Throws build: the device's compiler did not do the work `what` in time.
[[noreturn]] void throw_late(std::string_view what, std::string_view device, std::chrono::milliseconds timeout);

// Waits at most `patience` for work that did not end in time. Returns false where some is still not done. The end of
// the program also waits for a little while. A compiler that still works after that wait may use globals of the driver
// that are destroyed already.
bool abandoned_work_ends_within(std::chrono::milliseconds patience);

}  // namespace lenslet::ocl
#pragma GCC visibility pop
