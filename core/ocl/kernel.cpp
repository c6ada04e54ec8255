// Makes a kernel of a program, sets its arguments, and asks the driver about it. The driver knows arguments where the
// program was built with -cl-kernel-arg-info.
#include "ocl/kernel.hpp"

#include <utility>

#include <fmt/format.h>

#include "ocl/build_log.hpp"
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

namespace {

AddressSpace address_of(cl_kernel_arg_address_qualifier qualifier) {
  switch (qualifier) {
    case CL_KERNEL_ARG_ADDRESS_GLOBAL:
      return AddressSpace::global;
    case CL_KERNEL_ARG_ADDRESS_CONSTANT:
      return AddressSpace::constant;
    case CL_KERNEL_ARG_ADDRESS_LOCAL:
      return AddressSpace::local;
    default:
      return AddressSpace::value;
  }
}

ImageAccess access_of(cl_kernel_arg_access_qualifier qualifier) {
  switch (qualifier) {
    case CL_KERNEL_ARG_ACCESS_READ_ONLY:
      return ImageAccess::read_only;
    case CL_KERNEL_ARG_ACCESS_WRITE_ONLY:
      return ImageAccess::write_only;
    case CL_KERNEL_ARG_ACCESS_READ_WRITE:
      return ImageAccess::read_write;
    default:
      return ImageAccess::none;
  }
}

// Removes zeros at the end, which some drivers count as part of a text.
std::string text_of(std::string text) {
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

ArgumentInfo argument_of(const cl::Kernel& kernel, cl_uint index) {
  const cl_kernel_arg_type_qualifier type = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_QUALIFIER>(index);
  return {text_of(kernel.getArgInfo<CL_KERNEL_ARG_NAME>(index)),
          text_of(kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(index)),
          address_of(kernel.getArgInfo<CL_KERNEL_ARG_ADDRESS_QUALIFIER>(index)),
          access_of(kernel.getArgInfo<CL_KERNEL_ARG_ACCESS_QUALIFIER>(index)),
          (type & CL_KERNEL_ARG_TYPE_CONST) != 0,
          (type & CL_KERNEL_ARG_TYPE_VOLATILE) != 0,
          (type & CL_KERNEL_ARG_TYPE_RESTRICT) != 0};
}

std::vector<ArgumentInfo> arguments_of(const cl::Kernel& kernel, std::size_t count) {
  std::vector<ArgumentInfo> arguments;
  try {
    for (std::size_t i = 0; i < count; ++i) arguments.push_back(argument_of(kernel, static_cast<cl_uint>(i)));
  } catch (const cl::Error& error) {
    if (error.err() != CL_KERNEL_ARG_INFO_NOT_AVAILABLE) throw;
    arguments.clear();
  }
  return arguments;
}

KernelInfo info_of(const Kernel::Handle& handle) {
  const cl::Kernel& kernel = handle.kernel;
  const cl::Device& device = handle.device;
  KernelInfo info;
  info.name = handle.name;
  info.argument_count = kernel.getInfo<CL_KERNEL_NUM_ARGS>();
  info.arguments = arguments_of(kernel, info.argument_count);
  info.attributes = text_of(kernel.getInfo<CL_KERNEL_ATTRIBUTES>());
  info.max_group = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
  info.preferred_multiple = kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(device);
  const auto group = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device);
  for (std::size_t i = 0; i < info.compile_group.size(); ++i) info.compile_group[i] = group[i];
  info.local_bytes = kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(device);
  info.private_bytes = kernel.getWorkGroupInfo<CL_KERNEL_PRIVATE_MEM_SIZE>(device);
  return info;
}

}  // namespace

KernelInfo info_of(const Kernel& kernel) {
  return checked([&] { return info_of(kernel.handle()); },
                 [&] { return fmt::format("kernel {}", kernel.handle().name); });
}

BinaryType binary_type_of(const Program& program) {
  const Program::Handle& handle = program.handle();
  switch (checked([&] { return handle.program.getBuildInfo<CL_PROGRAM_BINARY_TYPE>(handle.device); })) {
    case CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT:
      return BinaryType::object;
    case CL_PROGRAM_BINARY_TYPE_LIBRARY:
      return BinaryType::library;
    case CL_PROGRAM_BINARY_TYPE_EXECUTABLE:
      return BinaryType::executable;
    default:
      return BinaryType::none;
  }
}

std::string log_of(const Program& program) {
  const Program::Handle& handle = program.handle();
  return checked([&] {
    return readable_log(text_of(handle.program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(handle.device)),
                        handle.program.getInfo<CL_PROGRAM_SOURCE>());
  });
}

namespace {

// Uneven groups are optional in OpenCL 3.0, so the driver is asked. Before 3.0 the version tells.
constexpr cl_device_info non_uniform_support = 0x1065;  // CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT

UnevenGroups answer(const Device& device) {
  cl_bool supported = CL_FALSE;
  checked(
      [&] {
        if (const cl_int code =
                clGetDeviceInfo(device.handle().device(), non_uniform_support, sizeof supported, &supported, nullptr))
          throw cl::Error(code, "clGetDeviceInfo");
      },
      [] { return std::string("for CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT"); });
  if (supported != CL_FALSE) return {"-cl-std=CL3.0", {}};
  return {{}, fmt::format("CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT of {} is CL_FALSE", device.info().name)};
}

}  // namespace

UnevenGroups uneven_groups(const Device& device) {
  const std::string& version = device.info().version;
  if (version.starts_with("OpenCL 1"))
    return {{}, fmt::format("{} has {}, and uneven groups came with 2.0", device.info().name, version)};
  return version.starts_with("OpenCL 2") ? UnevenGroups{"-cl-std=CL2.0", {}} : answer(device);
}

std::string no_uneven_groups(const std::string& options, const std::string& option) {
  if (options.find("-cl-uniform-work-group-size") != options.npos)
    return "the program was compiled with -cl-uniform-work-group-size";
  constexpr std::string_view standard = "-cl-std=";
  const std::size_t at = options.rfind(standard);
  const std::string given = at == options.npos ? "" : options.substr(at + standard.size(), 3);
  if (given == "CL2" || given == "CL3" || given == "CLC") return {};  // the last is C++ for OpenCL
  return fmt::format(
      "the program was compiled {}{}, and uneven groups need the option {}",
      given.empty() ? "without -cl-std=" : "with -cl-std=",
      at == options.npos ? "" : options.substr(at + standard.size(), options.find(' ', at) - at - standard.size()),
      option);
}

}  // namespace lenslet::ocl
