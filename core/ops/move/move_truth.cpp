// Computes where pixels must be, and makes images to prove it.
#include <cstring>

#include <fmt/format.h>

#include "op/random_value.hpp"
#include "ops/move/move.hpp"

namespace lenslet::ops {
namespace {

op::Case move_case(const std::string& op, const std::map<std::string, Value>& arguments, const ImageType& type,
                   std::uint32_t seed) {
  return {{op, arguments}, {op::random_value(type, array::Fill::random, seed)}, to_string(type)};
}

}  // namespace

std::optional<std::string> move_mismatch(const Move& move, const op::HostValues& in, const op::HostValues& out) {
  const Image &source = in.image(0), &result = out.image(0);
  const auto pixel = static_cast<std::int64_t>(source.format().bytes());
  for (std::int64_t y = 0; y < result.height(); ++y)
    for (std::int64_t x = 0; x < result.width(); ++x) {
      const SourcePixel place = place_of(move, x, y);
      const std::byte* wanted = source.data() + place.y * source.stride() + place.x * pixel;
      const std::byte* got = result.data() + y * result.stride() + x * pixel;
      if (std::memcmp(got, wanted, static_cast<std::size_t>(pixel)) != 0)
        return fmt::format("({}, {}) is not the source's pixel ({}, {})", x, y, place.x, place.y);
    }
  return {};
}

// Each type and number of channels once, with the arguments in turn. More effort gives more cases.
std::vector<op::Case> move_cases(const std::string& op, const std::vector<std::map<std::string, Value>>& proved,
                                 int effort) {
  constexpr PixelFormat layouts[] = {{{}, 3}, {{}, 1}, {{}, 4, true}, {{}, 2, true}};
  constexpr Size sizes[] = {{37, 23}, {301, 41}, {70, 64}, {64, 130}, {7, 5}};
  std::vector<op::Case> cases;
  std::uint32_t number = 0;
  for (PixelFormat format : layouts)
    for (const SampleType type : sample_types)
      for (std::size_t i = 0; i < (effort > 1 ? std::size(sizes) * proved.size() : 1); ++i, ++number) {
        format.type = type;
        const auto& arguments = proved[(number + number / 11) % proved.size()];
        cases.push_back(move_case(op, arguments, {format, sizes[(number + number / 5) % std::size(sizes)]}, number));
      }
  return cases;
}

}  // namespace lenslet::ops
