// Fills a pyramid: octave by octave, each from the first image of the one before.
#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/pyramid.hpp>

#include "image/transfer.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

void check_sigmas(const PyramidOptions& options) {
  if (!options.sigmas.empty() && options.sigmas.size() != static_cast<std::size_t>(options.levels))
    throw Error(ErrorKind::invalid_argument,
                fmt::format("{} sigmas for {} levels; allowed: one for each", options.sigmas.size(), options.levels));
}

// Makes the plan by which each level comes from its octave's first image; a level without a plan is that image.
std::vector<std::optional<Plan>> plans_of(const Session& session, PixelFormat format, const PyramidOptions& options) {
  std::vector<std::optional<Plan>> plans(static_cast<std::size_t>(options.levels));
  for (std::size_t level = 0; level < options.sigmas.size(); ++level)
    if (options.sigmas[level] != 0)
      plans[level] = session.plan({"gaussian", {{"sigma", options.sigmas[level]}}}, format, {.border = options.border});
  return plans;
}

void copy(const Session& session, const DeviceImage& from, const DeviceImage& to) {
  for (const ocl::Event& event :
       state_of(session).queue.copy_rows(from.buffer(), rows_of(from), to.buffer(), rows_of(to), row_bytes_of(from),
                                         static_cast<std::uint64_t>(from.size().height)))
    event.wait();
}

// Returns the mean of 2 x 2 pixels, of alpha like of colours; an odd last row or column is dropped.
DeviceImage half_of(const Session& session, const DeviceImage& image) {
  const Size half{image.size().width / 2, image.size().height / 2};
  const DeviceImage even = image.view({0, 0, 2 * half.width, 2 * half.height}).as_whole();
  const Call call{"resize",
                  {{"size", fmt::format("{}x{}", half.width, half.height)}, {"interpolation", std::string("area")}}};
  return session.plan(image_work(call, even.format(), even.size(), {.alpha = Alpha::filter})).run(even).front();
}

}  // namespace

Pyramid Pyramid::build(const Session& session, const ImageView& image, const PyramidOptions& options) {
  check_sigmas(options);
  PyramidOptions rows = options;
  rows.storage = Storage::buffer;  // where kernels can write
  const Pyramid result(session, image.size(), image.format(), rows);
  const std::vector<std::optional<Plan>> plans = plans_of(session, image.format(), options);
  DeviceImage base = session.upload(image);
  for (int octave = 0; octave < options.octaves; ++octave) {
    const DeviceImage& part = result.parts_[static_cast<std::size_t>(octave)];
    for (int level = 0; level < options.levels; ++level) {
      if (const auto& plan = plans[static_cast<std::size_t>(level)])
        plan->run_into(base, {part.layer(level)});
      else
        copy(session, base, part.layer(level));
    }
    if (octave + 1 < options.octaves) base = half_of(session, base);
  }
  return result.convert(options.storage);
}

}  // namespace lenslet
