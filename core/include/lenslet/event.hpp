// The end of commands on a device, to be waited for by the host, by other launches (RunOptions::after) and by commands
// of the caller's own (<lenslet/opencl.hpp>).
#pragma once

#include <memory>

namespace lenslet {

namespace ocl {
class Event;
}

// Copies are cheap and stand for the same end.
class Event {
 public:
  void wait() const;  // throws device where a command failed
  bool done() const;  // whether it has ended or failed; does not wait

  // What follows is for the library: Launch::event() and opencl::event() make one. Null stands for what ended before.
  explicit Event(std::shared_ptr<const ocl::Event> event);
  const ocl::Event* handle() const { return event_.get(); }

 private:
  std::shared_ptr<const ocl::Event> event_;
};

}  // namespace lenslet
