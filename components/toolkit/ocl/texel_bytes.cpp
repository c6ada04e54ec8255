// Converts as OpenCL C 1.2 says in 8.3: to the nearest value of the channel, and beyond its range to its ends.
#include "toolkit/ocl/texel_bytes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>

#include <lenslet/pixel.hpp>

namespace lenslet::ocl {
namespace {

constexpr std::string_view colours = "rgba";

// What each channel takes of a colour, in the order of ChannelOrder.
constexpr std::string_view taken[] = {"r",  "a",   "rg",   "ra", "rgb", "rgba", "bgra", "argb", "r", "r",
                                      "rx", "rgx", "rgbx", "r",  "",    "",     "",     "",     "",  "abgr"};

template <class Channel>
Channel saturated(double value) {
  using Limits = std::numeric_limits<Channel>;
  return std::isnan(value) ? Channel{} : static_cast<Channel>(std::clamp<double>(value, Limits::min(), Limits::max()));
}

template <class Channel>
Channel normalized(float value) {
  return saturated<Channel>(std::nearbyint(double{value} * std::numeric_limits<Channel>::max()));
}

template <class Value, class Convert>
std::vector<std::byte> converted(std::string_view channels, const void* colour, const Convert& convert) {
  std::array<Value, 4> values;
  std::memcpy(values.data(), colour, sizeof values);
  std::vector<std::byte> texel;
  for (const char channel : channels) {
    const auto bits = convert(channel == 'x' ? Value{} : values[colours.find(channel)]);
    const auto bytes = std::as_bytes(std::span(&bits, 1));
    texel.insert(texel.end(), bytes.begin(), bytes.end());
  }
  return texel;
}

}  // namespace

std::vector<std::byte> texel_bytes(const TexelFormat& format, const void* colour) {
  const std::string_view channels = taken[static_cast<std::size_t>(format.order)];
  switch (format.type) {
    case ChannelType::snorm_int8:
      return converted<float>(channels, colour, normalized<std::int8_t>);
    case ChannelType::snorm_int16:
      return converted<float>(channels, colour, normalized<std::int16_t>);
    case ChannelType::unorm_int8:
      return converted<float>(channels, colour, normalized<std::uint8_t>);
    case ChannelType::unorm_int16:
      return converted<float>(channels, colour, normalized<std::uint16_t>);
    case ChannelType::signed_int8:
      return converted<std::int32_t>(channels, colour, saturated<std::int8_t>);
    case ChannelType::signed_int16:
      return converted<std::int32_t>(channels, colour, saturated<std::int16_t>);
    case ChannelType::signed_int32:
      return converted<std::int32_t>(channels, colour, saturated<std::int32_t>);
    case ChannelType::unsigned_int8:
      return converted<std::uint32_t>(channels, colour, saturated<std::uint8_t>);
    case ChannelType::unsigned_int16:
      return converted<std::uint32_t>(channels, colour, saturated<std::uint16_t>);
    case ChannelType::unsigned_int32:
      return converted<std::uint32_t>(channels, colour, saturated<std::uint32_t>);
    case ChannelType::half_float:
      return converted<float>(channels, colour, to_half);
    case ChannelType::float32:
      return converted<float>(channels, colour, [](float value) { return value; });
    default:
      return {};
  }
}

}  // namespace lenslet::ocl
