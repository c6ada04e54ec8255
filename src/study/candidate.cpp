// Launching a study's own kernels, and saying how.
#include "study/candidate.hpp"

#include <memory>
#include <utility>

#include <fmt/ranges.h>

namespace lenslet::study {
namespace {

std::string text_of(const Launch& launch) {
  std::string text = fmt::format("{} x {} work-items", launch.global.x, launch.global.y);
  if (launch.offset.x + launch.offset.y > 0) text += fmt::format(" from {}, {} on", launch.offset.x, launch.offset.y);
  if (launch.local.x == 0) return text + " in the runtime's groups";
  return text + fmt::format(" in groups of {} x {}", launch.local.x, launch.local.y);
}

std::string text_of(const std::vector<Step>& steps) {
  std::vector<std::string> texts;
  for (const Step& step : steps) texts.push_back(text_of(step.launch));
  return fmt::format("{}", fmt::join(texts, ", then "));
}

}  // namespace

Ready launches(const Experiment& experiment, const std::string& source, std::vector<Step> steps, Proof proof) {
  std::string how = text_of(steps);
  const auto shared = std::make_shared<const std::vector<Step>>(std::move(steps));
  const auto run = [&queue = experiment.queue(), shared] {
    return timed_ms([&] {
      std::vector<ocl::Event> events;
      for (const Step& step : *shared) events.push_back(enqueue(queue, step.kernel, step.launch));
      return events;
    });
  };
  return {run, std::move(how), source, std::move(proof)};
}

}  // namespace lenslet::study
