// The text has everything that decides speed. If it had too much, tuning would be repeated without need. If it had too
// little, one problem's result would be taken for another's.
#include "stencil/speed.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "stencil/element.hpp"
#include "stencil/separate.hpp"

namespace lenslet::stencil {
namespace {

// Taps of zero vanish: their number counts, but not their places.
std::string masks_text(const Stencil& stencil) {
  std::string text;
  for (const Mask& mask : stencil.masks) {
    const auto taps = std::ranges::count_if(mask.taps, [](double tap) { return tap != 0; });
    fmt::format_to(std::back_inserter(text), " mask {}x{} {} taps", mask.width, mask.height, taps);
  }
  return text;
}

bool is_choice(const std::string& value) {
  return std::ranges::all_of(value, [](unsigned char c) { return c >= '0' && c <= '9'; });
}

// Defines that are whole numbers choose code, so their values count. Others, such as a threshold, are only values.
std::string body_text(const Stencil& stencil) {
  std::string text = stencil.body.empty() ? "" : " body";
  for (const auto& [name, value] : stencil.defines)
    if (is_choice(value)) text += fmt::format(" {}={}", name, value);
  return text;
}

// An element costs as much as its chords, wherever they lie.
std::string element_text(const Stencil& stencil) {
  if (stencil.chords.empty() || is_rectangle(stencil)) return {};
  return fmt::format(" element of {} pixels in {} chords", pixels_of(stencil.chords), stencil.chords.size());
}

}  // namespace

std::string speed_text(const Problem& problem) {
  const Stencil& stencil = problem.stencil;
  constexpr const char* sums[] = {"f32", "i16", "i32", "i64"};
  std::string work = fmt::format("{}x{}", name_of(problem.input.type), problem.input.channels);
  if (problem.prologue)
    work += fmt::format(" of {} by {}", name_of(problem.prologue->memory), problem.prologue->points.name);
  if (problem.output != problem.input.type) work += fmt::format(" to {}", name_of(problem.output));
  if (problem.keep_alpha) work += " alpha kept";
  if (problem.epilogue) work += " then " + problem.epilogue->name;
  work += fmt::format(" {} window {}x{}", name_of(problem.border), 2 * stencil.radius_x + 1, 2 * stencil.radius_y + 1);
  work += masks_text(stencil) + body_text(stencil) + element_text(stencil);
  if (problem.producer) work += " of what makes " + speed_text(*problem.producer);
  if (problem.accuracy == Accuracy::level) work += " within a level";
  if (problem.accuracy == Accuracy::half) work += " in half";
  if (problem.linear()) work += fmt::format(" sums {}", sums[static_cast<int>(accumulator_of(problem, Schedule{}))]);
  return work;
}

std::uint64_t bytes_of(const Problem& problem) {
  const Stencil& stencil = problem.stencil;
  std::size_t samples = stencil.inputs * size_of(format_in_memory(problem).type);
  samples += stencil.outputs.size() * size_of(stored_type(problem));
  if (problem.epilogue)
    for (const op::Epilogue::Beside& image : problem.epilogue->beside)
      if (!image.is_read) samples += size_of(image.format.type);
  return static_cast<std::uint64_t>(problem.input.channels) * samples;
}

double operations_of(const Problem& problem) {
  const bool separable = !separate_all(problem.stencil.masks).empty();
  double taps = problem.linear() ? 0 : 0.5 * problem.taps();
  for (const Mask& mask : problem.stencil.masks)
    taps += separable ? mask.width + mask.height
                      : static_cast<double>(std::ranges::count_if(mask.taps, [](double tap) { return tap != 0; }));
  return 2 * taps * problem.input.channels + (problem.producer ? operations_of(*problem.producer) : 0);
}

}  // namespace lenslet::stencil
