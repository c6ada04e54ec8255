// Builds programs from the cache's binary, else from source, both within the caller's time limit.
#include "ocl/program.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <lenslet/error.hpp>

#include "elapsed.hpp"
#include "ocl/build_log.hpp"
#include "ocl/cl.hpp"
#include "ocl/deadline.hpp"
#include "ocl/driver_limits.hpp"
#include "ocl/error.hpp"
#include "ocl/handles.hpp"
#include "ocl/program_cache.hpp"

namespace lenslet::ocl {
namespace {

struct Notice {
  std::promise<void> ended;
  std::function<void()> told;
};

// Exceptions of the caller's function must not pass through the driver.
void CL_CALLBACK on_end(cl_program, void* data) {
  const std::unique_ptr<std::shared_ptr<Notice>> notice(static_cast<std::shared_ptr<Notice>*>(data));
  try {
    (*notice)->told();
  } catch (...) {
  }
  (*notice)->ended.set_value();
}

// Builds a program as cl::Program::build() does, and returns when the build has ended. The driver then calls `told`,
// where not empty, in a thread of its choice. Throws cl::Error.
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

// Reads a program's binary for its device, which may not be the only one in a caller's context. Where a driver gives no
// binary, the next start is slower.
Binary read_binary(const Program::Handle& handle) {
  try {
    const auto binaries = handle.program.getInfo<CL_PROGRAM_BINARIES>();
    const auto devices = handle.program.getInfo<CL_PROGRAM_DEVICES>();
    const auto place = std::ranges::find(devices, handle.device(), [](const cl::Device& each) { return each(); });
    // PoCL's programs for a part of a device name the whole device.
    const auto index = place == devices.end() ? std::size_t{0} : static_cast<std::size_t>(place - devices.begin());
    return index < binaries.size() ? binaries[index] : Binary();
  } catch (const cl::Error&) {
    return {};
  }
}

[[noreturn]] void throw_timeout(const DeviceInfo& device, std::chrono::milliseconds timeout) {
  throw_late("the program's build", device.name, timeout);
}

// Returns the function for the driver to call. It reads the log while nobody else has the program.
std::function<void()> telling(const std::shared_ptr<Program::Handle>& handle,
                              const std::function<void(bool, const std::string&)>& told) {
  if (!told) return {};
  return [handle, told] {
    const cl::Device& device = handle->device;
    told(handle->program.getBuildInfo<CL_PROGRAM_BUILD_STATUS>(device) == CL_BUILD_SUCCESS,
         readable_log(handle->program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device),
                      handle->program.getInfo<CL_PROGRAM_SOURCE>()));
  };
}

// Where `binary` is not null, it becomes the program's binary, or stays empty where the driver gives none. This is part
// of the build, because PoCL generates code only then.
std::shared_ptr<Program::Handle> from_source(const Queue& queue, const BuildRequest& request, Binary* binary) {
  const auto handle = checked([&] {
    return std::make_shared<Program::Handle>(
        Program::Handle{cl::Program(queue.handle().context, request.source), queue.device().handle().device});
  });
  auto compiled = std::make_shared<Binary>();
  const auto compile = [handle, compiled, options = compiler_options(queue.device().info(), request),
                        wanted = binary != nullptr, told = request.told] {
    build_and_tell(handle->program, handle->device, options, telling(handle, told));
    if (wanted) *compiled = read_binary(*handle);
  };
  const CompilerWatch::Build under_way(queue.watch());
  const bool in_time = checked([&] {
    try {
      return finishes_within(request.timeout, compile);
    } catch (const cl::BuildError& error) {
      throw_build_error(error, request.options, queue.device().info().name, request.source);
    }
  });
  if (!in_time) throw_timeout(queue.device().info(), request.timeout);
  if (binary != nullptr) *binary = std::move(*compiled);
  return handle;
}

// Returns null where the driver refuses the binary: the driver may have changed in a way that the key does not show.
std::shared_ptr<Program::Handle> from_binary(const Queue& queue, const Binary& binary, const BuildRequest& request) {
  const cl::Device& device = queue.device().handle().device;
  const CompilerWatch::Build under_way(queue.watch());
  try {
    const auto handle = std::make_shared<Program::Handle>(
        Program::Handle{cl::Program(queue.handle().context, {device}, {binary}), device});
    const auto link = [handle, options = request.options] { handle->program.build({handle->device}, options.c_str()); };
    if (!finishes_within(request.timeout, link)) throw_timeout(queue.device().info(), request.timeout);
    return handle;
  } catch (const cl::Error&) {
    return nullptr;
  }
}

struct Built {
  std::shared_ptr<Program::Handle> handle;
  CacheUse cache;
};

// PoCL keeps what it compiles, unless the environment says otherwise, and finds it by the source in 0.04 s. To return a
// binary it would generate code for groups of any size, and again for a launch.
bool keeps_programs(const DeviceInfo& device) {
  const char* kept = std::getenv("POCL_KERNEL_CACHE");
  return device.platform == "Portable Computing Language" && (kept == nullptr || std::string_view(kept) != "0");
}

// The note that the cache stores in place of the binary of such a program: it has been compiled.
Binary kept_by_driver() {
  constexpr std::string_view note = "kept by the driver";
  return {note.begin(), note.end()};
}

// Returns null where the cache does not have it. A program that the driver keeps is compiled again if the driver has
// lost it.
std::shared_ptr<Program::Handle> from_cache(const Queue& queue, const BuildRequest& request, const std::string& key,
                                            bool may_compile) {
  const std::optional<Binary> binary = request.cache->find(key);
  if (!binary || (*binary == kept_by_driver() && !may_compile)) return nullptr;
  return *binary == kept_by_driver() ? from_source(queue, request, nullptr) : from_binary(queue, *binary, request);
}

std::string key_of(const Queue& queue, const BuildRequest& request) {
  const DeviceInfo& device = queue.device().info();
  return cache_key(device, request.source, compiler_options(device, request), code_environment(environ));
}

Built build_cached(const Queue& queue, const BuildRequest& request) {
  if (request.cache == nullptr) return {from_source(queue, request, nullptr), CacheUse::off};
  if (!request.cache->problem().empty()) return {from_source(queue, request, nullptr), CacheUse::unavailable};
  const std::string key = key_of(queue, request);
  if (auto handle = from_cache(queue, request, key, true)) return {std::move(handle), CacheUse::hit};
  const bool kept = keeps_programs(queue.device().info());
  Binary binary = kept ? kept_by_driver() : Binary();
  auto handle = from_source(queue, request, kept ? nullptr : &binary);
  if (!binary.empty()) request.cache->store(key, binary);
  return {std::move(handle), CacheUse::miss};
}

// Returns the kernels' names. Programs without kernels need care: Intel's driver takes one for a program that was not
// built, and NVIDIA's driver ends the process on this question.
std::string names_in(const cl::Program& program) {
  try {
    return program.getInfo<CL_PROGRAM_NUM_KERNELS>() == 0 ? std::string() : program.getInfo<CL_PROGRAM_KERNEL_NAMES>();
  } catch (const cl::Error& error) {
    if (error.err() != CL_INVALID_PROGRAM_EXECUTABLE) throw;
    return {};
  }
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || text[at - 1] == ' ') && (end == text.size() || text[end] == ' ')) return true;
  }
  return false;
}

}  // namespace

// A user who turns warnings into errors wants to see them.
std::string compiler_options(const DeviceInfo& device, const BuildRequest& request) {
  const std::string& own = request.options;
  if (request.warnings || !prints_warnings(device) || has_word(own, "-w") || has_word(own, "-Werror")) return own;
  return own.empty() ? "-w" : own + " -w";
}

void throw_build_error(const cl::BuildError& error, const std::string& options, const std::string& device,
                       std::string_view source) {
  std::string log;
  for (const auto& entry : error.getBuildLog()) log += readable_log(entry.second, source);
  const std::string first = first_error(log);
  throw Error(
      ErrorKind::build,
      fmt::format("the program does not compile on {}{}, {} ({}){}{}", device,
                  error.err() == CL_INVALID_BUILD_OPTIONS ? fmt::format(" with the options '{}'", options) : "",
                  code_name(error.err()), error.err(), first.empty() ? first : ": " + first, hint_for_error(first)),
      log);
}

Program::Program(std::shared_ptr<Handle> handle) : handle_(std::move(handle)) {}

Binary binary_of(const Program& program) {
  return read_binary(program.handle());
}

Program build(const Queue& queue, const Binary& binary, std::chrono::milliseconds timeout, const std::string& options) {
  if (auto handle = from_binary(queue, binary, {.source = {}, .options = options, .timeout = timeout}))
    return Program(std::move(handle));
  throw Error(ErrorKind::build,
              fmt::format("{} does not take a program's binary of {} bytes; allowed: one that it made itself "
                          "with its present driver, {}",
                          queue.device().info().name, binary.size(), queue.device().info().driver));
}

std::vector<std::string> kernel_names(const Program& program) {
  const std::string joined = checked([&] { return names_in(program.handle().program); });
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin < joined.size();) {
    const std::size_t end = std::min(joined.find(';', begin), joined.size());
    if (end > begin) names.push_back(joined.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

std::int64_t fingerprint(const Program& program) {
  const Binary binary = binary_of(program);
  return binary.empty() ? 0 : hash_of(binary);
}

BuildResult build(const Queue& queue, const BuildRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  Built built = build_cached(queue, request);
  return {Program(std::move(built.handle)), milliseconds_since(begin), built.cache};
}

std::optional<BuildResult> find_built(const Queue& queue, const BuildRequest& request, bool may_compile) {
  if (request.cache == nullptr) return {};
  const auto begin = std::chrono::steady_clock::now();
  auto handle = from_cache(queue, request, key_of(queue, request), may_compile);
  if (!handle) return {};
  return BuildResult{Program(std::move(handle)), milliseconds_since(begin), CacheUse::hit};
}

}  // namespace lenslet::ocl
