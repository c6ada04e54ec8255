// Programs of parts that were compiled apart, and of SPIR-V.
#include <chrono>
#include <functional>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "elapsed.hpp"
#include "kernel/state.hpp"
#include "kernel_texts.hpp"
#include "ocl/kernel_query.hpp"
#include "ocl/link.hpp"
#include "ocl/spirv.hpp"

namespace lenslet {

struct ProgramObject::State {
  Session session;
  ocl::Program program;
};

namespace {

using Clock = std::chrono::steady_clock;

std::vector<ocl::Program> parts_of(const Session& session, const std::vector<const ProgramObject::State*>& objects) {
  if (objects.empty()) throw Error(ErrorKind::invalid_argument, "0 objects to be linked; allowed: 1 or more");
  std::vector<ocl::Program> parts;
  for (const ProgramObject::State* object : objects) {
    if (&state_of(object->session) != &state_of(session))
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("object {} of {} is of another session; allowed: objects of the one that links them",
                              parts.size(), objects.size()));
    parts.push_back(object->program);
  }
  return parts;
}

ocl::BuildResult made(Session::State& state, const char* why, const std::function<ocl::Program()>& make) {
  state.check_may_compile(why);
  const auto begin = Clock::now();
  ocl::Program program = make();
  return state.count({std::move(program), milliseconds_since(begin), CacheUse::off});
}

Program program_of(const Session& session, ocl::BuildResult built, const std::string& options) {
  return Program(std::make_shared<Program::State>(
      Program::State{session, std::move(built.program), {}, options, built.ms, built.cache}));
}

}  // namespace

ProgramObject ProgramObject::from_text(const Session& session, const std::string& text, const ProgramOptions& options,
                                       const std::vector<ProgramText>& headers) {
  Session::State& state = state_of(session);
  std::vector<ocl::Header> included;
  for (const ProgramText& header : headers) included.push_back({header.name, header.text});
  const std::string marked = fmt::format("{}{}\n", line_mark(options.name), text);
  const std::string with_arguments = "-cl-kernel-arg-info " + options.options;
  ocl::BuildResult built = made(state, "it is compiled apart from others", [&] {
    return ocl::compile_apart(state.queue, {marked, with_arguments, state.build_timeout}, included);
  });
  return ProgramObject(std::make_shared<State>(State{session, std::move(built.program)}));
}

ProgramObject ProgramObject::library(const Session& session, const std::vector<ProgramObject>& objects,
                                     const std::string& options) {
  Session::State& state = state_of(session);
  std::vector<const State*> states;
  for (const ProgramObject& object : objects) states.push_back(object.state_.get());
  const std::vector<ocl::Program> parts = parts_of(session, states);
  ocl::BuildResult built = made(state, "a library is linked", [&] {
    return ocl::link(state.queue, parts, "-create-library " + options, state.build_timeout);
  });
  return ProgramObject(std::make_shared<State>(State{session, std::move(built.program)}));
}

BinaryType ProgramObject::binary_type() const {
  return ocl::binary_type_of(state_->program);
}

std::string ProgramObject::log() const {
  return ocl::log_of(state_->program);
}

Program Program::linked(const Session& session, const std::vector<ProgramObject>& objects, const std::string& options) {
  Session::State& state = state_of(session);
  std::vector<const ProgramObject::State*> states;
  for (const ProgramObject& object : objects) states.push_back(object.state_.get());
  const std::vector<ocl::Program> parts = parts_of(session, states);
  return program_of(
      session,
      made(state, "objects are linked", [&] { return ocl::link(state.queue, parts, options, state.build_timeout); }),
      options);
}

Program Program::from_spirv(const Session& session, const std::vector<unsigned char>& module,
                            const std::string& options) {
  Session::State& state = state_of(session);
  const auto begin = Clock::now();
  ocl::Program program = ocl::build_spirv(state.queue, module, options, state.build_timeout);
  return program_of(session, {std::move(program), milliseconds_since(begin), CacheUse::off}, options);
}

}  // namespace lenslet
