// Makes cases in which every two of these meet: arguments, types, channels, borders, output types, accuracies and
// choices of the schedule.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <lenslet/verify.hpp>

#include "op/covering.hpp"
#include "ops/filter.hpp"
#include "stencil/defaults.hpp"
#include "stencil/samples.hpp"
#include "stencil/space.hpp"

namespace lenslet::ops {
namespace {

using op::Row;

// Limits for a quick look, which also runs in simulators, where a large mask on a large image takes minutes.
constexpr int max_taps_of_a_quick_look = 81;
constexpr std::int64_t max_pixels_of_a_quick_look = 150;
constexpr std::int64_t max_ordered_samples = 3'000'000;  // of the windows of a case; the reference sorts them
constexpr std::size_t cases_with_regions = 6;            // in a quick look one case of so many has regions

constexpr Size planned_size{2048, 2048};  // plans for it serve the cases' sizes, too

constexpr PixelFormat layouts[] = {{{}, 1}, {{}, 2}, {{}, 3}, {{}, 4}, {{}, 2, true}, {{}, 4, true}};
// The axes of a case, in the order of a row of the covering. Those of the schedule follow. The border `discard` is left
// out: its results are a part of another border's.
enum Axis { sample, type, layout, border, depth, alpha, accuracy, schedule_axes };

std::size_t at(const Row& row, Axis axis) {
  return static_cast<std::size_t>(row[axis]);
}

int schedule_axis(std::string_view name) {
  const std::vector<stencil::Axis>& axes = stencil::axes();
  const auto found = std::ranges::find(axes, name, &stencil::Axis::name);
  return schedule_axes + static_cast<int>(found - axes.begin());
}

Schedule schedule_of(const Row& row) {
  Schedule schedule;
  std::size_t place = schedule_axes;
  for (const stencil::Axis& axis : stencil::axes()) axis.verified[static_cast<std::size_t>(row[place++])](schedule);
  return schedule;
}

// Returns sizes of 1, thin and prime sizes, sizes smaller than most masks, and sizes one pixel round a work-group's
// tile.
std::vector<Size> awkward_sizes(const Schedule& s, int channels) {
  constexpr std::int64_t widest = 300;
  const auto [tile_width, tile_height] = stencil::pixels_of_group(s, channels);
  std::vector<Size> sizes{{1, 1}, {1, 7}, {7, 1}, {2, 3}, {5, 4}, {13, 11}, {37, 23}};
  for (std::int64_t d : {-1, 0, 1}) {
    const std::int64_t width = std::clamp<std::int64_t>(tile_width + d, 1, widest + d);
    sizes.push_back({width, std::clamp<std::int64_t>(tile_height - d, 1, 40 - d)});
  }
  return sizes;
}

template <class List>
int count(const List& list) {
  return static_cast<int>(std::size(list));
}

Work work_of(const op::Op& op, const Row& row) {
  PixelFormat format = layouts[at(row, layout)];
  format.type = filter_types[at(row, type)];
  OpOptions options;
  options.border = borders[at(row, border)];
  options.border_value = {0.25, 7, 130, 301};
  options.alpha = static_cast<Alpha>(row[alpha]);
  options.accuracy = accuracies[at(row, accuracy)];
  if (row[depth] > 0) options.ddepth = filter_types[at(row, depth) - 1];
  options.schedule = to_string(schedule_of(row));
  return image_work({op.info.name, op.samples[at(row, sample)]}, format, planned_size, options);
}

std::string words_of(const Work& work) {
  const PixelFormat format = std::get<ImageType>(work.inputs.front()).format;
  std::string text = fmt::format("{}, border {}", to_string(format), name_of(*work.options.border));
  if (format.alpha && work.options.alpha == Alpha::filter) text += ", alpha filtered";
  if (format.alpha && !work.options.alpha) text += ", the op's own alpha";
  if (work.options.accuracy == Accuracy::level) text += ", within a level";
  if (work.options.accuracy == Accuracy::half) text += ", in half";
  if (work.options.ddepth) text += fmt::format(", ddepth {}", name_of(*work.options.ddepth));
  return text;
}

VerifyCase case_of(const op::Op& op, const Row& row, std::uint32_t seed) {
  VerifyCase request{.work = work_of(op, row), .seed = seed, .regions = true};
  request.what = words_of(request.work);
  request.sizes = awkward_sizes(schedule_of(row), layouts[at(row, layout)].channels);
  return request;
}

// The sets of axes whose values all meet: few at effort 0, every two axes from 1 on, and from 2 on also border, type
// and layout, and edges, vector and layout.
std::vector<std::vector<int>> combinations(int effort) {
  const int edges = schedule_axis("edges"), staging = schedule_axis("staging"), vec = schedule_axis("vector"),
            items_y = schedule_axis("items_y"), storage = schedule_axis("storage");
  if (effort == 0)
    return {{edges, border},
            {edges, staging},
            {staging, sample},
            {schedule_axis("passes"), schedule_axis("coefficients")},
            {accuracy, schedule_axis("passes")},
            {vec},
            {type},
            {layout},
            {items_y},
            {storage, edges},
            {schedule_axis("selection")}};
  std::vector<std::vector<int>> result = op::all_pairs(schedule_axes + static_cast<int>(stencil::axes().size()));
  if (effort >= 2) {
    result.push_back({border, type, layout});
    result.push_back({accuracy, schedule_axis("passes"), vec});
  }
  if (effort >= 3)
    result.insert(result.end(), {{edges, vec, layout},
                                 {sample, type, vec, edges},
                                 {staging, items_y, vec, edges},
                                 {border, edges, vec, type},
                                 {schedule_axis("passes"), sample, type, edges},
                                 {storage, edges, vec, type}});
  return result;
}

stencil::Problem problem_of(const op::Op& op, const Work& work) {
  return stencil_problem(op, work.call, std::get<ImageType>(work.inputs.front()).format, work.options);
}

// Whether the accuracy that is asked for has a meaning.
bool has_meaning(const stencil::Problem& problem) {
  return !stencil::why_no_accuracy(problem);
}

// Whether the accuracy has a meaning for any of the filter's samples, on images of the type.
bool has_meaning(const op::Op& op, Accuracy accuracy, SampleType type) {
  return std::ranges::any_of(op.samples, [&](const ArgumentMap& arguments) {
    return has_meaning(stencil_problem(op, {op.info.name, arguments}, {type, 1}, {.accuracy = accuracy}));
  });
}

// The number of accuracies, up to the last one that has a meaning for a sample of the filter on the device.
int accuracies_of(const op::Op& op, const DeviceInfo& device) {
  if (device.half_sums && has_meaning(op, Accuracy::half, SampleType::f16)) return count(accuracies);
  return has_meaning(op, Accuracy::level, SampleType::u8) ? count(accuracies) - 1 : 1;
}

// Drops images whose windows the reference cannot sort quickly.
void drop_large_sizes(const op::Op& op, VerifyCase& request) {
  const stencil::Problem problem = problem_of(op, request.work);
  if (!problem.stencil.rank) return;
  const std::int64_t most = max_ordered_samples / problem.taps() / problem.input.channels;
  std::erase_if(request.sizes, [most](Size size) { return size.width * size.height > most; });
}

// Returns the case of a call without options.
VerifyCase plain_case(const op::Op& op) {
  VerifyCase plain{.work = image_work({op.info.name, op.samples.front()}, {SampleType::u8, 3}, planned_size),
                   .sizes = {{1, 1}, {37, 23}, {301, 41}},
                   .regions = true};
  plain.what = words_of(plain.work);
  return plain;
}

// Returns the same case with another accuracy, if that accuracy's sums serve one of the filter's samples.
std::optional<VerifyCase> plain_case(const op::Op& op, Accuracy accuracy, SampleType type) {
  VerifyCase request = plain_case(op);
  std::get<ImageType>(request.work.inputs.front()).format.type = type;
  request.work.options.accuracy = accuracy;
  request.what = words_of(request.work);
  for (const auto& arguments : op.samples) {
    request.work.call.arguments = arguments;
    const stencil::Problem problem = problem_of(op, request.work);
    if (has_meaning(problem) && (problem.fixed_point || problem.half_sums)) return request;
  }
  return {};
}

// Returns the plain case with each of the filter's samples and the schedules that other kinds of devices have for them
// untuned, as far as this device runs them.
std::vector<VerifyCase> untuned_elsewhere(const op::Op& op, const DeviceInfo& device) {
  std::vector<VerifyCase> cases;
  for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::gpu}) {
    if (kind == device.kind) continue;
    DeviceInfo other = device;
    other.kind = kind;
    for (const ArgumentMap& arguments : op.samples) {
      VerifyCase request = plain_case(op);
      request.work.call.arguments = arguments;
      const stencil::Problem problem = problem_of(op, request.work);
      const Schedule schedule = stencil::default_schedule(problem, other).schedule;
      if (stencil::excluded(schedule, problem, device)) continue;
      request.work.options.schedule = to_string(schedule);
      request.what += ", untuned on " + std::string(name_of(kind));
      request.sizes = awkward_sizes(schedule, 3);
      cases.push_back(request);
    }
  }
  return cases;
}

// Returns cases of images with alpha, of every type, border and sample, as calls without an option for alpha have them.
std::vector<VerifyCase> cases_with_alpha(const op::Op& op, int effort) {
  std::vector<VerifyCase> cases;
  const std::size_t least = std::max({op.samples.size(), std::size(filter_types), std::size(borders) - 1});
  for (std::size_t i = 0; i < (effort == 0 ? std::size(filter_types) : least); ++i) {
    const PixelFormat format{filter_types[i % std::size(filter_types)], i % 3 == 1 ? 2 : 4, true};
    OpOptions options{.border = borders[i % (std::size(borders) - 1)], .border_value = {0.25, 7, 130, 201}};
    if (i % 4 == 2) options.ddepth = SampleType::f32;
    if (i % 2 == 1) options.specialize = Specialize::off;  // a first call's program is not special
    const Call call{op.info.name, op.samples[i % op.samples.size()]};
    VerifyCase request{.work = image_work(call, format, planned_size, options),
                       .sizes = {{1, 1}, {5, 4}, {37, 23}},
                       .seed = static_cast<std::uint32_t>(i + 1),
                       .regions = effort > 0 || i == 0};
    request.what = words_of(request.work);
    cases.push_back(std::move(request));
  }
  return cases;
}

}  // namespace

std::vector<VerifyCase> filter_cases(const op::Op& op, const DeviceInfo& device, int effort) {
  op::Covering covering;
  covering.values = {count(op.samples),        count(filter_types),     count(layouts),
                     count(borders) - 1,       count(filter_types) + 1, 2,
                     accuracies_of(op, device)};
  for (const stencil::Axis& axis : stencil::axes()) covering.values.push_back(count(axis.verified));
  covering.combinations = combinations(effort);
  covering.possible = [&](const Row& row) {
    const stencil::Problem problem = problem_of(op, work_of(op, row));
    return has_meaning(problem) && !stencil::excluded(schedule_of(row), problem, device);
  };
  std::vector<VerifyCase> cases{plain_case(op)};
  if (const auto level = plain_case(op, Accuracy::level, SampleType::u8)) cases.push_back(*level);
  if (const auto half = plain_case(op, Accuracy::half, SampleType::f16); half && device.half_sums)
    cases.push_back(*half);
  std::ranges::copy(untuned_elsewhere(op, device), std::back_inserter(cases));
  for (const Row& row : op::covering_rows(covering))
    cases.push_back(case_of(op, row, static_cast<std::uint32_t>(cases.size())));
  std::ranges::copy(cases_with_alpha(op, effort), std::back_inserter(cases));
  std::ranges::copy(first_call_cases(op, device, effort), std::back_inserter(cases));
  for (VerifyCase& request : cases) drop_large_sizes(op, request);
  for (std::size_t i = 0; effort == 0 && i < cases.size(); ++i) cases[i].regions = i % cases_with_regions == 0;
  if (effort == 0)
    for (VerifyCase& request : cases)
      if (problem_of(op, request.work).taps() > max_taps_of_a_quick_look)
        std::erase_if(request.sizes, [](Size size) { return size.width * size.height > max_pixels_of_a_quick_look; });
  std::erase_if(cases, [](const VerifyCase& request) { return request.sizes.empty() && request.values.empty(); });
  return cases;
}

}  // namespace lenslet::ops
