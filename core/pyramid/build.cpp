// Fills a pyramid octave by octave. Each octave is made from the first image of the one before.
#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/pyramid.hpp>

#include "access.hpp"
#include "image/layout.hpp"
#include "image/transfer.hpp"
#include "op/graph.hpp"
#include "pyramid/build.hpp"
#include "session/problem.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

void check_options(const PyramidOptions& options) {
  if (options.border == Border::discard)
    throw Error(ErrorKind::invalid_argument,
                "the border 'discard' makes levels smaller than their octave; allowed: any other border");
  if (!options.sigmas.empty() && options.sigmas.size() != static_cast<std::size_t>(options.levels))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} sigmas for {} levels; allowed: one for each", options.sigmas.size(), options.levels));
}

// Makes the plan for means of 2 x 2 pixels. An odd last row or column is dropped.
Plan halving(const Session& session, PixelFormat format, Size half) {
  const Call call{"resize", {{"size", half}, {"interpolation", std::string("area")}}};
  return session.plan(image_work(call, format, {2 * half.width, 2 * half.height}));
}

// An octave's first image, in the pyramid's memory or in the graph's.
struct Base {
  op::GraphValue memory;
  Size size;
  PixelFormat format;

  DeviceImage image(const op::Graph& bound) const {
    if (memory.kind == op::GraphValue::Kind::input) return bound.device_image(memory);
    return image_in(bound.buffer(memory), size, format);
  }
};

void add_level(op::Graph& graph, const Base& base, int octave, int level, const std::optional<Plan>& plan) {
  const op::GraphValue levels = op::Graph::output(static_cast<std::size_t>(octave));
  const ocl::Queue* queue = &graph.queue();
  graph.commands(plan ? "blur" : "copy", {base.memory, levels}, [=](const op::Graph& bound, op::Launches& launches) {
    const DeviceImage from = base.image(bound), to = bound.device_image(levels).layer(level);
    if (plan) return op::append(internal::Access::events(plan->launch_into(from, {to})), launches);
    op::append(queue->copy_rows(from.buffer(), rows_of(from), to.buffer(), rows_of(to), row_bytes_of(from),
                                static_cast<std::uint64_t>(from.size().height)),
               launches);
  });
}

Base add_half(op::Graph& graph, const Session& session, const Base& base) {
  Base half{base.memory, {base.size.width / 2, base.size.height / 2}, base.format};
  half.memory = graph.scratch(bytes_of_rows(half.size, half.format));
  graph.commands("half", {base.memory, half.memory},
                 [base, half, plan = halving(session, base.format, half.size)](const auto& bound, auto& launches) {
                   const Rect even{0, 0, 2 * half.size.width, 2 * half.size.height};
                   const DeviceImage from = base.image(bound).view(even).as_whole();
                   op::append(internal::Access::events(plan.launch_into(from, {half.image(bound)})), launches);
                 });
  return half;
}

op::Graph octaves_of(const op::Maker& maker, const Session& session, Base base, const PyramidOptions& options) {
  op::Graph graph(maker);
  const std::vector<std::optional<Plan>> plans = blurs_of(session, base.format, options);
  for (int octave = 0; octave < options.octaves; ++octave) {
    if (octave > 0) base = add_half(graph, session, base);
    for (int level = 0; level < options.levels; ++level)
      add_level(graph, base, octave, level, plans[static_cast<std::size_t>(level)]);
  }
  return graph;
}

}  // namespace

std::vector<std::optional<Plan>> blurs_of(const Session& session, PixelFormat format, const PyramidOptions& options,
                                          std::span<const std::string> schedules) {
  std::vector<std::optional<Plan>> plans(static_cast<std::size_t>(options.levels));
  for (std::size_t level = 0; level < options.sigmas.size(); ++level) {
    if (options.sigmas[level] == 0) continue;
    Work work = work_for_format({"gaussian", {{"sigma", options.sigmas[level]}}}, format, {.border = options.border});
    work.options.schedule = first_allowed(schedules, work, session.device());
    plans[level] = session.plan(work);
  }
  return plans;
}

std::string first_allowed(std::span<const std::string> schedules, const Work& work, const DeviceInfo& device) {
  if (schedules.empty()) return {};
  const op::ProblemPtr problem = op::problem_of(work);
  const auto allowed = [&](const std::string& spelling) {
    return !problem->excluded(problem->parse_schedule(spelling, device), device);
  };
  const auto found = std::ranges::find_if(schedules, allowed);
  return found == schedules.end() ? schedules.back() : *found;
}

namespace {

// On CPUs, where image objects are functions, levels are made much faster in a buffer, and then copied.
Pyramid build_in_buffer(const Session& session, const DeviceImage& image, const PyramidOptions& options,
                        Timing* timing) {
  PyramidOptions rows = options;
  rows.storage = Storage::buffer;
  const Pyramid result(session, image.size(), image.format(), rows);
  const Base base{op::Graph::input(0), image.size(), image.format()};
  const op::GraphComputation graphs(
      state_of(session).queue, [&](const op::Maker& maker) { return octaves_of(maker, session, base, options); }, {});
  const Launch launch = graphs.launch(image, result.parts(), {});
  launch.wait();
  if (timing) *timing = launch.timing();
  return result.convert(options.storage);
}

}  // namespace

Pyramid Pyramid::build(const Session& session, const ImageView& image, const PyramidOptions& options) {
  check_options(options);
  return build_in_buffer(session, session.upload(image), options, nullptr);
}

Pyramid Pyramid::build(const Session& session, const DeviceImage& image, const PyramidOptions& options,
                       Timing* timing) {
  check_options(options);
  if (image.layers() != 1)
    throw Error(ErrorKind::invalid_argument,
                fmt::format("an image of {} layers; allowed: one, as layer() gives", image.layers()));
  if (options.storage == Storage::buffer || image.format().alpha)
    return build_in_buffer(session, session.convert(image, Storage::buffer).as_whole(), options, timing);
  const Pyramid result(session, image.size(), image.format(), options);
  const DeviceImage whole = image.in_buffer() ? image.as_whole() : image;  // a view can be copied as no view
  const Timing sum =
      fill_from_object(session, session.convert(whole, options.storage).as_whole(), result.by_level(true), options);
  if (timing) *timing = sum;
  return result;
}

}  // namespace lenslet
