// The bindings' own functions throw without a log, so the log is read here.
#include "toolkit/ocl/link.hpp"

#include <functional>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/build_log.hpp"
#include "ocl/deadline.hpp"
#include "ocl/error.hpp"
#include "toolkit/ocl/object_handles.hpp"

namespace lenslet::ocl {
namespace {

using Handle = std::shared_ptr<Program::Handle>;

std::string log_in(const cl::Program& program, const cl::Device& device) {
  try {
    return program() == nullptr ? std::string() : program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device);
  } catch (const cl::Error&) {
    return {};
  }
}

void check_built(cl_int code, const char* call, const cl::Program& program, const cl::Device& device,
                 const std::string& options) {
  if (code == CL_SUCCESS) return;
  throw_build_error(cl::BuildError(code, call, {{device, log_in(program, device)}}), options,
                    device.getInfo<CL_DEVICE_NAME>(), program() == nullptr ? "" : program.getInfo<CL_PROGRAM_SOURCE>());
}

// Does the work in time, or throws. After a time-out the driver continues with what the work owns.
void within(const Queue& queue, std::chrono::milliseconds timeout, const char* what, std::function<void()> work) {
  const CompilerWatch::Build under_way(queue.watch());
  const bool in_time = checked([&] { return finishes_within(timeout, std::move(work)); });
  if (!in_time) throw_late(what, queue.device().info().name, timeout);
}

// PoCL tells kernels' arguments only if programs are linked with the option for it, which other drivers refuse.
cl_int linked(const cl::Context& context, Program::Handle& to, const std::vector<Program>& objects,
              const std::string& options) {
  std::vector<cl_program> parts;
  for (const Program& object : objects) parts.push_back(object.handle().program());
  const cl_device_id device = to.device();
  cl_int code = CL_SUCCESS;
  to.program = cl::Program(clLinkProgram(context(), 1, &device, options.c_str(), static_cast<cl_uint>(parts.size()),
                                         parts.data(), nullptr, nullptr, &code));
  return code;
}

[[noreturn]] void throw_link_error(cl_int code, const Program::Handle& handle) {
  const std::string log = readable_log(log_in(handle.program, handle.device)), first = first_error(log);
  throw Error(
      ErrorKind::build,
      fmt::format(
          "the objects do not link on {}, {} ({}): {}", handle.device.getInfo<CL_DEVICE_NAME>(), code_name(code), code,
          first.empty() ? "the driver does not say why; most often a function that one declares is in none" : first),
      log);
}

struct Headers {
  std::vector<cl::Program> programs;
  std::vector<cl_program> handles;
  std::vector<std::string> names;
  std::vector<const char*> words;
};

std::shared_ptr<Headers> made_headers(const cl::Context& context, const std::vector<Header>& headers) {
  auto made = std::make_shared<Headers>();
  for (const Header& header : headers) {
    made->programs.emplace_back(context, header.text);
    made->names.push_back(header.name);
  }
  for (const cl::Program& program : made->programs) made->handles.push_back(program());
  for (const std::string& name : made->names) made->words.push_back(name.c_str());
  return made;
}

}  // namespace

Program compile_apart(const Queue& queue, const BuildRequest& request, const std::vector<Header>& headers) {
  const cl::Context& context = queue.handle().context;
  const Handle handle = checked([&] {
    return std::make_shared<Program::Handle>(
        Program::Handle{cl::Program(context, request.source), queue.device().handle().device});
  });
  const auto included = checked([&] { return made_headers(context, headers); });
  within(queue, request.timeout, "compiling",
         [handle, included, options = compiler_options(queue.device().info(), request)] {
           const cl_device_id device = handle->device();
           const auto count = static_cast<cl_uint>(included->handles.size());
           const cl_int code = clCompileProgram(handle->program(), 1, &device, options.c_str(), count,
                                                count == 0 ? nullptr : included->handles.data(),
                                                count == 0 ? nullptr : included->words.data(), nullptr, nullptr);
           check_built(code, "clCompileProgram", handle->program, handle->device, options);
         });
  return Program(handle);
}

Program link(const Queue& queue, const std::vector<Program>& objects, const std::string& options,
             std::chrono::milliseconds timeout) {
  const auto handle = std::make_shared<Program::Handle>(Program::Handle{{}, queue.device().handle().device});
  within(queue, timeout, "linking", [handle, objects, options, context = queue.handle().context] {
    cl_int code = linked(context, *handle, objects, options + " -cl-kernel-arg-info");
    if (code == CL_INVALID_LINKER_OPTIONS) code = linked(context, *handle, objects, options);
    if (code != CL_SUCCESS) throw_link_error(code, *handle);
  });
  return Program(handle);
}

}  // namespace lenslet::ocl
