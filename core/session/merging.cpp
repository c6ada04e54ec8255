// Counts what ops must know of whole images, strip by strip.
#include "session/merging.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/ranges.h>

#include <lenslet/device_group.hpp>
#include <lenslet/error.hpp>

#include "image/layout.hpp"
#include "rounding.hpp"
#include "session/problem.hpp"
#include "session/strip_layout.hpp"

namespace lenslet {
namespace {

constexpr std::uint64_t bytes_at_a_time = 16 << 20;  // of rows that are counted in one step
constexpr std::uint64_t bytes_of_turn = 64 << 20;    // of rows that each process counts in a turn

// The parts of an image's rows that this process counts, one in each turn; a part may be empty. Parts are whole tiles
// of files where there are enough. In each turn the parts of all processes follow each other. So a process that must
// decode all rows before its own is never far behind the others.
std::vector<RowRange> turns_of(std::int64_t height, std::uint64_t bytes, const CountShare& share) {
  if (share.parts == 1) return {{0, height}};
  constexpr std::int64_t tile = 256;
  const std::int64_t even = height >= tile * share.parts ? tile : 1, all = divide_up(height, even);
  const auto of_turn = static_cast<double>(bytes_of_turn) / static_cast<double>(bytes) * static_cast<double>(all);
  const std::int64_t most = std::clamp<std::int64_t>(static_cast<std::int64_t>(of_turn), 1, all);
  const std::int64_t turns = divide_up(all, most * share.parts);
  const auto begin = [&](std::int64_t part) { return std::min(all * part / (turns * share.parts) * even, height); };
  std::vector<RowRange> parts;
  for (std::int64_t part = share.part; part < turns * share.parts; part += share.parts)
    parts.push_back({begin(part), begin(part + 1)});
  return parts;
}

Counts sum_of_turns(const std::vector<RowRange>& turns, const op::Merging& step, const CountShare& share,
                    const std::function<void(const RowRange&, Counts&)>& count) {
  Counts all(step.counts);
  for (const RowRange& part : turns) {
    Counts counts(step.counts);
    count(part, counts);
    if (share.sum) share.sum(counts);
    std::ranges::transform(all, counts, all.begin(), std::plus());
  }
  return all;
}

// Makes strips of the ops before the one that counts.
std::optional<Strips> strips_before(const GroupPlan& plan, const op::Merging& step, const std::vector<ImageType>& types,
                                    const CountedInputs& inputs, const StripOptions& options) {
  std::vector<ReadRows> asked;
  std::vector<ImageView> held;
  for (const std::size_t input : step.inputs)
    inputs.in_order() ? asked.push_back(inputs.sources[input]) : held.push_back(inputs.images[input]);
  if (inputs.in_order()) return Strips(plan, types, std::move(asked), options);
  return Strips(plan, std::move(held), options);
}

Counts counts_of_input(const op::Merging& step, const ImageType& type, const ReadRows& source,
                       const StripOptions& options, const CountShare& share) {
  const auto row = static_cast<std::uint64_t>(type.size.width) * type.format.bytes();
  const std::uint64_t bytes = options.memory > 0 ? std::min(options.memory, bytes_at_a_time) : bytes_at_a_time;
  const std::int64_t most = std::clamp<std::int64_t>(static_cast<std::int64_t>(bytes / row), 1, type.size.height);
  const std::vector<RowRange> turns = turns_of(type.size.height, bytes_of(type), share);
  return sum_of_turns(turns, step, share, [&](const RowRange& part, Counts& counts) {
    for (std::int64_t first = part.begin; first < part.end; first += most) {
      Image rows({type.size.width, std::min(most, part.end - first)}, type.format);
      source(first, rows.height(), rows.data());
      step.add(rows, counts);
    }
  });
}

// At the end of a pass, adds what each device did in the pass to what it did in earlier passes.
class SharesOfPass {
 public:
  SharesOfPass(const std::optional<Strips>& strips, std::vector<DeviceShare>* all) : strips_(strips), all_(all) {}
  ~SharesOfPass() {
    try {
      if (all_ && strips_) add(strips_->shares());
    } catch (...) {  // no memory for the shares: the pass ends by an exception of its own
    }
  }
  SharesOfPass(const SharesOfPass&) = delete;
  SharesOfPass& operator=(const SharesOfPass&) = delete;

 private:
  void add(std::vector<DeviceShare> pass) {
    if (all_->size() != pass.size()) {
      *all_ = std::move(pass);
      return;
    }
    for (std::size_t i = 0; i < pass.size(); ++i) {
      DeviceShare& sum = (*all_)[i];
      sum.strips += pass[i].strips;
      sum.hangs = sum.hangs || pass[i].hangs;
      if (!pass[i].failure.empty()) sum.failure = std::move(pass[i].failure);
    }
  }

  const std::optional<Strips>& strips_;
  std::vector<DeviceShare>* all_;
};

}  // namespace

// Counts the input's rows, or strips of the ops before the one that counts.
Counts counts_of(const MakePlans& plans_of, const op::Merging& step, const std::vector<ImageType>& types,
                 const CountedInputs& inputs, StripOptions options, const CountShare& share,
                 std::vector<DeviceShare>* devices) {
  if (!step.before)
    return counts_of_input(step, types[step.inputs.front()], inputs.sources[step.inputs.front()], options, share);
  std::vector<ImageType> own;
  for (const std::size_t input : step.inputs) own.push_back(types[input]);
  const GroupPlan plan = plans_of(*step.before);
  std::uint64_t bytes = 0;
  for (const ImageType& type : own) bytes += bytes_of(type);
  const std::vector<RowRange> turns = turns_of(result_size(plan.plans.front(), own.front().size).height, bytes, share);
  options.shared = share.parts > 1;
  if (options.shared)
    std::ranges::copy_if(turns, std::back_inserter(options.parts),
                         [](const RowRange& part) { return part.count() > 0; });
  std::optional<Strips> strips;
  if (!options.shared || !options.parts.empty()) strips = strips_before(plan, step, own, inputs, options);
  const SharesOfPass at_end(strips, devices);
  return sum_of_turns(turns, step, share, [&](const RowRange& part, Counts& counts) {
    for (std::int64_t rows = 0; rows < part.count();) {
      Result strip = *strips->next();
      rows += strip.images.front().height();
      step.add(strip.images.front(), counts);
      strips->reuse(std::move(strip.images));
    }
  });
}

namespace {

// A merging step, and the problem that it came from.
struct Step {
  op::ProblemPtr problem;
  op::Merging merging;
};

std::optional<Step> first_step(const Work& work) {
  op::ProblemPtr problem = op::problem_of(work);
  std::optional<op::Merging> merging = problem->merging();
  if (!merging) return {};
  return Step{std::move(problem), *std::move(merging)};
}

// The work after a step, with counts that are not the real ones. Lists of what is joined are empty, or as long as they
// can be: those of regions at seams could be much longer than a part of the image, and hardly ever are.
Work as_if_counted(const Step& step) {
  return step.merging.then(Counts(step.merging.counts, 1));
}

// The works that are computed in strips, pass by pass.
struct CountedPasses {
  std::vector<Work> works;            // works that make the counted images; the last one is the final work
  std::vector<std::string> ops = {};  // the ops that count these images
  bool joins = false;                 // whether one of them lists what it joins, which nobody knows before
};

CountedPasses all_passes(Work work) {
  CountedPasses passes;
  while (const std::optional<Step> step = first_step(work)) {
    if (step->merging.before) passes.works.push_back(*step->merging.before);
    passes.ops.push_back(step->merging.op);
    passes.joins = passes.joins || step->merging.in_order;
    work = as_if_counted(*step);
  }
  passes.works.push_back(std::move(work));
  return passes;
}

// Each pass counts the whole image, whichever parts of the results this process makes.
StripOptions of_all_rows(StripOptions options) {
  options.parts.clear();
  return options;
}

void check_share(Work work, const CountShare& share) {
  for (std::optional<Step> step; share.parts > 1 && (step = first_step(work)); work = as_if_counted(*step))
    if (step->merging.in_order)
      throw Error(ErrorKind::unsupported,
                  fmt::format("{} over {} processes: it joins regions in the order of rows; allowed: one "
                              "process, with one or several devices",
                              step->merging.op, share.parts));
}

Work merged_by(const MakePlans& plans_of, const Work& work, const CountedInputs& inputs, const StripOptions& options,
               const CountShare& share = {}, std::vector<DeviceShare>* devices = nullptr) {
  if (devices) devices->clear();
  if (!first_step(work)) return work;
  const std::vector<ImageType> types = images_of(work);
  if (inputs.sources.size() != types.size())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} sources for {} inputs", inputs.sources.size(), types.size()));
  check_share(work, share);
  check_strips(plans_of, work, options, inputs.in_order());
  Work result = work;
  while (const std::optional<Step> step = first_step(result)) {
    result =
        step->merging.then(counts_of(plans_of, step->merging, types, inputs, of_all_rows(options), share, devices));
  }
  return result;
}

// The sources must not outlive the images.
std::vector<ReadRows> sources_of(const std::vector<ImageView>& images) {
  std::vector<ReadRows> sources;
  for (const ImageView& image : images)
    sources.push_back([image](std::int64_t first, std::int64_t rows, std::byte* to) {
      const std::uint64_t pixel = image.format().bytes();
      copy_pixels({image.pixel(0, first), image.stride(), image.pixel_stride()},
                  {to, image.width() * static_cast<std::int64_t>(pixel)}, {image.width(), rows}, pixel);
    });
  return sources;
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
  LeastStrips least;  // the largest of all passes
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
                            "the results{}",
                            options.memory, to_string(work.inputs.front()), least.bytes, fmt::join(passes.ops, ", "),
                            passes.joins ? ", and more where a pass finds many regions between strips" : ""));
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
