// Says what a failed OpenCL call means.
#include "ocl/error.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/code_name.hpp"

namespace lenslet::ocl {

void throw_device_error(const char* call, int code, const std::string& note) {
  throw Error(ErrorKind::device,
              fmt::format("{} failed: {} ({}){}{}", call, code_name(code), code, note.empty() ? "" : ", ", note));
}

}  // namespace lenslet::ocl
