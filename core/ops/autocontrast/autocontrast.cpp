// Stretches an image's levels between two percentiles over all that its type has.
#include "ops/autocontrast/autocontrast.hpp"

#include <cmath>
#include <functional>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::ops {
namespace {

constexpr char details[] =
    "What lies at the two ends of the levels is cut off, `low` and `high` percent of the samples, rounded down; the "
    "lowest level that is left becomes 0, the highest one white (255 for u8, 65535 for u16), and levels between them "
    "go straight, as `levels` makes them: out = (in - a) * white / (b - a), rounded to nearest even and saturated. "
    "What has one level is left as it is. channel: each channel by itself, so that colours may shift; together: the "
    "levels of all channels of the image are counted as those of one, so that colours stay; channels that are pages of "
    "a stack are counted one by one. Equals Pillow's ImageOps.autocontrast "
    "with cutoff (low, high), which rounds results down, and without a cutoff and together OpenCV's normalize from 0 "
    "to white with NORM_MINMAX. Samples are u8 or u16: of floats there are no levels to count, `levels` takes those "
    "that you know. Alpha stays, and is not counted. The black corners of a rotated image count as dark samples: crop "
    "them first, or let low cut them off.";

constexpr double whole = 100;

Parameter percent(const char* name, const char* summary) {
  return {.name = name,
          .summary = summary,
          .kind = ParameterKind::real,
          .initial = 0.0,
          .unit = "%",
          .minimum = 0,
          .maximum = whole};
}

OpInfo describe_autocontrast() {
  return {.name = "autocontrast",
          .summary = "Levels between two percentiles stretched over the type's range.",
          .details = details,
          .parameters = {percent("low", "How many of the darkest samples are cut off."),
                         percent("high", "How many of the brightest samples are cut off."),
                         {.name = "by",
                          .summary = "Whose levels are counted.",
                          .kind = ParameterKind::choice,
                          .initial = std::string("channel"),
                          .choices = {"channel", "together"}}},
          .outputs = {"out"},
          .inputs = {{"image", Reads::whole, {SampleType::u8, SampleType::u16}}},
          .synonyms = {"autolevel",
                       "autolevels",
                       "imadjust",
                       "stretch",
                       "contraststretch",
                       {"normalize", "by=together"},
                       {"normalise", "by=together"}}};
}

op::Types outputs(const op::Arguments& arguments, const op::Types& inputs) {
  const double low = arguments.real("low"), high = arguments.real("high");
  if (low + high >= whole)
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("autocontrast: low {}% and high {}% leave nothing; allowed: less than 100% together", low, high));
  return inputs;
}

int colours_of(const op::Instance& problem) {
  const PixelFormat& format = problem.inputs.image(0).format;
  return format.channels - (format.alpha ? 1 : 0);
}

Load load_of(const op::Instance& problem) {
  const ArrayType samples = autocontrast_samples(problem);
  const int channels = problem.inputs.image(0).format.channels;
  return {samples, channels, static_cast<std::uint64_t>(channels * levels_of(samples.type))};
}

// Returns the first level with more than so many samples up to it, in the order of the counts.
template <class Counts>
std::size_t first_beyond(const Counts& counts, std::uint64_t cut) {
  std::uint64_t sum = 0;
  std::size_t level = 0;
  for (const std::uint64_t count : counts) {
    sum += count;
    if (sum > cut) break;
    ++level;
  }
  return level;
}

LevelRange stretch_of(const op::Instance& problem, std::span<const std::uint64_t> counts) {
  const SampleType type = problem.inputs.image(0).format.type;
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts) total += count;
  const auto cut = [&](const char* end) {
    return static_cast<std::uint64_t>(std::floor(static_cast<double>(total) * problem.arguments.real(end) / whole));
  };
  const std::size_t low = first_beyond(counts, cut("low"));
  const std::size_t below_white = first_beyond(std::vector(counts.rbegin(), counts.rend()), cut("high"));
  const double white = max_value(type), high = white - static_cast<double>(below_white);
  return static_cast<double>(low) < high ? LevelRange(static_cast<double>(low), high, type)
                                         : LevelRange(0, white, type);
}

// Adds the counts of all channels but alpha.
std::vector<std::uint64_t> joined(std::span<const std::uint64_t> counts, std::size_t channels, std::size_t levels) {
  std::vector<std::uint64_t> sums(levels);
  for (std::size_t i = 0; i < channels * levels; ++i) sums[i % levels] += counts[i];
  return sums;
}

Call levels_from(const op::Instance& problem, std::span<const std::uint64_t> counts) {
  Numbers low, high;
  for (const LevelRange& one : autocontrast_stretches(problem, counts)) {
    low.push_back(one.low());
    high.push_back(one.high());
  }
  return {"levels", {{"low", std::move(low)}, {"high", std::move(high)}}};
}

}  // namespace

ArrayType autocontrast_samples(const op::Instance& problem) {
  const ImageType& image = problem.inputs.image(0);
  return {image.format.type, {image.size.height, image.size.width, image.format.channels}};
}

std::vector<LevelRange> autocontrast_stretches(const op::Instance& problem, std::span<const std::uint64_t> counts) {
  const auto colours = static_cast<std::size_t>(colours_of(problem));
  const auto levels = static_cast<std::size_t>(levels_of(problem.inputs.image(0).format.type));
  if (problem.arguments.text("by") == "together")
    return std::vector(colours, stretch_of(problem, joined(counts, colours, levels)));
  std::vector<LevelRange> all;
  for (std::size_t c = 0; c < colours; ++c) all.push_back(stretch_of(problem, counts.subspan(c * levels, levels)));
  return all;
}

op::Op autocontrast() {
  op::Op op;
  op.info = describe_autocontrast();
  op.outputs = outputs;
  op.joins_channels = [](const op::Arguments& arguments) { return arguments.text("by") == "together"; };
  count_levels_first(op, load_of, levels_from);
  op.alphas = {Alpha::keep};
  op.make = autocontrast_make;
  op.mismatch = autocontrast_mismatch;
  op.cases = autocontrast_cases;
  return op;
}

}  // namespace lenslet::ops
