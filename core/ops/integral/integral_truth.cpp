// Computes integral images by plain loops, and makes images to prove them.
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "op/image_truth.hpp"
#include "op/random_value.hpp"
#include "ops/integral/integral.hpp"

namespace lenslet::ops {
namespace {

struct Sum {
  long double sum = 0, size = 0;  // of the terms, and of their absolute values
  std::uint64_t bits = 0;         // the sum of integers, modulo 2^64
};

// The sums of a channel, with a row and a column more than the image.
std::vector<Sum> sums_of(const Image& image, int channel, bool squares) {
  const auto pitch = static_cast<std::size_t>(image.width() + 1);
  std::vector<Sum> sums(pitch * static_cast<std::size_t>(image.height() + 1));
  for (std::int64_t y = 0; y < image.height(); ++y) {
    Sum row;
    for (std::int64_t x = 0; x < image.width(); ++x) {
      const double sample = image.at(x, y, channel);
      const long double term = squares ? static_cast<long double>(sample) * sample : sample;
      row.sum += term;
      row.size += std::abs(term);
      if (is_integer(image.format().type)) row.bits += static_cast<std::uint64_t>(static_cast<std::int64_t>(term));
      const std::size_t at = static_cast<std::size_t>(y + 1) * pitch + static_cast<std::size_t>(x + 1);
      const Sum& above = sums[at - pitch];
      sums[at] = {above.sum + row.sum, above.size + row.size, above.bits + row.bits};
    }
  }
  return sums;
}

std::optional<std::string> wrong_integer(const Image& got, int channel, const std::vector<Sum>& sums) {
  const std::size_t bytes = size_of(got.format().type);
  for (std::int64_t y = 0, i = 0; y < got.height(); ++y)
    for (std::int64_t x = 0; x < got.width(); ++x, ++i) {
      std::uint64_t sum = 0;
      std::memcpy(&sum, got.row(y) + static_cast<std::size_t>(x * got.format().channels + channel) * bytes, bytes);
      const std::uint64_t wanted = sums[static_cast<std::size_t>(i)].bits;
      if (sum != (bytes == sizeof(std::uint32_t) ? static_cast<std::uint32_t>(wanted) : wanted))
        return fmt::format("({}, {}) channel {} has the bits {:#x}, not {:#x}", x, y, channel, sum, wanted);
    }
  return {};
}

op::Range range_of(const Sum& sum, SampleType type, std::int64_t additions) {
  const bool wide = type == SampleType::f64;
  const double unit = std::ldexp(1, wide ? -53 : -24), size = static_cast<double>(sum.size);
  if (size > (wide ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max())) return op::any_value;
  const double value = static_cast<double>(sum.sum), bound = static_cast<double>(additions) * unit * size;
  return {value - bound, value + bound};
}

std::optional<std::string> wrong_sum(const Image& image, const Image& got, bool squares) {
  constexpr std::int64_t other_additions = 64;
  std::vector<std::vector<Sum>> channels;
  for (int c = 0; c < image.format().channels; ++c) {
    channels.push_back(sums_of(image, c, squares));
    if (!is_integer(got.format().type)) continue;
    if (auto wrong = wrong_integer(got, c, channels.back())) return wrong;
  }
  if (is_integer(got.format().type)) return {};
  return op::first_outside(got, [&](std::int64_t x, std::int64_t y, int c) {
    const Sum& sum = channels[static_cast<std::size_t>(c)][static_cast<std::size_t>(y * got.width() + x)];
    return range_of(sum, got.format().type, image.width() + image.height() + other_additions);
  });
}

struct Layout {
  PixelFormat format;
  Size size;
  op::ArgumentMap arguments;
  array::Fill fill;
};

std::vector<Layout> layouts() {
  using enum SampleType;
  using array::Fill;
  const op::ArgumentMap none, squares{{"squares", true}}, i32_sums{{"sums", std::string("i32")}};
  const op::ArgumentMap both_f32{{"squares", true}, {"sums", std::string("f32")}},
      f64_sums{{"squares", true}, {"sums", std::string("f64")}};
  return {{{u8, 1}, {131, 77}, squares, Fill::random},       {{f32, 3}, {67, 35}, none, Fill::random},
          {{u16, 4, true}, {65, 33}, squares, Fill::random}, {{i8, 1}, {1, 1}, squares, Fill::special},
          {{f16, 1}, {9, 200}, squares, Fill::random},       {{u32, 2}, {64, 32}, none, Fill::special},
          {{f32, 1}, {300, 41}, both_f32, Fill::cancel},     {{u8, 3}, {7, 129}, none, Fill::equal},
          {{i16, 3}, {129, 5}, squares, Fill::special},      {{i32, 1}, {1, 90}, i32_sums, Fill::special},
          {{f32, 1}, {75, 66}, squares, Fill::special},      {{u16, 1}, {257, 256}, f64_sums, Fill::special}};
}

}  // namespace

std::optional<std::string> integral_mismatch(const op::Instance&, const op::HostValues& in, const op::HostValues& out) {
  for (std::size_t i = 0; i < out.size(); ++i)
    if (auto wrong = wrong_sum(in.image(0), out.image(i), i == 1)) return wrong;
  return {};
}

std::vector<op::Case> integral_cases(int effort) {
  const std::vector<Layout> all = layouts();
  std::vector<op::Case> cases;
  const std::size_t count = effort == 0 ? 8 : effort == 1 ? all.size() : 3 * all.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Layout& layout = all[i % all.size()];
    const auto more = static_cast<std::int64_t>(i / all.size());
    const ImageType type{layout.format, {layout.size.width + 63 * more, layout.size.height + 31 * more}};
    cases.push_back({{"integral", layout.arguments},
                     {op::random_value(type, layout.fill, static_cast<std::uint32_t>(i))},
                     fmt::format("{}, {}", to_string(type), name_of(layout.fill))});
  }
  return cases;
}

}  // namespace lenslet::ops
