// Computes what Otsu's threshold must make, and makes images to prove it.
#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/otsu/otsu.hpp"

namespace lenslet::ops {
namespace {

double applied(const std::string& kind, double sample, double level, double white) {
  const bool above = sample > level;
  if (kind == "binary") return above ? white : 0;
  if (kind == "inverse") return above ? 0 : white;
  if (kind == "truncate") return above ? level : sample;
  return above == (kind == "tozero") ? sample : 0;
}

std::uint64_t level_of(const Image& image) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(max_value(image.format().type)) + 1);
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x) ++counts[static_cast<std::size_t>(image.at(x, y, 0))];
  return otsu_level(counts);
}

}  // namespace

std::optional<std::string> otsu_mismatch(const op::Instance& problem, const op::HostValues& in,
                                         const op::HostValues& out) {
  const Image& image = in.image(0);
  const auto level = static_cast<double>(level_of(image));
  const std::string& kind = problem.arguments.text("kind");
  const double white = max_value(image.format().type);
  return op::first_outside(out.image(0), [&](std::int64_t x, std::int64_t y, int c) -> op::Range {
    const double value = applied(kind, image.at(x, y, c), level, white);
    return {value, value};
  });
}

std::vector<op::Case> otsu_cases(int effort) {
  constexpr Size sizes[] = {{37, 23}, {301, 41}, {1, 1}, {64, 40}};
  constexpr array::Fill fills[] = {array::Fill::random, array::Fill::small, array::Fill::equal};
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (const SampleType type : {SampleType::u8, SampleType::u16})
    for (const char* kind : {"binary", "inverse", "truncate", "tozero", "tozero-inverse"})
      for (std::size_t i = 0; i < (effort > 1 ? std::size(sizes) : 2); ++i, ++number) {
        // 65536 bins take a simulator long: a quick look counts them once.
        if (effort == 0 && type == SampleType::u16 && kind != std::string("binary")) continue;
        const ImageType image{{type, 1}, sizes[number % std::size(sizes)]};
        const array::Fill fill = fills[number % std::size(fills)];
        cases.push_back({{"otsu", {{"kind", std::string(kind)}}},
                         {op::random_value(image, fill, number)},
                         fmt::format("{}, {}, {}", to_string(image), kind, name_of(fill))});
      }
  return cases;
}

}  // namespace lenslet::ops
