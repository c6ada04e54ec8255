// Sessions on several devices in one context: they have memory and events in common.
//
//   const std::vector<Session> both = sessions_in_one_context("pocl/2");
//   const DeviceArray x = both[0].upload(values);
//   const Launch first = kernel_of_0.launch(range, {x});
//   kernel_of_1.launch(range, {x}, {first.event()}).wait();   // the driver moves x where it must
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/session.hpp>

namespace lenslet {

struct SharedContextOptions {
  SessionOptions session = {};  // `device` is the list of selectors, as for DeviceGroup

  // Is called by the driver, in any thread, with what it says of an error in the context; absent: nobody is told. It
  // must not throw, which ends the program, and lives until the process ends.
  std::function<void(std::string_view text)> on_error = {};
};

// Opens a session for each device of the list, all of one platform, in one context. A value of one is a value of all,
// and an event of one orders commands of all (RunOptions::after): nothing else does, as each has a queue of its own.
// Programs and plans are each session's own. Throws invalid_argument for devices of different platforms, which no
// context has; with one device it is a session with an `on_error`.
std::vector<Session> sessions_in_one_context(const SharedContextOptions& options);
std::vector<Session> sessions_in_one_context(std::string_view devices);

}  // namespace lenslet
