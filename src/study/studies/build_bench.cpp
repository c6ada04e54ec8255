// Building programs in all ways, and the clock for that.
#include "study/studies/build_bench.hpp"

#include <random>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "study/clock.hpp"

namespace lenslet::study {
namespace {

constexpr std::uint64_t cache_limit = 256u << 20;
constexpr std::size_t small_saxpy = 1024;  // the source's: a launch that takes the driver's time, not the device's
constexpr Size small_image{256, 256};
constexpr std::int64_t long_saxpy = std::int64_t{1} << 24;
constexpr Size large_image{2048, 2048};

}  // namespace

BuildBench::BuildBench(Experiment& experiment)
    : experiment_(experiment), cache_(folder_.path(), cache_limit), stamp_(std::random_device()()) {}

const std::vector<std::string>& BuildBench::subject_names() {
  static const std::vector<std::string> names = {"saxpy", "9x9 filter"};
  return names;
}

BuildSubject& BuildBench::subject(std::size_t place, bool large) {
  std::unique_ptr<BuildSubject>& made = subjects_[{place, large}];
  if (made) return *made;
  const auto count = large ? static_cast<std::size_t>(experiment_.scaled(long_saxpy)) : small_saxpy;
  const Size size = large ? experiment_.scaled(large_image) : small_image;
  made = place == 0 ? make_saxpy(experiment_, count) : make_filter(experiment_, size);
  return *made;
}

// Makes the program known to the session, too.
const std::string& BuildBench::source_of(std::size_t place) {
  std::string& known = sources_[place];
  if (!known.empty()) return known;
  const auto build = [&](const std::string& source, const std::string&) {
    known = source;
    return find_in_memory(source);
  };
  subject(place, false).make(build, known_stamp)();
  return known;
}

std::uint32_t BuildBench::new_stamp() {
  const std::uint32_t stamp = ++stamp_ % largest_stamp;
  return stamp > known_stamp ? stamp : stamp + known_stamp + 1;
}

ocl::BuildResult BuildBench::compile(const std::string& source, const std::string& options) const {
  return ocl::build(session().queue, {source, options, session().build_timeout});
}

ocl::BuildResult BuildBench::compile_cached(const std::string& source) {
  if (const std::string problem = cache_.problem(); !problem.empty()) throw Error(ErrorKind::io, problem);
  return ocl::build(session().queue, {source, {}, session().build_timeout, &cache_});
}

ocl::BuildResult BuildBench::find_in_memory(const std::string& source) const {
  return session().build(source);
}

const ocl::Binary& BuildBench::binary(const std::string& source) {
  ocl::Binary& found = binaries_[source];
  if (found.empty()) found = ocl::binary_of(compile(source).program);
  if (found.empty()) throw Error(ErrorKind::unsupported, "the driver shows no binary of a program");
  return found;
}

ocl::BuildResult BuildBench::load(const std::string& source) {
  const ocl::Binary& code = binary(source);
  return {ocl::build(session().queue, code, session().build_timeout)};
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

BuildAttempt::BuildAttempt(std::shared_ptr<BuildBench> bench, std::size_t place, BuildWay way)
    : bench_(std::move(bench)), place_(place), way_(std::move(way)), runs_(parts, [this] { return run(); }) {}

std::vector<double> BuildAttempt::run() {
  BuildSubject& subject = bench_->subject(place_, false);
  subject.clear();
  stamp_ = way_.fresh ? bench_->new_stamp() : BuildBench::known_stamp;
  double build_ms = 0;
  const auto build = [&](const std::string& source, const std::string&) {
    std::optional<ocl::BuildResult> built;
    build_ms += host_ms([&] { built = way_.build(*bench_, source); });
    return *built;
  };
  const double all_ms = host_ms([&] { subject.make(build, stamp_)(); });
  return {build_ms, all_ms};
}

std::optional<std::string> BuildAttempt::fault() {
  return bench_->subject(place_, false).fault(stamp_);
}

}  // namespace lenslet::study
