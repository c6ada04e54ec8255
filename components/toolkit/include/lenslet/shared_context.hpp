// Sessions on several devices in one context. They share memory and events.
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

#pragma GCC visibility push(default)
namespace lenslet {

struct SharedContextOptions {
  SessionOptions session = {};  // `device` is the list of selectors, as for DeviceGroup

  // The driver calls this, in any thread, with the text of an error in the context. It must not throw, which would end
  // the program. It lives until the process ends. Absent: nobody is told.
  std::function<void(std::string_view text)> on_error = {};
};

// Opens a session for each device of the list, all in one context. The sessions share values, and an event of one can
// order commands of another (RunOptions::after). Each has its own queue: only events order their work. Programs and
// plans are not shared. Throws invalid_argument for devices of different platforms, which cannot share a context. With
// one device it is an ordinary session with `on_error`.
std::vector<Session> sessions_in_one_context(const SharedContextOptions& options);
std::vector<Session> sessions_in_one_context(std::string_view devices);

}  // namespace lenslet
#pragma GCC visibility pop
