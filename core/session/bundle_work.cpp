// Compiles a work as a plan of it would. Launches it once, too, because drivers make some code only at a launch. Where
// a driver gives PTX, machine code replaces it if a launch with it gives the same results.
#include "session/bundle_work.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/error.hpp>
#include <lenslet/session.hpp>
#include <lenslet/version.hpp>

#include "bundle/contents.hpp"
#include "bundle/fma_variant.hpp"
#include "bundle/link_ptx.hpp"
#include "bundle/make_spirv.hpp"
#include "ocl/kernel.hpp"
#include "ocl/program_cache.hpp"
#include "ocl/spirv.hpp"
#include "op/problem.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "store/store.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

// Images of two sizes, because some kernels are only for small ones.
std::vector<Work> works_to_run(const Plan& plan, const Work& work) {
  if (!plan.serves_every_size()) return {work};
  std::vector<Work> works;
  for (const Size size : {Size{61, 47}, Size{640, 384}}) {
    works.push_back(work);
    for (ValueType& input : works.back().inputs)
      if (auto* image = std::get_if<ImageType>(&input)) image->size = size;
  }
  return works;
}

std::vector<DeviceValue> run_once(const Session& session, const Plan& plan, const Work& work) {
  std::vector<DeviceValue> inputs;
  for (const HostValue& value : op::problem_of(work)->typical()) {
    const auto* image = std::get_if<Image>(&value);
    if (image != nullptr)
      inputs.emplace_back(session.upload(*image, plan.input_storage()));
    else
      inputs.push_back(upload_value(session, value));
  }
  return plan.run(inputs).values();
}

std::int64_t hash_of_bytes(const std::byte* begin, std::size_t count, std::int64_t seed) {
  return ocl::hash_of({reinterpret_cast<const unsigned char*>(begin), count}, seed);
}

// Leaves out the gaps between rows, which are no part of a result.
std::int64_t hash_of_value(const HostValue& value, std::int64_t seed) {
  if (const auto* array = std::get_if<Array>(&value))
    return hash_of_bytes(array->bytes().data(), array->bytes().size(), seed);
  const Image& image = std::get<Image>(value);
  const auto bytes = static_cast<std::size_t>(image.size().width) * image.format().bytes();
  for (std::int64_t y = 0; y < image.size().height; ++y) seed = hash_of_bytes(image.row(y), bytes, seed);
  return seed;
}

// Makes a plan for each choice, with programs from `build`, and runs it once. Returns a hash of the bits of all
// results.
std::int64_t launch_small(const Session& session, const op::ProblemPtr& problem, const std::vector<op::Choice>& choices,
                          const op::Build& build) {
  std::int64_t hash = ocl::hash_of("");
  for (const op::Choice& choice : choices) {
    const Plan plan = make_plan(session, problem, choice, build);
    for (const Work& work : works_to_run(plan, problem->work()))
      for (const DeviceValue& value : run_once(session, plan, work))
        hash = hash_of_value(download_value(session, value), hash);
  }
  return hash;
}

struct Recorded {
  std::string source, options;
  ocl::Program program;
  ocl::Binary binary = {};
};

// The call as a person would write it: "gaussian sigma=2".
std::string call_text(const Call& call) {
  std::string text = system::shown_name(call.op);
  for (const auto& [name, value] : call.arguments) text += fmt::format(" {}={}", name, value_text(value));
  return text;
}

std::string types_text(const Work& work) {
  std::string text;
  for (const ValueType& input : work.inputs) text += (text.empty() ? "" : ", ") + to_string(input);
  return text;
}

void note_work(Bundle& bundle, const Session& session, const op::Problem& problem, const op::AnySchedule& schedule) {
  const store::Key key = store::key_of(problem, session.device());
  const std::size_t target = bundle::place_of(bundle.targets, ocl::target_key(session.device()));
  const Work& work = problem.work();
  bundle.works.push_back(
      {call_text(work.call), types_text(work), key.op, key.work, key.size, schedule.spelling(), target});
}

void stamp(Bundle& bundle) {
  bundle.library = version;
  bundle.unix_time =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// Adds SPIR-V, except for code that only the device's own compiler takes, such as vectors that one driver has. Returns
// whether the program has SPIR-V.
bool add_spirv(Bundle& bundle, const Session& session, const BundleProgram& program, std::size_t place,
               std::vector<std::string>& notes) {
  const int bits = session.device().address_bits;
  const std::size_t target = bundle::place_of(bundle.targets, bundle::spirv_target(bits));
  if (bundle::find_entry(bundle, BundleKind::spirv, place, bundle.targets[target]) != nullptr) return true;
  try {
    bundle::add_entry(
        bundle, {BundleKind::spirv, place, target, bundle::make_spirv(program, bits, state_of(session).build_timeout)});
    return true;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::build) throw;
    notes.push_back(fmt::format("no SPIR-V of {}: {}", program.name, error.what()));
    return false;
  }
}

// Also adds SPIR-V for devices that need another text than this one.
void add_all_spirv(Bundle& bundle, const Session& session, BundleProgram program, std::size_t place,
                   std::vector<std::string>& notes) {
  if (!add_spirv(bundle, session, program, place, notes)) return;
  std::optional<std::string> other = bundle::fma_variant(program.source);
  if (!other) return;
  program.source = std::move(*other);
  add_spirv(bundle, session, program, bundle::place_of(bundle, program), notes);
}

std::vector<op::Choice> choices_of(const Session& session, const op::Problem& problem, bool general) {
  std::vector<op::Choice> choices{choose(session, problem)};
  if (!general) return choices;
  for (op::Choice& choice : problem.general(choices[0].schedule, session.device()))
    choices.push_back(std::move(choice));
  return choices;
}

std::vector<ocl::Binary> linked(const std::vector<Recorded>& recorded, const std::string& architecture) {
  std::vector<ocl::Binary> code;
  for (const Recorded& each : recorded) code.push_back(bundle::link_ptx(each.binary, architecture));
  return code;
}

// Builds the recorded programs from linked machine code.
op::Build building(const Session& session, const std::vector<Recorded>& recorded,
                   const std::vector<ocl::Binary>& code) {
  return [&](const std::string& source, const std::string& options) {
    const Session::State& state = state_of(session);
    const auto found = std::ranges::find_if(
        recorded, [&](const Recorded& each) { return each.source == source && each.options == options; });
    const auto place = static_cast<std::size_t>(found - recorded.begin());
    if (place >= code.size()) throw Error(ErrorKind::build, "a launch by it asks for another program than that by PTX");
    return ocl::BuildResult{ocl::build(state.queue, code[place], state.build_timeout, options), 0, CacheUse::bundle};
  };
}

// Replaces PTX by machine code where launches with it give the same bits. Otherwise the PTX stays.
void link(const Session& session, const op::ProblemPtr& problem, const std::vector<op::Choice>& choices,
          std::int64_t results, std::vector<Recorded>& recorded) {
  const std::vector<ocl::Binary> code = linked(recorded, session.device().architecture);
  if (launch_small(session, problem, choices, building(session, recorded, code)) != results)
    throw Error(ErrorKind::build, "its results have other bits than those of PTX");
  for (std::size_t i = 0; i < code.size(); ++i) recorded[i].binary = code[i];
}

std::string problem_text(const Bundle& bundle, const BundleEntry& entry, const char* what) {
  return fmt::format("{} of {}: {}", name_of(entry.kind), bundle.programs[entry.program].name, what);
}

}  // namespace

void add_for_device(Bundle& bundle, const Session& session, BundleKind kind, std::size_t program,
                    std::vector<unsigned char> bytes) {
  const std::size_t target = bundle::place_of(bundle.targets, ocl::target_key(session.device()));
  bundle::add_entry(bundle, {kind, program, target, std::move(bytes)});
}

std::size_t add_compiled(Bundle& bundle, const Session& session, const BundleProgram& program, Compiled compiled,
                         const CompileOptions& options, std::vector<std::string>& notes) {
  if (compiled.binary.empty())
    throw Error(ErrorKind::unsupported, fmt::format("{} gives no binaries, so that there is nothing to put into a "
                                                    "bundle; allowed: a device that gives them",
                                                    session.device().name));
  stamp(bundle);
  const std::size_t place = bundle::place_of(bundle, program);
  add_for_device(bundle, session, BundleKind::binary, place, std::move(compiled.binary));
  const std::string& log = compiled.log;
  if (!log.empty()) add_for_device(bundle, session, BundleKind::log, place, {log.begin(), log.end()});
  if (options.spirv) add_all_spirv(bundle, session, program, place, notes);
  return place;
}

std::vector<std::string> add_work(Bundle& bundle, const Session& session, const Work& work,
                                  const CompileOptions& options) {
  const op::ProblemPtr problem = op::problem_of(work);
  check_arrays(session.device(), *problem);
  std::vector<Recorded> recorded;
  const op::Build record = [&](const std::string& source, const std::string& how) {
    ocl::BuildResult built = state_of(session).build(source, how);
    recorded.push_back({source, how, built.program});
    return built;
  };
  const std::vector<op::Choice> choices = choices_of(session, *problem, options.general);
  const std::int64_t results = launch_small(session, problem, choices, record);
  for (Recorded& each : recorded) each.binary = ocl::binary_of(each.program);
  const std::string name = call_text(work.call);
  std::vector<std::string> notes;
  try {
    if (std::ranges::any_of(recorded, [](const Recorded& each) { return bundle::is_ptx(each.binary); }))
      link(session, problem, choices, results, recorded);
  } catch (const Error& error) {
    notes.push_back(fmt::format("no machine code of {}, whose first start makes it of PTX: {}", name, error.what()));
  }
  for (Recorded& each : recorded)
    add_compiled(bundle, session, {name, each.options, each.source},
                 {std::move(each.binary), ocl::log_of(each.program)}, options, notes);
  note_work(bundle, session, *problem, choices[0].schedule);
  return notes;
}

BundleCheck check_bundle(const Bundle& bundle, const Session& session) {
  BundleCheck check;
  const Session::State& state = state_of(session);
  const std::string target = ocl::target_key(session.device()),
                    portable = bundle::spirv_target(session.device().address_bits);
  const bool takes_spirv = !ocl::spirv_versions(state.queue.device()).empty();
  for (const BundleEntry& entry : bundle.entries) {
    const std::string &of = bundle.targets[entry.target], &options = bundle.programs[entry.program].options;
    const bool binary = entry.kind == BundleKind::binary && of == target;
    const bool spirv = entry.kind == BundleKind::spirv && of == portable && takes_spirv;
    if (!binary && !spirv) continue;
    ++check.tried;
    try {
      if (binary)
        ocl::build(state.queue, entry.bytes, state.build_timeout, options);
      else
        ocl::build_spirv(state.queue, entry.bytes, options, state.build_timeout);
    } catch (const Error& error) {
      check.problems.push_back(problem_text(bundle, entry, error.what()));
    }
  }
  return check;
}

}  // namespace lenslet
