// Compiles kernels in SYCL source while the program runs. It uses nothing of Lenslet but the exception, so that the
// module can have it, too.
#pragma once

#include <string>
#include <vector>

#include <sycl/sycl.hpp>

#include <lenslet/error.hpp>

namespace lenslet::sycl {

using Executable = ::sycl::kernel_bundle<::sycl::bundle_state::executable>;

// Does something with SYCL. Its exceptions become an Error of kind device that begins with `what`.
template <class Work>
auto checked(const std::string& what, Work work) {
  try {
    return work();
  } catch (const ::sycl::exception& error) {
    throw Error(ErrorKind::device, what + ": " + error.what());
  }
}

// See <lenslet/sycl.hpp>.
Executable compile_source(const ::sycl::context& context, const ::sycl::device& device, const std::string& source,
                          const std::vector<std::string>& options);

}  // namespace lenslet::sycl
