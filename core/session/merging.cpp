// Counts what ops must know of whole images, strip by strip.
#include "session/merging.hpp"

#include <algorithm>
#include <utility>

#include <fmt/ranges.h>

#include <lenslet/device_group.hpp>
#include <lenslet/error.hpp>

#include "session/count_rows.hpp"
#include "session/problem.hpp"
#include "session/run_in_strips.hpp"
#include "session/strip_layout.hpp"

namespace lenslet {
namespace {

// A step, and the problem that made it.
struct Step {
  op::ProblemPtr problem;
  op::Merging merging;
};

std::optional<Step> first_step(const Work& work) {
  op::ProblemPtr problem = make_problem(work);
  std::optional<op::Merging> merging = problem->merging();
  if (!merging) return {};
  return Step{std::move(problem), *std::move(merging)};
}

// As it will be, but for numbers that are not known yet.
Work as_if_counted(const Step& step) {
  return step.merging.then(Counts(step.merging.counts, 1));
}

// What is computed in strips, pass by pass.
struct CountedPasses {
  std::vector<Work> works;            // that make images which are counted, and last the work as it will be
  std::vector<std::string> ops = {};  // that are told of these images
};

CountedPasses all_passes(Work work) {
  CountedPasses passes;
  while (const std::optional<Step> step = first_step(work)) {
    if (step->merging.before) passes.works.push_back(*step->merging.before);
    passes.ops.push_back(step->merging.op);
    work = as_if_counted(*step);
  }
  passes.works.push_back(std::move(work));
  return passes;
}

// What is counted is the whole image, whichever parts of the results this process makes.
StripOptions of_all_rows(StripOptions options) {
  options.parts.clear();
  return options;
}

Work merged_by(const MakePlans& plans_of, const Work& work, const CountedInputs& inputs, const StripOptions& options,
               const CountShare& share = {}, std::vector<DeviceShare>* devices = nullptr) {
  if (devices) devices->clear();
  if (!first_step(work)) return work;
  const std::vector<ImageType> types = images_of(work);
  if (inputs.sources.size() != types.size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} sources for {} inputs", inputs.sources.size(), types.size()));
  check_strips(plans_of, work, options, inputs.in_order());
  Work result = work;
  while (const std::optional<Step> step = first_step(result)) {
    result =
        step->merging.then(counts_of(plans_of, step->merging, types, inputs, of_all_rows(options), share, devices));
  }
  return result;
}

}  // namespace

MakePlans plans_on(const Session& session) {
  return [&session](const Work& work) { return GroupPlan{{session.plan(work)}, {}}; };
}

std::vector<ImageType> images_of(const Work& work) {
  std::vector<ImageType> images;
  for (const ValueType& type : work.inputs) {
    if (!std::holds_alternative<ImageType>(type))
      throw Error(ErrorKind::unsupported, fmt::format("strips of {}; allowed are images", to_string(type)));
    images.push_back(std::get<ImageType>(type));
  }
  return images;
}

void check_strips(const MakePlans& plans_of, const Work& work, const StripOptions& options, bool in_order) {
  LeastStrips least;  // of all passes
  const CountedPasses passes = all_passes(work);
  for (const Work& each : passes.works) {
    const LeastStrips one = least_strips(plans_of(each).plans, images_of(each), of_all_rows(options), in_order);
    least.bytes = std::max(least.bytes, one.bytes);
    if (least.disorder.empty()) least.disorder = one.disorder;
  }
  const bool passes_as_one = options.rows == 0 && options.memory >= least.bytes;
  if (!least.disorder.empty() && !passes_as_one) refuse_disorder(least.disorder, least.bytes, options);
  if (options.memory > 0 && options.memory < least.bytes)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} bytes of memory; the least that strips of {} take is {}, in a pass each for {} and "
                            "the results",
                            options.memory, to_string(work.inputs.front()), least.bytes, fmt::join(passes.ops, ", ")));
}

Work as_merged(Work work) {
  while (const std::optional<Step> step = first_step(work)) work = as_if_counted(*step);
  return work;
}

int passes_before(const Work& work) {
  int passes = 0;
  for (std::optional<Step> step = first_step(work); step; step = first_step(as_if_counted(*step))) ++passes;
  return passes;
}

std::uint64_t bytes_before(const Work& work) {
  std::uint64_t bytes = 0;
  for (std::optional<Step> step = first_step(work); step; step = first_step(as_if_counted(*step)))
    for (const std::size_t input : step->merging.inputs) bytes += bytes_of(work.inputs[input]);
  return bytes;
}

Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources,
            const StripOptions& options) {
  return merged_by(plans_on(session), work, {sources}, options);
}

Work merged(const Session& session, const Work& work, const std::vector<ReadRows>& sources, const StripOptions& options,
            const CountShare& share) {
  return merged_by(plans_on(session), work, {sources}, options, share);
}

Work merged(const DeviceGroup& group, const Work& work, const std::vector<ReadRows>& sources,
            const StripOptions& options, std::vector<DeviceShare>* shares) {
  return merged_by([&group](const Work& each) { return group.plan(each); }, work, {sources}, options, {}, shares);
}

Work merged_images(const Session& session, const Work& work, const std::vector<ImageView>& images,
                   const StripOptions& options) {
  return merged_by(plans_on(session), work, {sources_of(images), images}, options);
}

Work merged_images(const DeviceGroup& group, const Work& work, const std::vector<ImageView>& images,
                   const StripOptions& options) {
  return merged_by([&group](const Work& each) { return group.plan(each); }, work, {sources_of(images), images},
                   options);
}

}  // namespace lenslet
