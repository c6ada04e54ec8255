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
    "lowest level that is left becomes 0, the highest one white (255 for u8, 65535 for u16, 127 for i8, 32767 for i16, "
    "1 for floats), and levels between them go straight, as `levels` makes them: out = (in - a) * white / (b - a), "
    "rounded to nearest even and kept from 0 to white. The ends are samples of the image, also of floats, of which "
    "each "
    "has a level of its own: a is sample floor(n low / 100) of the n sorted ones, NumPy's percentile by inverted_cdf. "
    "NaN are not counted and stay; an infinite end is refused. What has one level is kept, from 0 to white. channel: "
    "each channel by itself, so that colours may shift; together: the levels of all channels of the image are counted "
    "as those of one, so that colours stay; channels that are pages of a stack are counted one by one. Equals Pillow's "
    "ImageOps.autocontrast with cutoff (low, high), which rounds results down, scikit-image's rescale_intensity "
    "between "
    "NumPy's percentiles, and without a cutoff and together OpenCV's normalize from 0 to white with NORM_MINMAX. "
    "Images "
    "of f32 are not computed in parts, since they are counted twice. Alpha stays, and is not counted. The black "
    "corners "
    "of a rotated image count as dark samples: crop them first, or let low cut them off.";

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
          .inputs = {{"image",
                      Reads::whole,
                      {SampleType::u8, SampleType::i8, SampleType::u16, SampleType::i16, SampleType::f16,
                       SampleType::f32}}},
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

Load load_of(const op::Instance& problem) {
  const ArrayType samples = autocontrast_samples(problem);
  const int channels = problem.inputs.image(0).format.channels;
  return {samples, channels, static_cast<std::uint64_t>(channels * levels_of(samples.type))};
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
  return {autocontrast_counted(image.format.type), {image.size.height, image.size.width, image.format.channels}};
}

int autocontrast_colours(const op::Instance& problem) {
  const PixelFormat& format = problem.inputs.image(0).format;
  return format.channels - (format.alpha ? 1 : 0);
}

std::vector<LevelEnds> autocontrast_ends(const op::Instance& problem, std::span<const std::uint64_t> counts) {
  const SampleType type = problem.inputs.image(0).format.type;
  const Cuts cuts{problem.arguments.real("low"), problem.arguments.real("high")};
  const auto colours = static_cast<std::size_t>(autocontrast_colours(problem));
  const auto levels = static_cast<std::size_t>(levels_of(autocontrast_counted(type)));
  if (problem.arguments.text("by") == "together")
    return std::vector(colours, ends_of(type, joined(counts, colours, levels), cuts));
  std::vector<LevelEnds> all;
  for (std::size_t c = 0; c < colours; ++c) all.push_back(ends_of(type, counts.subspan(c * levels, levels), cuts));
  return all;
}

LevelRange autocontrast_between(double low, double high, SampleType type) {
  if (!std::isfinite(low) || !std::isfinite(high))
    throw Error(
        ErrorKind::invalid_argument,
        fmt::format("autocontrast: levels end at {} and {}; allowed: finite samples, or a low and a high that cut "
                    "off the others",
                    low, high));
  return low < high ? LevelRange(low, high, type) : LevelRange(0, max_value(type), type);
}

std::vector<LevelRange> autocontrast_stretches(const op::Instance& problem, std::span<const std::uint64_t> counts) {
  const SampleType type = problem.inputs.image(0).format.type;
  std::vector<LevelRange> all;
  for (const LevelEnds& ends : autocontrast_ends(problem, counts))
    all.push_back(
        ends.any ? autocontrast_between(value_of_bits(type, ends.low.bits), value_of_bits(type, ends.high.bits), type)
                 : autocontrast_between(0, 0, type));
  return all;
}

op::Op autocontrast() {
  op::Op op;
  op.info = describe_autocontrast();
  op.outputs = outputs;
  op.joins_channels = [](const op::Arguments& arguments) { return arguments.text("by") == "together"; };
  count_levels_first(op, load_of, levels_from);
  op.counting->size = [size = op.counting->size](const op::Instance& problem) -> std::size_t {
    return problem.inputs.image(0).format.type == SampleType::f32 ? 0 : size(problem);
  };
  op.alphas = {Alpha::keep};
  op.make = autocontrast_make;
  op.mismatch = autocontrast_mismatch;
  op.cases = autocontrast_cases;
  return op;
}

}  // namespace lenslet::ops
