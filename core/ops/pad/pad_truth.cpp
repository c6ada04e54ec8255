// Computes where pixels of a padded image must come from, and makes images to prove it.
#include <cstring>

#include <fmt/format.h>

#include "op/random_value.hpp"
#include "ops/outside.hpp"
#include "ops/pad/pad.hpp"

namespace lenslet::ops {
namespace {

struct PadShape {
  Size image;
  std::map<std::string, Value> margins;
};

op::Case case_of(const PadShape& shape, const PixelFormat& format, Border border, std::uint32_t seed) {
  return {{"pad", shape.margins},
          {op::random_value(ImageType{format, shape.image}, array::Fill::random, seed)},
          fmt::format("{}, {}", to_string(ImageType{format, shape.image}), name_of(border)),
          {.border = border, .border_value = {0.25, 7, 130, 301}}};
}

}  // namespace

std::optional<std::string> pad_mismatch(const op::Instance& problem, const op::HostValues& in,
                                        const op::HostValues& out) {
  const Image &image = in.image(0), &result = out.image(0);
  const Margins margins = margins_of(problem.arguments, image.size());
  const auto pixel = static_cast<std::int64_t>(image.format().bytes());
  const std::vector<std::byte> outside = outside_pixel(problem);
  for (std::int64_t y = 0; y < result.height(); ++y)
    for (std::int64_t x = 0; x < result.width(); ++x) {
      const std::int64_t from_x = border_index(x - margins.left, image.width(), problem.border);
      const std::int64_t from_y = border_index(y - margins.top, image.height(), problem.border);
      const std::byte* wanted =
          from_x < 0 || from_y < 0 ? outside.data() : image.data() + from_y * image.stride() + from_x * pixel;
      const std::byte* got = result.data() + y * result.stride() + x * pixel;
      if (std::memcmp(got, wanted, static_cast<std::size_t>(pixel)) != 0)
        return fmt::format("({}, {}) is not the source's pixel ({}, {}), where -1 is outside", x, y, from_x, from_y);
    }
  return {};
}

// Each type and number of channels once, with the margins and borders in turn. More effort gives more cases.
std::vector<op::Case> pad_cases(int effort) {
  constexpr PixelFormat layouts[] = {{{}, 3}, {{}, 1}, {{}, 4, true}, {{}, 2, true}};
  const std::vector<Border> all = geometry_borders();
  const PadShape shapes[] = {{{37, 23}, {{"left", 3L}, {"right", 60L}, {"top", 1L}, {"bottom", 50L}}},
                             {{301, 5}, {{"left", 17L}}},
                             {{1, 1}, {{"size", Size{8, 3}}}},
                             {{5, 3}, {{"left", 30L}, {"top", 20L}}},
                             {{64, 9}, {{"bottom", 2L}}},
                             {{2, 2}, {{"right", 9L}, {"left", 7L}}}};
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (PixelFormat format : layouts)
    for (const SampleType type : sample_types)
      for (std::size_t i = 0; i < (effort > 1 ? std::size(shapes) * all.size() : 2); ++i, ++number) {
        format.type = type;
        const PadShape& shape = shapes[(number + number / 6) % std::size(shapes)];
        cases.push_back(case_of(shape, format, all[number % all.size()], number));
      }
  return cases;
}

}  // namespace lenslet::ops
