#include "sycl/compile.hpp"

#include <algorithm>

namespace lenslet::sycl {
namespace {

namespace experimental = ::sycl::ext::oneapi::experimental;

std::string name_of(const ::sycl::device& device) {
  return device.get_info<::sycl::info::device::name>() + " (" +
         device.get_platform().get_info<::sycl::info::platform::name>() + ")";
}

[[noreturn]] void refuse(const ::sycl::device& device, const std::string& why) {
  throw Error(ErrorKind::unsupported, "SYCL kernels for " + name_of(device) + ": " + why +
                                          "; Intel's runtime for CPUs (pip install intel-opencl-rt) takes them");
}

// SYCL takes every OpenCL device for its own. It finds only after seconds, at the end of a compilation, that a driver
// takes no SPIR-V.
void check(::sycl::device device) {
  if (device.get_backend() != ::sycl::backend::opencl) refuse(device, "its backend is not OpenCL");
  const auto extensions = device.get_info<::sycl::info::device::extensions>();
  if (std::find(extensions.begin(), extensions.end(), "cl_khr_il_program") == extensions.end())
    refuse(device, "its driver takes no SPIR-V (cl_khr_il_program)");
  if (!device.ext_oneapi_can_compile(experimental::source_language::sycl))
    refuse(device, "this SYCL compiles no source while a program runs (libsycl-jit.so)");
}

// Returns the compiler's words without the library's own before them.
std::string log_of(const std::string& words) {
  const std::size_t line = words.find('\n');
  return line == std::string::npos ? words : words.substr(line + 1);
}

}  // namespace

Executable compile_source(const ::sycl::context& context, const ::sycl::device& device, const std::string& source,
                          const std::vector<std::string>& options) {
  checked("a SYCL device", [&] { check(device); });
  try {
    auto bundle = experimental::create_kernel_bundle_from_source(context, experimental::source_language::sycl, source);
    return experimental::build(bundle, {device}, experimental::properties{experimental::build_options{options}});
  } catch (const ::sycl::exception& error) {
    if (error.code() == ::sycl::errc::build)
      throw Error(ErrorKind::build, "SYCL source does not compile for " + name_of(device), log_of(error.what()));
    throw Error(ErrorKind::device, "SYCL source for " + name_of(device) + ": " + error.what());
  }
}

}  // namespace lenslet::sycl
