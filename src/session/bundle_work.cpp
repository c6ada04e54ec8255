// A work is compiled as a plan of it would be, and launched once: PoCL, for one, generates code for a group's size when
// it first meets it, and its binaries then have that code.
#include "session/bundle_work.hpp"

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/version.hpp>

#include "bundle/contents.hpp"
#include "bundle/make_spirv.hpp"
#include "ocl/cache_key.hpp"
#include "ocl/kernel_query.hpp"
#include "ocl/spirv.hpp"
#include "op/describe.hpp"
#include "session/choose.hpp"
#include "session/plan.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"
#include "store/key.hpp"
#include "system/shown_name.hpp"

namespace lenslet {
namespace {

struct Recorded {
  std::string source, options;
  ocl::Program program;
};

// "gaussian sigma=2", as a person would say it.
std::string call_text(const Call& call) {
  std::string text = system::shown_name(call.op);
  for (const auto& [name, value] : call.arguments) text += fmt::format(" {}={}", name, op::value_text(value));
  return text;
}

std::string types_text(const Work& work) {
  std::string text;
  for (const ValueType& input : work.inputs) text += (text.empty() ? "" : ", ") + to_string(input);
  return text;
}

// Images of two sizes: some kernels are for small ones.
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

void run_once(const Session& session, const Plan& plan, const Work& work) {
  for (const Work& small : works_to_run(plan, work)) {
    std::vector<DeviceValue> inputs;
    for (const HostValue& value : make_problem(small)->typical()) {
      const auto* image = std::get_if<Image>(&value);
      if (image != nullptr)
        inputs.emplace_back(session.upload(*image, plan.input_storage()));
      else
        inputs.push_back(upload_value(session, value));
    }
    plan.run(inputs);
  }
}

void note_work(Bundle& bundle, const Session& session, const op::Problem& problem, const Plan& plan) {
  const store::Key key = store::key_of(problem, session.device());
  const std::size_t target = bundle::place_of(bundle.targets, ocl::target_key(session.device()));
  const Work& work = problem.work();
  bundle.works.push_back({call_text(work.call), types_text(work), key.op, key.work, key.size, plan.schedule(), target});
}

void stamp(Bundle& bundle) {
  bundle.library = version;
  bundle.unix_time =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// What no compiler but the device's takes, such as vectors that only one driver has, stays without.
void add_spirv(Bundle& bundle, const Session& session, const BundleProgram& program, std::size_t place,
               std::vector<std::string>& notes) {
  const int bits = session.device().address_bits;
  const std::size_t target = bundle::place_of(bundle.targets, bundle::spirv_target(bits));
  if (bundle::find_entry(bundle, BundleKind::spirv, place, bundle.targets[target]) != nullptr) return;
  try {
    bundle::add_entry(bundle,
                      {BundleKind::spirv, place, target, bundle::make_spirv(program.source, program.options, bits)});
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::build) throw;
    notes.push_back(fmt::format("{}: {}", program.name, error.what()));
  }
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

std::size_t add_compiled(Bundle& bundle, const Session& session, const BundleProgram& program,
                         const ocl::Program& built, const CompileOptions& options, std::vector<std::string>& notes) {
  ocl::Binary binary = ocl::binary_of(built);
  if (binary.empty())
    throw Error(ErrorKind::unsupported, fmt::format("{} gives no binaries, so that there is nothing to put into a "
                                                    "bundle; allowed: a device that gives them",
                                                    session.device().name));
  stamp(bundle);
  const std::size_t place = bundle::place_of(bundle, program);
  add_for_device(bundle, session, BundleKind::binary, place, std::move(binary));
  const std::string log = ocl::log_of(built);
  if (!log.empty()) add_for_device(bundle, session, BundleKind::log, place, {log.begin(), log.end()});
  if (options.spirv) add_spirv(bundle, session, program, place, notes);
  return place;
}

std::vector<std::string> add_work(Bundle& bundle, const Session& session, const Work& work,
                                  const CompileOptions& options) {
  const op::ProblemPtr problem = make_problem(work);
  check_arrays(session.device(), *problem);
  std::vector<Recorded> recorded;
  const op::Build record = [&](const std::string& source, const std::string& how) {
    ocl::BuildResult built = state_of(session).build(source, how);
    recorded.push_back({source, how, built.program});
    return built;
  };
  const op::Choice choice = choose(session, *problem);
  const Plan plan = make_plan(session, problem, choice, record);
  run_once(session, plan, work);
  if (options.general)
    for (const op::Choice& general : problem->general(choice.schedule, session.device()))
      run_once(session, make_plan(session, problem, general, record), work);
  const std::string name = call_text(work.call);
  std::vector<std::string> notes;
  for (const Recorded& each : recorded)
    add_compiled(bundle, session, {name, each.options, each.source}, each.program, options, notes);
  note_work(bundle, session, *problem, plan);
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
