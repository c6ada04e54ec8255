// Reads only the instructions before a module's types: capabilities, the memory model and entry points.
#include "ocl/spirv.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "ocl/deadline.hpp"
#include "ocl/error.hpp"
#include "ocl/handles.hpp"

// A function of OpenCL 2.1, for which the bindings are not configured.
extern "C" cl_program clCreateProgramWithIL(cl_context context, const void* il, std::size_t length, cl_int* error);

namespace lenslet::ocl {
namespace {

constexpr std::uint32_t magic = 0x07230203;
constexpr std::size_t header_words = 5;
constexpr std::uint32_t op_capability = 17, op_memory_model = 14, op_entry_point = 15, capability_kernel = 6,
                        model_opencl = 2, model_kernel = 6;
constexpr cl_device_info device_il_version = 0x105B;

[[noreturn]] void refuse_module(const std::string& what) {
  throw Error(ErrorKind::build, what);
}

std::uint32_t word_at(std::span<const unsigned char> bytes, std::size_t index) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + 4 * index, sizeof word);
  return word;
}

void note(SpirvInfo& info, std::uint32_t op, std::uint32_t first, std::uint32_t second) {
  if (op == op_capability && first == capability_kernel) info.kernels = true;
  if (op == op_entry_point && first == model_kernel) info.entry_points = true;
  if (op != op_memory_model) return;
  info.address_bits = first == 1 ? 32 : first == 2 ? 64 : 0;
  info.opencl_model = second == model_opencl;
}

// The loader asks the driver, which may not have the function.
cl::Program created(const cl::Context& context, const Binary& module) {
  cl_int error = CL_SUCCESS;
  const cl_program program = clCreateProgramWithIL(context(), module.data(), module.size(), &error);
  if (error != CL_SUCCESS) throw cl::Error(error, "clCreateProgramWithIL");
  return cl::Program(program);
}

void check(const Queue& queue, const Binary& module) {
  const Device& device = queue.device();
  const std::string obstacle = spirv_obstacle(spirv_info(module), spirv_versions(device), device.info().address_bits);
  if (!obstacle.empty()) refuse_module(fmt::format("{}: {}", device.info().name, obstacle));
}

}  // namespace

SpirvInfo spirv_info(std::span<const unsigned char> bytes) {
  constexpr std::string_view allowed = "allowed: SPIR-V for kernels, as clang and llvm-spirv make it";
  if (bytes.size() < 4 * header_words || word_at(bytes, 0) != magic)
    refuse_module(fmt::format("{} bytes are no SPIR-V of this machine's byte order; {}", bytes.size(), allowed));
  if (bytes.size() % 4 != 0)
    refuse_module(fmt::format("SPIR-V of {} bytes, which are no whole words; {}", bytes.size(), allowed));
  SpirvInfo info{static_cast<int>(word_at(bytes, 1) >> 16 & 0xff), static_cast<int>(word_at(bytes, 1) >> 8 & 0xff)};
  const std::size_t words = bytes.size() / 4;
  for (std::size_t at = header_words; at < words;) {
    const std::uint32_t first = word_at(bytes, at), length = first >> 16;
    if (length == 0 || length > words - at)
      refuse_module(fmt::format("SPIR-V is cut at word {} of {}; {}", at, words, allowed));
    note(info, first & 0xffff, length > 1 ? word_at(bytes, at + 1) : 0, length > 2 ? word_at(bytes, at + 2) : 0);
    at += length;
  }
  return info;
}

std::string spirv_versions(const Device& device) {
  std::size_t bytes = 0;
  const cl_device_id id = device.handle().device();
  if (clGetDeviceInfo(id, device_il_version, 0, nullptr, &bytes) != CL_SUCCESS || bytes == 0) return {};
  std::string text(bytes, '\0');
  if (clGetDeviceInfo(id, device_il_version, bytes, text.data(), nullptr) != CL_SUCCESS) return {};
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

std::string spirv_obstacle(const SpirvInfo& module, std::string_view versions, int address_bits) {
  const std::string version = fmt::format("SPIR-V_{}.{}", module.major, module.minor);
  if (versions.empty()) return "the device takes no SPIR-V; allowed: OpenCL C, or a binary of this device and driver";
  if (!module.kernels || !module.opencl_model)
    return "the SPIR-V is for graphics; allowed: SPIR-V for kernels, as clang and llvm-spirv make it";
  if (module.address_bits != 0 && module.address_bits != address_bits)
    return fmt::format("the SPIR-V has addresses of {} bits; allowed: {}", module.address_bits, address_bits);
  const std::size_t at = versions.find(version);
  const std::size_t end = at + version.size();
  if (at == versions.npos || (end < versions.size() && versions[end] >= '0' && versions[end] <= '9'))
    return fmt::format("the program is {}; allowed: {}", version, versions);
  if (!module.entry_points) return "the SPIR-V has no kernel; allowed: SPIR-V with one or more";
  return {};
}

Program build_spirv(const Queue& queue, const Binary& module, const std::string& options,
                    std::chrono::milliseconds timeout) {
  check(queue, module);
  const cl::Device device = queue.device().handle().device;
  return checked([&] {
    try {
      const auto handle =
          std::make_shared<Program::Handle>(Program::Handle{created(queue.handle().context, module), device});
      const auto compile = [handle, options] { handle->program.build({handle->device}, options.c_str()); };
      if (!finishes_within(timeout, compile))
        refuse_module(fmt::format("SPIR-V was not compiled within {} ms", timeout.count()));
      return Program(handle);
    } catch (const cl::BuildError& error) {
      throw_build_error(error, options, queue.device().info().name);
    }
  });
}

}  // namespace lenslet::ocl
