// The harness shares an op's cases among four processes by turns, so that programs come in fours: all cases of one
// program are in one process, which compiles it once.
#include "point/cases.hpp"

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "op/cases.hpp"
#include "op/dimension_space.hpp"
#include "op/op_problem.hpp"
#include "op/random_value.hpp"
#include "rounding.hpp"

namespace lenslet::point {
namespace {

constexpr std::size_t turns = 4;
constexpr PixelFormat layouts[] = {{{}, 3}, {{}, 4, true}, {{}, 1}, {{}, 2}};
constexpr Size sizes[] = {{37, 23}, {1, 1}, {301, 5}, {1, 7}, {64, 9}};
constexpr Size size_of_specials = sizes[2];
constexpr double peak_of_random = 100;

std::vector<PixelFormat> formats_of(const PointOp& op, const Sample& sample, std::size_t number, bool all) {
  if (!sample.inputs.empty()) return sample.inputs;
  const auto& types = op.info.types;
  PixelFormat format = layouts[number % std::size(layouts)];
  format.type = types[(number + (all ? number / turns : 0)) % types.size()];
  const op::Arguments arguments(op.info, sample.arguments);
  return std::vector<PixelFormat>(op.inputs ? op.inputs(arguments).size() : op.info.inputs.size(), format);
}

// The images of one size have NaN, infinities, both zeros and denormals among their samples.
HostValue image_of(const PixelFormat& format, Size size, double peak, std::uint32_t seed) {
  const array::Fill fill = size == size_of_specials ? array::Fill::special : array::Fill::random;
  HostValue value = op::random_value(ImageType{format, size}, fill, seed);
  auto& image = std::get<Image>(value);
  if (is_integer(format.type) || peak == peak_of_random) return value;
  for (std::int64_t y = 0; y < size.height; ++y)
    for (std::int64_t x = 0; x < size.width; ++x)
      for (int c = 0; c < format.channels; ++c) image.set(x, y, c, image.at(x, y, c) * (peak / peak_of_random));
  return value;
}

// Two samples of arguments share a program unless their inputs or functions differ, which nobody tells: each has one.
std::size_t programs_of(const PointOp& op, int effort) {
  const std::size_t least = std::max(op.samples.size(), turns);
  return round_up(effort < 2 ? least : std::max(least, turns * op.info.types.size()), turns);
}

}  // namespace

std::vector<op::Case> cases_of(const PointOp& op, int effort) {
  const std::size_t programs = programs_of(op, effort), count = effort < 2 ? 3 : std::size(sizes);
  std::vector<op::Case> cases;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t program = 0; program < programs; ++program) {
      const Sample& sample = op.samples[program % op.samples.size()];
      op::Case one{{op.info.name, sample.arguments}, {}, {}};
      const Size size = sizes[(i + program) % count];
      for (const PixelFormat& format : formats_of(op, sample, program, effort > 1)) {
        one.inputs.push_back(
            image_of(format, size, op.peak, static_cast<std::uint32_t>(cases.size() * 10 + one.inputs.size() + 1)));
        one.what += (one.what.empty() ? "" : ", ") + to_string(ImageType{format, size});
      }
      if (program % (2 * turns) == 5) one.alpha = Alpha::filter;
      cases.push_back(std::move(one));
    }
  return cases;
}

std::vector<Sample> of_colours(const std::vector<PixelType>& types) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < turns; ++i) {
    const bool alpha = i % 2 == 1;
    samples.push_back({{}, {{types[i % types.size()], alpha ? 4 : 3, alpha}}});
  }
  return samples;
}

std::vector<VerifyCase> proofs_of(const op::Op& op, const DeviceInfo& device, int effort) {
  if (effort > 1) return op::cases_of(op, device, effort);
  std::vector<VerifyCase> cases = op::untuned_cases(op, effort);
  const std::size_t programs = cases.size() / 3;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::mt19937_64 random(i % programs);
    const auto space = op::make_op_problem(op, cases[i].work)->space(device);
    if (i % programs > 0) cases[i].work.options.schedule = space->random(random).value_or("");
    cases[i].regions = i < programs || effort > 0;
  }
  return cases;
}

}  // namespace lenslet::point
