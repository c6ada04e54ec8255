// With a callback a driver may return before it has built the program, so that this waits for the callback.
#include "ocl/notified_build.hpp"

#include <future>
#include <memory>

namespace lenslet::ocl {
namespace {

struct Notice {
  std::promise<void> ended;
  std::function<void()> told;
};

// What the caller's function throws must not pass through the driver.
void CL_CALLBACK on_end(cl_program, void* data) {
  const std::unique_ptr<std::shared_ptr<Notice>> notice(static_cast<std::shared_ptr<Notice>*>(data));
  try {
    (*notice)->told();
  } catch (...) {
  }
  (*notice)->ended.set_value();
}

}  // namespace

void build_and_tell(cl::Program& program, const cl::Device& device, const std::string& options,
                    const std::function<void()>& told) {
  if (!told) {
    program.build({device}, options.c_str());
    return;
  }
  const auto notice = std::make_shared<Notice>(Notice{{}, told});
  auto ended = notice->ended.get_future();
  program.build({device}, options.c_str(), on_end, new std::shared_ptr<Notice>(notice));
  ended.wait();
  if (program.getBuildInfo<CL_PROGRAM_BUILD_STATUS>(device) != CL_BUILD_SUCCESS)
    throw cl::BuildError(CL_BUILD_PROGRAM_FAILURE, "clBuildProgram",
                         {{device, program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device)}});
}

}  // namespace lenslet::ocl
