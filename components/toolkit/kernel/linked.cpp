// Programs linked from parts that were compiled separately, and programs of SPIR-V.
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "elapsed.hpp"
#include "kernel_texts.hpp"
#include "ocl/kernel.hpp"
#include "ocl/spirv.hpp"
#include "toolkit/kernel/recipe.hpp"
#include "toolkit/kernel/spirv_arguments.hpp"
#include "toolkit/kernel/state.hpp"
#include "toolkit/ocl/link.hpp"

namespace lenslet {

// The text is compiled when it is first needed: a bundle may have the linked program.
struct ProgramObject::State {
  using Make = std::function<ocl::Program()>;
  State(Session of, std::string text, Make how)
      : session(std::move(of)), recipe(std::move(text)), make(std::move(how)) {
    if (state_of(session).bundle == nullptr || recipe.empty()) program();
  }

  ocl::Program program() const {
    const std::lock_guard lock(mutex);
    if (!made) made = make();
    return *made;
  }

  Session session;
  std::string recipe;

 private:
  Make make;
  mutable std::mutex mutex;  // guards the members below
  mutable std::optional<ocl::Program> made;
};

namespace {

using Clock = std::chrono::steady_clock;
using Objects = std::vector<std::shared_ptr<const ProgramObject::State>>;

void check_objects(const Session& session, const Objects& objects) {
  if (objects.empty()) throw Error(ErrorKind::invalid_argument, "0 objects to be linked; allowed: 1 or more");
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (&state_of(objects[i]->session) != &state_of(session))
      throw Error(ErrorKind::invalid_argument,
                  fmt::format("object {} of {} is of another session; allowed: objects of the one that links them", i,
                              objects.size()));
}

std::vector<std::string> recipes_of(const Objects& objects) {
  std::vector<std::string> recipes;
  for (const auto& object : objects) recipes.push_back(object->recipe);
  return recipes;
}

std::vector<ocl::Program> programs_of(const Objects& objects) {
  std::vector<ocl::Program> programs;
  for (const auto& object : objects) programs.push_back(object->program());
  return programs;
}

ocl::BuildResult made(Session::State& state, const std::string& why, const std::function<ocl::Program()>& make) {
  state.check_may_compile(why);
  const auto begin = Clock::now();
  ocl::Program program = make();
  return state.count({std::move(program), milliseconds_since(begin), CacheUse::off});
}

ocl::BuildResult link(Session::State& state, const Objects& objects, const std::string& options,
                      const std::string& why) {
  state.check_may_compile(why);
  const std::vector<ocl::Program> parts = programs_of(objects);
  return made(state, why, [&] { return ocl::link(state.queue, parts, options, state.build_timeout); });
}

std::shared_ptr<Program::State> state_with(const Session& session, ocl::BuildResult built, const std::string& recipe,
                                           const std::string& options) {
  return std::make_shared<Program::State>(
      Program::State{session, std::move(built.program), recipe, options, built.ms, built.cache});
}

}  // namespace

ProgramObject ProgramObject::from_text(const Session& session, const std::string& text, const ProgramOptions& options,
                                       const std::vector<ProgramText>& headers) {
  const auto compiled = [&state = state_of(session), text, options, headers] {
    std::vector<ocl::Header> included;
    for (const ProgramText& header : headers) included.push_back({header.name, header.text});
    const std::string marked = fmt::format("{}{}\n", line_mark(options.name), text);
    const std::string with_arguments = "-cl-kernel-arg-info " + options.options;
    return made(state, "it is compiled apart from others",
                [&] {
                  return ocl::compile_apart(
                      state.queue, {marked, with_arguments, state.build_timeout, nullptr, {}, options.warnings},
                      included);
                })
        .program;
  };
  return ProgramObject(std::make_shared<State>(session, kernel::object_recipe(text, options, headers), compiled));
}

ProgramObject ProgramObject::library(const Session& session, const std::vector<ProgramObject>& objects,
                                     const std::string& options) {
  Objects states;
  for (const ProgramObject& object : objects) states.push_back(object.state_);
  check_objects(session, states);
  const auto linked = [&state = state_of(session), states, options] {
    return link(state, states, "-create-library " + options, "a library is linked").program;
  };
  return ProgramObject(std::make_shared<State>(session, kernel::library_recipe(recipes_of(states), options), linked));
}

BinaryType ProgramObject::binary_type() const {
  return ocl::binary_type_of(state_->program());
}

std::string ProgramObject::log() const {
  return ocl::log_of(state_->program());
}

Program Program::linked(const Session& session, const std::vector<ProgramObject>& objects, const std::string& options) {
  Objects states;
  for (const ProgramObject& object : objects) states.push_back(object.state_);
  check_objects(session, states);
  const std::string recipe = kernel::linked_recipe(recipes_of(states));
  Session::State& state = state_of(session);
  std::string why = "objects are linked";
  if (recipe.empty()) state.note_miss("its parts include files, which nothing keeps");
  if (!recipe.empty())
    if (auto bundled = state.find_bundled(recipe, options, why))
      return with_what_was_kept(state_with(session, *std::move(bundled), recipe, options));
  return Program(state_with(session, link(state, states, options, why), recipe, options));
}

namespace {

// Reads a module that the device takes.
kernel::SpirvModule checked_module(const Session& session, const std::vector<unsigned char>& module) {
  state_of(session).check_may_compile("SPIR-V is code of no device, and the driver compiles it");
  const ocl::Device& device = state_of(session).queue.device();
  const std::string obstacle =
      ocl::spirv_obstacle(ocl::spirv_info(module), ocl::spirv_versions(device), device.info().address_bits);
  if (!obstacle.empty()) throw Error(ErrorKind::build, fmt::format("{}: {}", device.info().name, obstacle));
  kernel::SpirvModule read = kernel::read_spirv(module);
  static_cast<void>(kernel::spirv_arguments(read));
  return read;
}

}  // namespace

void Program::check_spirv(const Session& session, const std::vector<unsigned char>& module) {
  static_cast<void>(checked_module(session, module));
}

Program Program::from_spirv(const Session& session, const std::vector<unsigned char>& module,
                            const std::string& options) {
  Session::State& state = state_of(session);
  const kernel::SpirvModule read = checked_module(session, module);
  const auto begin = Clock::now();
  ocl::Program program = ocl::build_spirv(state.queue, module, options, state.build_timeout);
  const auto made = state_with(session, {std::move(program), milliseconds_since(begin), CacheUse::off}, {}, options);
  made->arguments = kernel::spirv_arguments(read);
  made->no_uneven_groups = kernel::no_uneven_groups(read, options);
  return Program(made);
}

}  // namespace lenslet
