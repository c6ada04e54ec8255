// Computes what the equalisation of an image must make, and makes images to prove it.
#include <algorithm>

#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/equalize/equalize.hpp"

namespace lenslet::ops {
namespace {

using Levels = std::vector<double>;

// Makes the table from counts of all pixels; `level_of` gives the level of a pixel.
template <class LevelOf>
Levels levels_for(const Image& image, const LevelOf& level_of) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(max_value(image.format().type)) + 1);
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x) ++counts[static_cast<std::size_t>(level_of(x, y))];
  return equalized_levels(counts, image.width() * image.height());
}

op::Range exactly(double value) {
  return {value, value};
}

using Mismatch = std::optional<std::string>;

std::size_t luminance_at(const Image& image, std::int64_t x, std::int64_t y) {
  const auto level = [&](int c) { return static_cast<unsigned>(image.at(x, y, c)); };
  return luminance_of(level(0), level(1), level(2));
}

// The tables that the call brings, one for each channel.
std::vector<Levels> given_tables(const op::Instance& problem) {
  const Levels all = table_of(problem);
  const auto levels = static_cast<std::ptrdiff_t>(max_value(problem.inputs.image(0).format.type)) + 1;
  std::vector<Levels> tables;
  for (auto first = all.begin(); first != all.end(); first += levels) tables.emplace_back(first, first + levels);
  return tables;
}

Mismatch channel_mismatch(const op::Instance& problem, const Image& image, const Image& out) {
  std::vector<Levels> tables;
  if (has_table(problem)) tables = given_tables(problem);
  for (int c = 0; c < image.format().channels && !has_table(problem); ++c)
    tables.push_back(levels_for(image, [&](auto x, auto y) { return image.at(x, y, c); }));
  const int equalized = image.format().channels - (keeps_alpha(problem) ? 1 : 0);
  return op::first_outside(out, [&](std::int64_t x, std::int64_t y, int c) {
    const double level = image.at(x, y, c);
    return exactly(c < equalized ? tables[static_cast<std::size_t>(c)][static_cast<std::size_t>(level)] : level);
  });
}

Mismatch luminance_mismatch(const op::Instance& problem, const Image& image, const Image& out) {
  const Levels table = has_table(problem)
                           ? table_of(problem)
                           : levels_for(image, [&](auto x, auto y) { return luminance_at(image, x, y); });
  return op::first_outside(out, [&](std::int64_t x, std::int64_t y, int c) {
    const std::size_t level = luminance_at(image, x, y);
    const double gain = c < 3 ? table[level] - static_cast<double>(level) : 0;
    return exactly(image.at(x, y, c) + gain);
  });
}

op::Case case_of(PixelFormat format, Size size, const char* by, Alpha alpha, std::uint32_t seed) {
  const array::Fill fill = seed % 5 == 4   ? array::Fill::equal
                           : seed % 2 == 1 ? array::Fill::small
                                           : array::Fill::random;
  return {{"equalize", {{"by", std::string(by)}}},
          {op::random_value(ImageType{format, size}, fill, seed)},
          fmt::format("{}, {}, {}", to_string(ImageType{format, size}), by, name_of(fill)),
          {.alpha = alpha}};
}

// A case whose tables, for so many channels, make the levels fall.
op::Case with_table(PixelFormat format, int channels, const char* by) {
  op::Case one = case_of(format, {37, 23}, by, Alpha::keep, 0);
  Numbers table;
  for (int level = 0; level < 256 * channels; ++level) table.push_back(~level & 255);
  one.call.arguments["table"] = std::move(table);
  one.what += ", a table";
  return one;
}

}  // namespace

Mismatch image_equalize_mismatch(const op::Instance& problem, const op::HostValues& in, const op::HostValues& out) {
  const Image& image = in.image(0);
  return is_by_luminance(problem) ? luminance_mismatch(problem, image, out.image(0))
                                  : channel_mismatch(problem, image, out.image(0));
}

std::vector<op::Case> image_equalize_cases(int effort) {
  constexpr PixelFormat layouts[] = {{{}, 3}, {{}, 1}, {{}, 4, true}, {{}, 2, true}};
  constexpr Size sizes[] = {{37, 23}, {64, 40}, {1, 1}, {301, 41}};
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (PixelFormat format : layouts)
    for (const SampleType type : {SampleType::u8, SampleType::u16})
      for (const char* by : {"channel", "luminance"}) {
        // 65536 bins take a simulator long: a quick look counts them only without alpha.
        if (effort == 0 && type == SampleType::u16 && format.alpha) continue;
        format.type = type;
        for (std::size_t i = 0; i < (effort > 1 ? std::size(sizes) : 1); ++i, ++number)
          cases.push_back(case_of(format, sizes[number % std::size(sizes)], by,
                                  number % 3 == 2 ? Alpha::filter : Alpha::keep, number));
      }
  cases.push_back(with_table({SampleType::u8, 2, true}, 1, "channel"));
  cases.push_back(with_table({SampleType::u8, 3}, 3, "channel"));
  cases.push_back(with_table({SampleType::u8, 3}, 1, "luminance"));
  return cases;
}

}  // namespace lenslet::ops
