// The end of commands on a device. The host, other launches (RunOptions::after) and the caller's own commands
// (<lenslet/opencl.hpp>) can wait for it.
#pragma once

#include <memory>

#pragma GCC visibility push(default)
namespace lenslet {

namespace ocl {
class Event;
}

// Copies are cheap and stand for the same end.
class Event {
 public:
  void wait() const;  // throws device where a command failed
  bool done() const;  // whether the commands have ended or failed; does not wait

  // For the library: Launch::event() and opencl::event() make events. Null stands for commands that have ended already.
  explicit Event(std::shared_ptr<const ocl::Event> event);
  const ocl::Event* handle() const { return event_.get(); }

 private:
  std::shared_ptr<const ocl::Event> event_;
};

}  // namespace lenslet
#pragma GCC visibility pop
