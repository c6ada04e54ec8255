// Builds users' programs from text, through the session's caches, and from binaries.
#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "bundle/packed.hpp"
#include "elapsed.hpp"
#include "kernel_texts.hpp"
#include "names.hpp"
#include "ocl/commands.hpp"
#include "ocl/kernel.hpp"
#include "system/input_file.hpp"
#include "toolkit/kernel/includes.hpp"
#include "toolkit/kernel/state.hpp"

namespace lenslet {
namespace {

constexpr std::uint64_t max_text = 1 << 24;
constexpr char argument_info[] = "-cl-kernel-arg-info";

ocl::BuildResult built(const Session& session, const std::string& text, const std::string& options,
                       const Session::State::Notes& notes) {
  Session::State& state = state_of(session);
  return is_whole(text, options) ? state.build(text, options, notes) : state.compile(text, options, notes);
}

// Names the device of a binary. Drivers crash on another device's code rather than refuse it.
std::string device_of(const Session& session) {
  const DeviceInfo& device = session.device();
  return fmt::format("{} ({}, driver {})", device.name, device.platform, device.driver);
}

// Drivers forget the arguments of programs from the cache, so they are stored under this key.
std::string arguments_key(const Session& session, const std::string& text, const std::string& options) {
  return fmt::format("arguments on {}\n{}\n{}", device_of(session), options, text);
}

NamedArguments arguments_of(const Program& program) {
  NamedArguments all;
  for (const Kernel& kernel : program.kernels()) all.emplace_back(kernel.info().name, kernel.info().arguments);
  return all;
}

void keep_arguments(const Program& program, const Session& session, const std::string& key) {
  state_of(session).cache->store(key, packed_arguments(program));
}

NamedArguments kept_arguments(const Program::State& program, const std::string& key) {
  const auto bytes = state_of(program.session).kept(BundleKind::arguments, program.source, program.options, key);
  if (!bytes) return {};
  return bundle::unpack(*bytes).kernels;
}

bool forgets_arguments(const Program& program) {
  return std::ranges::any_of(program.kernels(), [](const Kernel& kernel) {
    return kernel.info().arguments.size() < kernel.info().argument_count;
  });
}

// Drivers forget the compiler's log, too.
std::string log_key(const std::string& key) {
  return "log of " + key;
}

void keep_log(const Program& program, const Session& session, const std::string& key) {
  const std::string log = program.log();
  const auto* bytes = reinterpret_cast<const unsigned char*>(log.data());
  if (!log.empty()) state_of(session).cache->store(log_key(key), {bytes, log.size()});
}

std::string kept_log(const Program::State& program, const std::string& key) {
  const auto bytes = state_of(program.session).kept(BundleKind::log, program.source, program.options, log_key(key));
  return bytes ? std::string(bytes->begin(), bytes->end()) : std::string();
}

Session::State::Notes notes_for(const ProgramOptions& options) {
  if (!options.when_built) return {{}, options.warnings};
  return {[call = options.when_built](bool is_built, const std::string& log) {
            call({is_built, log});
          },
          options.warnings};
}

Program program_of(const Session& session, const std::string& text, std::string options,
                   const Session::State::Notes& notes) {
  if (options.find(argument_info) == options.npos) options += std::string(options.empty() ? "" : " ") + argument_info;
  ocl::BuildResult made = built(session, text, options, notes);
  const std::string key = arguments_key(session, text, options);
  const auto state = std::make_shared<Program::State>(
      Program::State{session, std::move(made.program), text, std::move(options), made.ms, made.cache});
  state->of_text = true;
  Program program(state);
  if (made.cache == CacheUse::miss) {
    keep_arguments(program, session, key);
    keep_log(program, session, key);
  }
  return made.cache == CacheUse::hit || made.cache == CacheUse::bundle ? with_what_was_kept(state) : program;
}

std::string with_lines(const std::string& text, const std::string& name) {
  return fmt::format("{}{}\n", line_mark(name), text);
}

// The arguments of a kernel that the driver has forgotten, from the program's binary.
std::vector<ArgumentInfo> known_arguments(const Program::State& program, const KernelInfo& kernel) {
  for (const auto& [name, arguments] : program.arguments)
    if (name == kernel.name && arguments.size() == kernel.argument_count) return arguments;
  return {};
}

// Why the last groups of a launch cannot be smaller than the others; empty where they can. Of code whose options nobody
// knows the driver decides.
std::string no_uneven_groups(const Program::State& program) {
  const ocl::UnevenGroups uneven = ocl::uneven_groups(state_of(program.session).queue.device());
  if (uneven.option.empty()) return uneven.obstacle;
  return program.of_text ? ocl::no_uneven_groups(program.options, uneven.option) : program.no_uneven_groups;
}

Program program_of(const Session& session, const std::vector<unsigned char>& code, NamedArguments arguments) {
  const Session::State& state = state_of(session);
  const auto begin = std::chrono::steady_clock::now();
  ocl::Program program = ocl::build(state.queue, code, state.build_timeout);
  return Program(std::make_shared<Program::State>(Program::State{
      session, std::move(program), {}, {}, milliseconds_since(begin), CacheUse::off, std::move(arguments)}));
}

}  // namespace

bool is_whole(const std::string& text, const std::string& options) {
  return kernel::included_files(text).empty() && options.find("-include") == options.npos;
}

Program with_what_was_kept(const std::shared_ptr<Program::State>& state) {
  const std::string key = arguments_key(state->session, state->source, state->options);
  Program program(state);
  state->log = kept_log(*state, key);
  if (forgets_arguments(program)) state->arguments = kept_arguments(*state, key);
  return program;
}

const Program::State& state_of(const Program& program) {
  return *program.state_;
}

std::vector<unsigned char> packed_arguments(const Program& program) {
  return bundle::pack({device_of(state_of(program).session), arguments_of(program)});
}

Program Program::from_text(const Session& session, const std::string& text, const ProgramOptions& options) {
  return from_texts(session, {{options.name, text}}, options);
}

Program Program::from_texts(const Session& session, const std::vector<ProgramText>& texts,
                            const ProgramOptions& options) {
  if (texts.empty()) throw Error(ErrorKind::invalid_argument, "a program of 0 texts; allowed: 1 or more");
  std::string all;
  for (const ProgramText& each : texts) all += with_lines(each.text, each.name);
  return program_of(session, all, options.options, notes_for(options));
}

Program Program::from_file(const Session& session, const std::filesystem::path& file, const ProgramOptions& options) {
  return from_files(session, {file}, options);
}

Program Program::from_files(const Session& session, const std::vector<std::filesystem::path>& files,
                            const ProgramOptions& options) {
  std::vector<ProgramText> texts;
  for (const std::filesystem::path& file : files) texts.push_back({file.string(), system::read_input(file, max_text)});
  return from_texts(session, texts, options);
}

Program Program::from_binary(const Session& session, const std::vector<unsigned char>& binary) {
  auto packed = bundle::unpack(binary);
  if (packed.device != device_of(session))
    throw Error(ErrorKind::build,
                fmt::format("a program's binary is for {}; allowed: for {}", packed.device, device_of(session)));
  return program_of(session, packed.code, std::move(packed.kernels));
}

Program Program::from_device_code(const Session& session, const std::vector<unsigned char>& code) {
  return program_of(session, code, {});
}

Program Program::built_in(const Session& session, const std::vector<std::string>& names) {
  const ocl::Queue& queue = state_of(session).queue;
  const std::vector<std::string> known = ocl::built_in_kernels(queue);
  std::string list;
  for (const std::string& name : names) {
    if (std::ranges::count(known, name) == 0)
      throw Error(ErrorKind::unsupported,
                  fmt::format("{} brings no kernel '{}' with it; allowed: {}", session.device().name, name,
                              known.empty() ? "programs from text, as it brings none" : joined(known)));
    list += (list.empty() ? "" : ";") + name;
  }
  if (names.empty()) throw Error(ErrorKind::invalid_argument, "a program of 0 built-in kernels; allowed: 1 or more");
  const auto begin = std::chrono::steady_clock::now();
  ocl::Program program = ocl::built_in_program(queue, list);
  return Program(std::make_shared<Program::State>(Program::State{.session = session,
                                                                 .program = std::move(program),
                                                                 .source = {},
                                                                 .options = {},
                                                                 .build_ms = milliseconds_since(begin),
                                                                 .cache = CacheUse::off,
                                                                 .built_in = true}));
}

std::vector<std::string> Program::kernel_names() const {
  return ocl::kernel_names(state_->program);
}

std::vector<Kernel> Program::kernels() const {
  std::vector<Kernel> kernels;
  for (const std::string& name : kernel_names()) kernels.push_back(kernel(name));
  return kernels;
}

Kernel Program::kernel(const std::string& name) const {
  const std::vector<std::string> names = kernel_names();
  if (std::ranges::count(names, name) == 0) throw_unknown("the program has no kernel", name, names);
  ocl::Kernel made(state_->program, name);
  KernelInfo info = ocl::info_of(made);
  if (info.arguments.empty()) info.arguments = known_arguments(*state_, info);
  info.no_uneven_groups = no_uneven_groups(*state_);
  return Kernel(std::make_shared<Kernel::State>(state_->session, std::move(info), std::move(made), state_->built_in));
}

std::vector<unsigned char> Program::binary() const {
  return bundle::pack({device_of(state_->session), arguments_of(*this), device_code()});
}

std::vector<unsigned char> Program::device_code() const {
  std::vector<unsigned char> code = ocl::binary_of(state_->program);
  if (code.empty())
    throw Error(ErrorKind::unsupported, fmt::format("{} gives no binaries", state_->session.device().name));
  return code;
}

BinaryType Program::binary_type() const {
  return ocl::binary_type_of(state_->program);
}

const std::string& Program::source() const {
  return state_->source;
}

const std::string& Program::options() const {
  return state_->options;
}

std::string Program::log() const {
  return state_->log.empty() ? ocl::log_of(state_->program) : state_->log;
}

double Program::build_ms() const {
  return state_->build_ms;
}

CacheUse Program::cache_use() const {
  return state_->cache;
}

}  // namespace lenslet
