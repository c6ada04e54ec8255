// Comma-separated values, without quotes: two whole numbers a line, and two of any kind.
#include "tool/commands/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "tool/options/values.hpp"
#include "tool/terminal/exit.hpp"
#include "system/input_file.hpp"
#include "system/printable.hpp"

namespace lenslet::cli {
namespace {

constexpr char column_names[] = "octave,level,x,y";
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 28;  // some ten million points

KeyPoint point_of(const std::string& what, const std::string& line) {
  const std::vector<std::string> words = split_list(what, line);
  if (words.size() != 4)
    usage_error(fmt::format("{}: '{}' has {} numbers; allowed: 4, {}", what, system::excerpt(line), words.size(),
                            column_names));
  const auto number = [&](std::size_t i) {
    return static_cast<int>(parse_integer(what, words[i], 0, std::numeric_limits<std::int32_t>::max()));
  };
  return {number(0), number(1), parse_real(what, words[2]), parse_real(what, words[3])};
}

std::size_t channels_of(const std::vector<KeyPoint>& points, const std::vector<float>& values) {
  return points.empty() ? 0 : values.size() / points.size();
}

}  // namespace

std::vector<KeyPoint> read_points(const std::filesystem::path& path) {
  const std::string text = system::read_input(path, most_bytes);
  std::vector<KeyPoint> points;
  int number = 0;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || (number == 1 && line == column_names)) continue;
    points.push_back(point_of(fmt::format("{}, line {}", path.string(), number), std::string(line)));
  }
  return points;
}

std::string points_text(const std::vector<KeyPoint>& points, const std::vector<float>& values) {
  const std::size_t channels = channels_of(points, values);
  std::string text = column_names;
  for (std::size_t c = 0; c < channels; ++c) text += fmt::format(",channel{}", c);
  text += '\n';
  for (std::size_t i = 0; i < points.size(); ++i) {
    const KeyPoint& p = points[i];
    text += fmt::format("{},{},{},{}", p.octave, p.level, p.x, p.y);
    for (std::size_t c = 0; c < channels; ++c) text += fmt::format(",{}", values[i * channels + c]);
    text += '\n';
  }
  return text;
}

Json points_json(const std::vector<KeyPoint>& points, const std::vector<float>& values) {
  const std::size_t channels = channels_of(points, values);
  Json json = Json::array();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const KeyPoint& p = points[i];
    const auto first = values.begin() + static_cast<std::ptrdiff_t>(i * channels);
    json.push_back({{"octave", p.octave},
                    {"level", p.level},
                    {"x", p.x},
                    {"y", p.y},
                    {"pixel", std::vector<float>(first, first + static_cast<std::ptrdiff_t>(channels))}});
  }
  return json;
}

}  // namespace lenslet::cli
