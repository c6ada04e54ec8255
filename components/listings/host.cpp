// Checked calls, and tables.
#include "listings/host/host.hpp"

#include <lenslet/kernel.hpp>

#include "ocl/error.hpp"

namespace lenslet::listings {

std::string code_text(cl_int code) {
  return fmt::format("{} ({})", ocl::code_name(code), code);
}

void need(cl_int code, const char* call) {
  if (code != CL_SUCCESS) throw Error(ErrorKind::device, fmt::format("{} failed: {}", call, code_text(code)));
}

HeldQueue queue_of(const opencl::SessionHandles& on, cl_command_queue_properties properties) {
  cl_int code = CL_SUCCESS;
  HeldQueue queue(clCreateCommandQueue(on.context, on.device, properties, &code));
  need(code, "clCreateCommandQueue");
  return queue;
}

HeldMemory buffer_of(cl_context context, std::size_t bytes, void* from, cl_mem_flags flags) {
  cl_int code = CL_SUCCESS;
  HeldMemory buffer(clCreateBuffer(context, from ? flags | CL_MEM_COPY_HOST_PTR : flags, bytes, from, &code));
  need(code, "clCreateBuffer");
  return buffer;
}

HeldProgram program_of(const opencl::SessionHandles& on, const char* text, const char* options) {
  cl_int code = CL_SUCCESS;
  HeldProgram program(clCreateProgramWithSource(on.context, 1, &text, nullptr, &code));
  need(code, "clCreateProgramWithSource");
  need(clBuildProgram(program, 1, &on.device, options, nullptr, nullptr), "clBuildProgram");
  return program;
}

HeldKernel kernel_of(cl_program program, const char* name) {
  cl_int code = CL_SUCCESS;
  HeldKernel kernel(clCreateKernel(program, name, &code));
  need(code, "clCreateKernel");
  return kernel;
}

void compile_host_code(const Session& session, const std::string& text, const std::string& options) {
  ProgramObject::from_text(session, text, {.options = options, .name = "host.c"});  // linked, it would lack functions
}

HostListing printed_code(const char* text, const char* options) {
  return [=](const Session& session) {
    compile_host_code(session, text, options);
    return HostResult();
  };
}

HeldMemory image_of(const opencl::SessionHandles& on, cl_mem_flags flags, cl_image_format format,
                    const cl_image_desc& description, void* from) {
  if (!ask<cl_bool>(clGetDeviceInfo, on.device, CL_DEVICE_IMAGE_SUPPORT)) not_here("the device has no image objects");
  cl_int code = CL_SUCCESS;
  HeldMemory image(clCreateImage(on.context, flags, &format, &description, from, &code));
  need(code, "clCreateImage");
  return image;
}

Report::Report(std::vector<std::string> columns) {
  result_.tables.push_back({"", std::move(columns), {}});
}

void Report::code(const std::string& what, cl_int got, cl_int expected) {
  add(what, code_text(got), code_text(expected));
}

void Report::refused(const std::string& what, cl_int got, cl_int expected) {
  if (got == CL_SUCCESS)
    fact(what, code_text(got), code_text(expected));
  else
    code(what, got, expected);
}

void Report::fact(const std::string& what, const std::string& here, const std::string& text) {
  result_.tables.front().rows.push_back({what, here, text});
}

void Report::holds(const std::string& what, bool is_so) {
  add(what, is_so ? "yes" : "no", "yes");
}

void Report::add(const std::string& what, const std::string& got, const std::string& expected) {
  fact(what, got, expected);
  if (got != expected) wrong(fmt::format("{}: {}, not {}", what, got, expected));
}

void not_here(const std::string& why) {
  throw Error(ErrorKind::unsupported, why);
}

}  // namespace lenslet::listings
