// Makes one kernel of a program, and sets its arguments.
#include <utility>

#include <fmt/format.h>

#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/program.hpp"

namespace lenslet::ocl {
namespace {

std::string argument_note(const Kernel::Handle& kernel, unsigned index) {
  return fmt::format("argument {} of kernel {}", index, kernel.name);
}

}  // namespace

Kernel::Kernel(const Program& program, const std::string& name) {
  const Program::Handle& from = program.handle();
  handle_ = checked(
      [&] {
        return std::make_shared<Handle>(Handle{cl::Kernel(from.program, name.c_str()), from.device, name});
      },
      [&] { return fmt::format("kernel {}", name); });
}

void Kernel::set(unsigned index, const Buffer& buffer) {
  checked([&] { handle_->kernel.setArg(index, buffer.handle().buffer); },
          [&] { return argument_note(*handle_, index); });
}

void Kernel::set(unsigned index, const ImageObject& image) {
  checked([&] { handle_->kernel.setArg(index, *image.handle().image); },
          [&] { return argument_note(*handle_, index); });
}

void Kernel::set_local(unsigned index, std::size_t bytes) {
  set(index, nullptr, bytes);
}

void Kernel::set_no_buffer(unsigned index) {
  const cl_mem none = nullptr;
  set(index, &none, sizeof(cl_mem));
}

void Kernel::set(unsigned index, const void* value, std::size_t bytes) {
  checked([&] { handle_->kernel.setArg(index, bytes, value); }, [&] { return argument_note(*handle_, index); });
}

std::size_t Kernel::max_group() const {
  return checked([&] { return handle_->kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(handle_->device); },
                 [&] { return fmt::format("kernel {}", handle_->name); });
}

std::size_t Kernel::preferred_multiple() const {
  return checked(
      [&] { return handle_->kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(handle_->device); },
      [&] { return fmt::format("kernel {}", handle_->name); });
}

}  // namespace lenslet::ocl
