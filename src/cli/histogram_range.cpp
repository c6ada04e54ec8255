// The op's own range of floats is 0 to 1, since a plan knows no values.
#include "histogram_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lenslet::cli {
namespace {

constexpr char histogram_name[] = "histogram";

}  // namespace

Call with_range(const Call& call, const std::vector<HostValue>& inputs) {
  if (call.op != histogram_name || call.arguments.contains("low") || call.arguments.contains("high")) return call;
  const auto& x = std::get<Array>(inputs.front());
  if (x.type().type != ElementType::f32) return call;
  float low = std::numeric_limits<float>::infinity(), high = -low;
  for (const float value : x.as<float>()) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (low > high) return call;
  const float apart = low == high ? std::max(0.5F, std::abs(low) / 1024) : 0;  // as NumPy does
  Call ranged = call;
  ranged.arguments["low"] = double{low - apart};
  ranged.arguments["high"] = double{std::nextafter(high + apart, std::numeric_limits<float>::max())};
  return ranged;
}

std::string uncounted_text(const Call& call, const std::vector<ValueType>& inputs,
                           const std::vector<HostValue>& outputs) {
  if (call.op != histogram_name) return {};
  std::uint64_t counted = 0;
  for (const std::uint64_t count : std::get<Array>(outputs.front()).as<std::uint64_t>()) counted += count;
  const auto all = static_cast<std::uint64_t>(std::get<ArrayType>(inputs.front()).count());
  if (counted == all) return {};
  return fmt::format("{} of {} elements ({:.3g}%) lie outside the range, or are NaN, and are not counted",
                     all - counted, all, 100 * static_cast<double>(all - counted) / static_cast<double>(all));
}

}  // namespace lenslet::cli
