// A number and a unit.
#include "duration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "exit.hpp"
#include "parameter.hpp"

namespace lenslet::cli {
namespace {

struct Unit {
  std::string_view name;
  double seconds;
};

constexpr Unit units[] = {{"", 1}, {"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}};

}  // namespace

double parse_duration(const std::string& option, const std::string& text) {
  const std::size_t end = std::min(text.find_last_of("0123456789.") + 1, text.size());
  const auto unit = std::ranges::find(units, std::string_view(text).substr(end), &Unit::name);
  if (end == 0 || unit == std::end(units))
    usage_error(fmt::format("{}: '{}' is no time such as 20s, 1.5m or 500ms", option, text));
  const double seconds = parse_real(option, text.substr(0, end)) * unit->seconds;
  if (seconds <= 0) usage_error(fmt::format("{}: {} is out of range; allowed: more than 0", option, text));
  return seconds;
}

}  // namespace lenslet::cli
