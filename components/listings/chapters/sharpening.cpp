// Text 002's last program: a photograph is sharpened, in three ways.
#include "listings/chapters.hpp"
#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

constexpr int channels = 4;
constexpr std::size_t group = 16;

// The text's photograph.
Size photograph(double scale) {
  return {scaled(2580, scale), scaled(1319, scale)};
}

Expected sharpened(Size size) {
  return [=](const Values& before) {
    const Picture from(before.at("imageIn"), size, channels);
    std::vector<double> samples;
    for (std::int64_t y = 0; y < size.height; ++y)
      for (std::int64_t x = 0; x < size.width; ++x)
        for (int c = 0; c < channels; ++c) {
          const double sum = 5 * from.at(x, y, c) - from.or_zero(x - 1, y, c) - from.or_zero(x + 1, y, c) -
                             from.or_zero(x, y - 1, c) - from.or_zero(x, y + 1, c);
          samples.push_back(std::clamp(sum, 0.0, 255.0));
        }
    return samples;
  };
}

// A soft texture, so that results stay between 0 and 255 in many places.
Numbered texture(Size size) {
  return [size, noise = whole_numbers(40)](std::int64_t i) {
    const std::int64_t pixel = i / channels, x = pixel % size.width, y = pixel / size.width;
    return static_cast<double>((x / 4 + y / 2 + 30 * (i % channels)) % 216) + noise(i);
  };
}

std::function<Setup(double)> by(const char* kernel, bool has_cpp, const char* side_macro = "") {
  return [=](double scale) -> Setup {
    const Size size = photograph(scale);
    const std::vector<std::int64_t> shape{size.height, size.width, channels};
    std::vector<Argument> arguments{Use{"imageIn"}, Use{"imageOut"}, static_cast<int>(size.width),
                                    static_cast<int>(size.height)};
    if (has_cpp) arguments.emplace_back(channels);
    return {
        .memory = {input("imageIn", SampleType::u8, shape, texture(size)), output("imageOut", SampleType::u8, shape)},
        .steps = {{kernel, {.global = range_of(size), .group = {group, group}, .round_up = true}, arguments, true}},
        .checks = {{"imageOut", sharpened(size)}},
        .side_macro = side_macro};
  };
}

Counterpart sharpen_op() {
  Counterpart op{ops::Sharpen{}, {"imageIn"}};
  op.options.border = Border::constant;
  op.result = "imageOut";
  return op;
}

}  // namespace

std::vector<Listing> sharpening() {
  return {{.name = "sharpen-naive",
           .title = "Sharpening, sample by sample",
           .what = "Laplace's mask on a picture of 2580 x 1319 in four channels, even alpha, with zeros outside.",
           .places = {{"002", 1563, 1684, "G18"}, {"002", 1646, 1657, "F16"}},
           .setup = by("sharpenGPU", true),
           .lenslet = sharpen_op(),
           .faults = {{"The two ids are swapped: only as many columns are computed as the range has rows, 51% of the "
                       "picture.",
                       "x is the first id, y the second."}}},
          {.name = "sharpen-vector",
           .title = "Sharpening in vectors",
           .what = "All four channels at once in short4, and a saturated conversion.",
           .places = {{"002", 1686, 1760, "G19"}, {"002", 1742, 1750, "F16"}},
           .setup = by("sharpenGPU_vector", false),
           .lenslet = sharpen_op()},
          {.name = "sharpen-local",
           .title = "Sharpening in vectors through local memory",
           .what = "A group of 16 x 16 items copies 18 x 18 pixels by one loop.",
           .places = {{"002", 1762, 1924, "G20"}},
           .setup = by("sharpenGPU_local_vector_linear", false, "GROUP"),
           .lenslet = sharpen_op(),
           .faults = {
               {"getIntensity4 is called with six arguments and takes five.", "Five arguments.", Effect::no_program}}}};
}

}  // namespace lenslet::listings
