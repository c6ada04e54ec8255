// Says what a failed OpenCL call means.
#include "ocl/error.hpp"

#include <string_view>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/code_name.hpp"

namespace lenslet::ocl {

namespace {

constexpr int nvidia_illegal_access = -9999;  // NVIDIA's, which no header names

// What has happened and what works now, where the code is of more than the call that met it.
std::string_view advice_of(int code) {
  switch (code) {
    case CL_DEVICE_NOT_AVAILABLE:
    case CL_INVALID_CONTEXT:
    case CL_INVALID_COMMAND_QUEUE:
    case nvidia_illegal_access:
      return "; the driver has given up the session's context, as after a kernel that left its memory or ran too long; "
             "allowed: a new session";
    case CL_OUT_OF_RESOURCES:
      return "; the device has too little of something for this, or a kernel before it left its memory; allowed: less "
             "at "
             "a time, or a new session";
    case CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST:
      return "; a command that it waited for has failed, whose own error says why";
    default:
      return {};
  }
}

}  // namespace

void throw_device_error(const char* call, int code, const std::string& note) {
  throw Error(ErrorKind::device, fmt::format("{} failed: {} ({}){}{}{}", call, code_name(code), code,
                                             note.empty() ? "" : ", ", note, advice_of(code)));
}

}  // namespace lenslet::ocl
