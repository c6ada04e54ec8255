// Puts the commands into queues by OpenCL's functions.
#include "ocl/commands.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/enqueue.hpp"
#include "ocl/handles.hpp"
#include "ocl/reserve.hpp"

namespace lenslet::ocl {
namespace {

cl_command_queue handle_of(const Queue& queue) {
  return queue.handle().queue();
}

std::string text_of(const Queue& queue, cl_device_info what) {
  return checked([&] {
    std::string text;
    queue.device().handle().device.getInfo(what, &text);
    while (!text.empty() && text.back() == '\0') text.pop_back();
    return text;
  });
}

}  // namespace

Event copy_later(const Queue& queue, const Buffer& from, std::uint64_t from_offset, const Buffer& to,
                 std::uint64_t to_offset, std::uint64_t bytes, const After& after) {
  return enqueue("clEnqueueCopyBuffer", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueCopyBuffer(handle_of(queue), from.handle().buffer(), to.handle().buffer(), from_offset, to_offset,
                               bytes, count, list, own);
  });
}

Event fill_later(const Queue& queue, const Buffer& buffer, std::span<const std::byte> pattern, std::uint64_t bytes,
                 const After& after) {
  return enqueue("clEnqueueFillBuffer", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueFillBuffer(handle_of(queue), buffer.handle().buffer(), pattern.data(), pattern.size(), 0, bytes,
                               count, list, own);
  });
}

Event migrate(const Queue& queue, std::span<const Buffer> buffers, bool to_host, const After& after) {
  std::vector<cl_mem> memory;
  for (const Buffer& buffer : buffers) memory.push_back(buffer.handle().buffer());
  return enqueue("clEnqueueMigrateMemObjects", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueMigrateMemObjects(handle_of(queue), static_cast<cl_uint>(memory.size()), memory.data(),
                                      to_host ? CL_MIGRATE_MEM_OBJECT_HOST : 0, count, list, own);
  });
}

std::byte* map(const Queue& queue, const Buffer& buffer, HostAccess access, std::uint64_t offset, std::uint64_t bytes,
               const After& after) {
  check_host(buffer, access);
  void* memory = nullptr;
  enqueue("clEnqueueMapBuffer", after, [&](cl_uint count, const cl_event* list, cl_event* own) {
    cl_int status = CL_SUCCESS;
    memory = clEnqueueMapBuffer(handle_of(queue), buffer.handle().buffer(), CL_TRUE, map_flags_of(access), offset,
                                bytes, count, list, own, &status);
    return status;
  }).wait();
  return static_cast<std::byte*>(memory);
}

void unmap(const Queue& queue, const Buffer& buffer, std::byte* memory) {
  enqueue("clEnqueueUnmapMemObject", {}, [&](cl_uint count, const cl_event* list, cl_event* own) {
    return clEnqueueUnmapMemObject(handle_of(queue), buffer.handle().buffer(), memory, count, list, own);
  }).wait();
}

bool has_out_of_order(const Queue& queue) {
  const auto has = [&] { return queue.device().handle().device.getInfo<CL_DEVICE_QUEUE_PROPERTIES>(); };
  return (checked(has) & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0;
}

bool calls_native(const Queue& queue) {
  const auto has = [&] { return queue.device().handle().device.getInfo<CL_DEVICE_EXECUTION_CAPABILITIES>(); };
  return (checked(has) & CL_EXEC_NATIVE_KERNEL) != 0;
}

std::vector<std::string> built_in_kernels(const Queue& queue) {
  const std::string text = text_of(queue, CL_DEVICE_BUILT_IN_KERNELS);
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    if (end > begin) names.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

// Drivers may list kernels whose code is not installed. Others say that there is nothing to build.
Program built_in_program(const Queue& queue, const std::string& names) {
  const cl::Device& device = queue.device().handle().device;
  const auto note = [&] { return fmt::format("for the kernels {}", names); };
  const cl::Program program = checked(
      [&] {
        cl_int status = CL_SUCCESS;
        const cl_device_id one = device();
        const cl_context context = queue.handle().context();
        const cl_program made = clCreateProgramWithBuiltInKernels(context, 1, &one, names.c_str(), &status);
        check_status("clCreateProgramWithBuiltInKernels", status);
        return cl::Program(made, false);
      },
      note);
  const cl_device_id one = device();
  const auto built = [&](const char* options) { return clBuildProgram(program(), 1, &one, options, nullptr, nullptr); };
  cl_int status = built("-cl-kernel-arg-info");
  if (status == CL_INVALID_BUILD_OPTIONS) status = built("");
  if (status == CL_BUILD_PROGRAM_FAILURE)
    throw Error(ErrorKind::build, fmt::format("{} lists the kernels {}, but its driver cannot build them; allowed: "
                                              "programs from text",
                                              queue.device().info().name, names));
  return Program(std::make_shared<Program::Handle>(Program::Handle{program, device}));
}

}  // namespace lenslet::ocl
