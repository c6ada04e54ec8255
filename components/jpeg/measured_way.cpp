// Files are alike if they have the same channels and sampling, and if restart intervals and numbers of files share
// their power of two. Like files share a measured way.
#include "jpeg/measured_way.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace lenslet::codec {
namespace {

template <class Number>
Number power_of_two(Number value) {
  return value > 0 ? std::bit_floor(value) : value;
}

std::string layout_of(const Header& header, int scale) {
  std::string layout;
  for (const ComponentSpec& spec : header.components)
    layout += fmt::format("{}{}x{}", layout.empty() ? "" : ",", spec.h, spec.v);
  if (header.restart > 0)
    layout += fmt::format(", markers after {} MCUs", power_of_two(static_cast<unsigned>(header.restart)));
  return scale == 1 ? layout : layout + fmt::format(", scale {}", scale);
}

}  // namespace

CodecCase way_case(const Header& header, std::size_t files, int scale) {
  const int channels = header.components.size() == 1 ? 1 : 3;
  return {jpeg_way, {SampleType::u8, channels}, header.size, power_of_two(files), layout_of(header, scale)};
}

std::optional<CodecWay> measured_way(const Session& session, const CodecCase& wanted) {
  std::optional<WayTimes> times = way_times(session, wanted.work());
  if (!times) return {};
  std::erase_if(times->by, [](const auto& one) { return !std::ranges::count(device_ways, one.first); });
  if (times->by.empty()) return {};
  std::string all;
  for (const auto& [way, time] : times->by)
    all += fmt::format("{}{} {:.3g} ms", all.empty() ? "" : ", ", way, time.median_ms);
  return CodecWay{times->fastest(), fmt::format("the fastest that was measured here: {}", all)};
}

}  // namespace lenslet::codec
