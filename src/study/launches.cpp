// Launching a study's own kernels, and saying how.
#include "study/launches.hpp"

#include <memory>
#include <utility>

#include <fmt/ranges.h>

namespace lenslet::study {
namespace {

std::string text_of(const Range& range) {
  std::string text = fmt::format("{} x {} work-items", range.items[0], range.items[1]);
  if (range.offset != Extent{0, 0}) text += fmt::format(" from {}, {} on", range.offset[0], range.offset[1]);
  if (range.group == Extent{0, 0}) return text + " in the runtime's groups";
  return text + fmt::format(" in groups of {} x {}", range.group[0], range.group[1]);
}

std::string text_of(const std::vector<Step>& steps) {
  std::vector<std::string> texts;
  for (const Step& step : steps) texts.push_back(text_of(step.range));
  return fmt::format("{}", fmt::join(texts, ", then "));
}

ocl::Range range_of(const Extent& extent) {
  return {extent[0], extent[1]};
}

}  // namespace

Ready launches(const Experiment& experiment, const std::string& source, std::vector<Step> steps, Proof proof) {
  std::string how = text_of(steps);
  const auto shared = std::make_shared<const std::vector<Step>>(std::move(steps));
  const auto run = [&queue = experiment.queue(), shared] {
    return timed_ms([&] {
      std::vector<ocl::Event> events;
      for (const auto& [kernel, range] : *shared)
        events.push_back(
            queue.launch(kernel, range_of(range.items), range_of(range.group), {range.offset[0], range.offset[1], 0}));
      return events;
    });
  };
  return {run, std::move(how), source, std::move(proof)};
}

Range whole_groups(const ocl::Kernel& kernel, Extent items, Extent wanted) {
  const std::size_t most = kernel.max_group();
  for (int side = 1; wanted[0] * wanted[1] > most && wanted[0] * wanted[1] > 1; side = 1 - side)
    if (wanted[static_cast<std::size_t>(side)] > 1) wanted[static_cast<std::size_t>(side)] /= 2;
  return {{rounded_up(items[0], wanted[0]), rounded_up(items[1], wanted[1])}, wanted};
}

}  // namespace lenslet::study
