// Private to this folder: commands through OpenCL's C functions, which all end with a wait list and an event.
#pragma once

#include <string>
#include <vector>

#include "ocl/error.hpp"
#include "ocl/queue.hpp"

namespace lenslet::ocl {

inline void check_status(const char* call, cl_int status) {
  if (status != CL_SUCCESS) throw cl::Error(status, call);
}

// Puts one command into a queue. `call` gets the number of events, the events, and a pointer for its own event. An
// error has the function's name and the text of `note`.
template <class Call, class Note>
Event enqueue(const char* name, const After& after, const Call& call, const Note& note) {
  std::vector<cl_event> list;
  for (const Event& event : after) list.push_back(event.handle());
  cl_event own = nullptr;
  checked(
      [&] { check_status(name, call(static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data(), &own)); },
      note);
  return Event(own);
}

template <class Call>
Event enqueue(const char* name, const After& after, const Call& call) {
  return enqueue(name, after, call, [] { return std::string(); });
}

}  // namespace lenslet::ocl
