// Runs work that may take too long in a thread of its own, because OpenCL has no way to stop a compiler.
#pragma once

#include <chrono>
#include <functional>
#include <string_view>

namespace lenslet::ocl {

// Runs `work` and rethrows what it throws. Returns false where it is not over in time: it then goes on unseen, so it
// must own all that it uses.
bool finishes_within(std::chrono::milliseconds timeout, std::function<void()> work);

// Throws build: this work of the device's compiler was not over in time.
[[noreturn]] void throw_late(std::string_view what, std::string_view device, std::chrono::milliseconds timeout);

// Waits for work that outlived its deadline; returns false where some is still not over. The end of the program waits a
// little by itself, but a compiler that is at work then can meet globals of the driver that are gone.
bool abandoned_work_ends_within(std::chrono::milliseconds patience);

}  // namespace lenslet::ocl
