// Makes two programs, and builds them in all ways.
#include "studies/experiments/build_bench.hpp"

#include <random>
#include <span>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/plan.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"

namespace lenslet::study {
namespace {

constexpr std::uint64_t cache_limit = 256u << 20;
constexpr std::int64_t small_saxpy = 1024;  // the source's size: the launch takes the driver's time, not the device's
constexpr std::int64_t long_saxpy = std::int64_t{1} << 24;
constexpr Size small_image{256, 256}, large_image{2048, 2048};
constexpr std::uint32_t max_stamp = 1u << 20;  // up to here results in f32 differ

// The schedules are the same for all devices. Literal taps make the number a part of the code.
constexpr const char* schedules[] = {"once.group64.groups1.items1.v1",
                                     "buffer.window.single.literal.split.v4.x1.y1.g64x1"};

// A mask of 9 x 9 whole numbers, of which the stamp is the first.
Matrix mask_of(std::uint32_t stamp) {
  Numbers taps;
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x) taps.push_back(x + y == 0 ? stamp : (5 * x + 3 * y + x * y) % 7 + 1);
  return {9, 9, std::move(taps)};
}

void fill(std::span<float> values) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * 7 % 13);
}

std::vector<HostValue> whole_numbers(const op::Problem& problem) {
  std::vector<HostValue> values;
  for (const ValueType& type : problem.inputs())
    if (const auto* image = std::get_if<ImageType>(&type)) {
      Image filled(image->size, image->format);
      fill({reinterpret_cast<float*>(filled.data()), static_cast<std::size_t>(image->pixels())});
      values.emplace_back(std::move(filled));
    } else {
      Array filled(std::get<ArrayType>(type));
      fill(filled.as<float>());
      values.emplace_back(std::move(filled));
    }
  return values;
}

}  // namespace

BuildBench::BuildBench(Experiment& experiment)
    : experiment_(experiment), cache_(folder_.path(), cache_limit), stamp_(std::random_device()()) {}

OpInputs& BuildBench::inputs(std::size_t program, bool large) {
  std::unique_ptr<OpInputs>& made = inputs_[{program, large}];
  if (!made)
    made = std::make_unique<OpInputs>(experiment_.session(), whole_numbers(*problem(program, large, known_stamp)));
  return *made;
}

op::ProblemPtr BuildBench::problem(std::size_t program, bool large, std::uint32_t stamp) const {
  if (program == 0) {
    const ArrayType type{SampleType::f32, {large ? experiment_.scaled(long_saxpy) : small_saxpy}};
    return op::problem_of(
        array_work({"map", {{"expression", fmt::format("2 * x + y + {}", stamp)}}}, {type, type}, schedules[0]));
  }
  const Size size = large ? experiment_.scaled(large_image) : small_image;
  return op::problem_of(image_work({"filter2d", {{"mask", mask_of(stamp)}}}, {SampleType::f32, 1}, size,
                                   {.border = Border::constant, .schedule = schedules[1]}));
}

Plan BuildBench::make(const op::ProblemPtr& problem, const op::Build& build) const {
  const Session& session = experiment_.session();
  return make_plan(session, problem,
                   {problem->parse_schedule(problem->work().options.schedule, session.device()),
                    "the same for all devices", Origin::forced},
                   build);
}

// The program also becomes known to the session.
const std::string& BuildBench::source_of(std::size_t program) {
  std::string& known = sources_[program];
  const auto build = [&](const std::string& source, const std::string&) {
    known = source;
    return find_in_memory(source);
  };
  if (known.empty()) make(problem(program, false, known_stamp), build);
  return known;
}

std::uint32_t BuildBench::new_stamp() {
  const std::uint32_t stamp = ++stamp_ % max_stamp;
  return stamp > known_stamp ? stamp : stamp + known_stamp + 1;
}

ocl::BuildResult BuildBench::compile(const std::string& source, const std::string& options) const {
  const Session::State& session = state_of(experiment_.session());
  return ocl::build(session.queue, {source, options, session.build_timeout});
}

ocl::BuildResult BuildBench::compile_cached(const std::string& source) {
  if (const std::string problem = cache_.problem(); !problem.empty()) throw Error(ErrorKind::io, problem);
  const Session::State& session = state_of(experiment_.session());
  return ocl::build(session.queue, {source, {}, session.build_timeout, &cache_});
}

ocl::BuildResult BuildBench::find_in_memory(const std::string& source) const {
  return state_of(experiment_.session()).build(source);
}

ocl::BuildResult BuildBench::load(const std::string& source) {
  ocl::Binary& code = binaries_[source];
  if (code.empty()) code = ocl::binary_of(compile(source).program);
  if (code.empty()) throw Error(ErrorKind::unsupported, "the driver shows no binary of a program");
  return {ocl::build(experiment_.queue(), code, state_of(experiment_.session()).build_timeout)};
}

const std::vector<BuildWay>& build_ways() {
  using Source = const std::string&;
  static const std::vector<BuildWay> all = {
      {"source", true, [](BuildBench& bench, Source source) { return bench.compile(source); }},
      {"source, seen before", false, [](BuildBench& bench, Source source) { return bench.compile(source); }},
      {"binary", false, [](BuildBench& bench, Source source) { return bench.load(source); }},
      {"program cache, missed", true, [](BuildBench& bench, Source source) { return bench.compile_cached(source); }},
      {"program cache, on disk", false, [](BuildBench& bench, Source source) { return bench.compile_cached(source); }},
      {"program cache, in memory", false,
       [](BuildBench& bench, Source source) { return bench.find_in_memory(source); }},
  };
  return all;
}

}  // namespace lenslet::study
