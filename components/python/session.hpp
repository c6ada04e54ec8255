// A session as Python holds it, and calls with arrays of the host.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include <lenslet/session.hpp>

#include "python/arguments.hpp"
#include "python/watch.hpp"

namespace lenslet::python {

// Holds what belongs to OpenCL until the last copy is gone. A forked child keeps it for ever: the threads of its driver
// are not there, and to release it would wait for them.
template <class T>
std::shared_ptr<T> held(T value) {
  return {new T(std::move(value)), [](T* mine) {
            if (!is_forked()) delete mine;
          }};
}

struct SessionState {
  explicit SessionState(Session opened) : session(std::move(opened)) {}

  Session session;
  std::map<std::string, double> seconds_per_byte;  // of the last call of each op
  std::list<std::pair<Work, Plan>> plans = {};     // of values on the device, those that were used last in front
};

using SessionPtr = std::shared_ptr<SessionState>;

class PySession {
 public:
  explicit PySession(SessionPtr state) : state_(std::move(state)) {}

  // Throws ForkError in a child of a process that had used OpenCL.
  const SessionPtr& use() const {
    use_opencl();
    return state_;
  }

 private:
  SessionPtr state_;
};

// Does the work of a call without the GIL, and so that Ctrl-C ends the wait where it takes long: as a first call, which
// may wait for a compiler, or by what the op's last call took for each byte of its inputs.
void do_work(SessionState& session, const KnownOp& op, std::int64_t bytes, const std::function<void()>& work,
             const std::shared_ptr<void>& keeps);

// Runs an op. Returns a value for one output, else what lenslet._results.several() makes of names and values.
nanobind::object run(const PySession& session, const KnownOp& op, const nanobind::tuple& inputs,
                     const nanobind::dict& keywords);

// The inputs of a call in the op's order, given by place or by name. Throws TypeError for too many, and for one that is
// given twice or not at all.
std::vector<nanobind::object> ordered_inputs(const KnownOp& op, const nanobind::tuple& given, Keywords& keywords);

void bind_session(nanobind::module_& module);

}  // namespace lenslet::python
