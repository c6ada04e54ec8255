// Building a study's kernels, and timing launches.
#include "study/program.hpp"

#include <fmt/format.h>

#include "kernels.hpp"
#include "session/state.hpp"

namespace lenslet::study {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double shortest_ms = 1e-4;  // what is less comes from a driver without a clock

std::string source_of(std::string_view file, std::initializer_list<StudyProgram::Define> defines) {
  std::string text;
  for (const auto& [name, value] : defines) text += fmt::format("#define {} {}\n", name, value);
  return text + std::string(kernel_source(file));
}

}  // namespace

StudyProgram::StudyProgram(const Experiment& experiment, std::string_view file, std::initializer_list<Define> defines,
                           const std::string& options)
    : source_(source_of(file, defines)), program_(experiment.session().state()->build(source_, options).program) {}

double timed_ms(const std::function<std::vector<ocl::Event>()>& launch) {
  const auto begin = Clock::now();
  const std::vector<ocl::Event> events = launch();
  for (const ocl::Event& event : events) event.wait();
  const double host_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  if (events.empty()) return host_ms;
  const double device_ms = static_cast<double>(events.back().end_ns() - events.front().start_ns()) * 1e-6;
  return device_ms > shortest_ms ? device_ms : host_ms;
}

}  // namespace lenslet::study
