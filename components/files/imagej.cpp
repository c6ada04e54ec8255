// The distances of pixels along X and Y are the file's resolution, which tiff_pages.cpp reads.
#include "files/imagej.hpp"

#include <charconv>
#include <map>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::io {
namespace {

constexpr std::string_view magic_word = "ImageJ=";

using Lines = std::map<std::string_view, std::string_view>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t sign = line.find('=');
    if (sign != line.npos) lines[line.substr(0, sign)] = line.substr(sign + 1);
  }
  return lines;
}

std::int64_t count(const Lines& lines, std::string_view name) {
  const auto found = lines.find(name);
  if (found == lines.end()) return 1;
  const std::string_view text = found->second;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && value >= 1 && value < std::int64_t{1} << 31) return value;
  throw Error(ErrorKind::io,
              fmt::format("ImageJ's description says {}={:.40}; allowed is a number from 1 on", name, text));
}

double number(const Lines& lines, std::string_view name) {
  const auto found = lines.find(name);
  if (found == lines.end()) return 0;
  double value = 0;
  const std::string_view text = found->second;
  const bool parsed = std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc();
  return parsed && value > 0 && value < 1e30 ? value : 0;
}

// ImageJ writes letters beyond ASCII as \u00B5.
std::string unit_of(const Lines& lines) {
  const auto found = lines.find("unit");
  if (found == lines.end() || found->second.size() > 100) return {};
  std::string unit(found->second);
  if (const std::size_t at = unit.find("\\u00B5"); at != unit.npos) unit.replace(at, 6, "µ");
  return unit;
}

std::string unit_text(std::string unit) {
  for (const std::string_view micro : {"µ", "μ"})
    if (const std::size_t at = unit.find(micro); at != unit.npos) unit.replace(at, micro.size(), "\\u00B5");
  std::erase(unit, '\n');
  return unit;
}

}  // namespace

bool is_imagej(std::string_view description) {
  return description.starts_with(magic_word);
}

bool names_unit(std::string_view description) {
  const std::string unit = unit_of(lines_of(description));
  return !unit.empty() && unit != "pixel";
}

std::int64_t imagej_images(std::string_view description) {
  return count(lines_of(description), "images");
}

DescribedPages parse_imagej(std::string_view text, std::int64_t pages) {
  const Lines lines = lines_of(text);
  DescribedPages result{.axes = {}, .places = {}, .facts = {.style = PageStyle::imagej}};
  std::int64_t product = 1;
  for (const auto& [name, word] : {std::pair('T', "frames"), std::pair('Z', "slices"), std::pair('C', "channels")}) {
    const std::int64_t length = count(lines, word);
    if (length > 1) result.axes.push_back({name, length});
    if (__builtin_mul_overflow(product, length, &product)) product = -1;
  }
  const std::int64_t images = count(lines, "images");
  if (product == 1 && images > 1) result.axes = {{'Z', product = images}};
  if (product != pages)
    throw Error(ErrorKind::unsupported,
                fmt::format("ImageJ's description has {} images, the file {} pages", product, pages));
  const std::string unit = unit_of(lines);
  result.facts.z = {number(lines, "spacing"), unit};
  result.facts.t = {number(lines, "finterval"), "s"};
  result.facts.x.unit = result.facts.y.unit = unit;
  return result;
}

bool imagej_holds(const StackType& type) {
  const PixelFormat format = type.format;
  const bool is_colour = format.channels == 3 && format.type == SampleType::u8;
  const bool is_grey = format.channels == 1 && (format.type == SampleType::u8 || format.type == SampleType::u16 ||
                                                format.type == SampleType::f32);
  std::size_t at = 0;
  constexpr std::string_view order = "TZC";
  for (const StackAxis& axis : type.axes) {
    at = order.find(axis.name, at);
    if (at == order.npos) return false;
  }
  return is_colour || is_grey;
}

std::string imagej_text(const PagesToDescribe& pages) {
  const PageFacts& facts = pages.facts;
  std::string text = fmt::format("{}1.54f\nimages={}\n", magic_word, pages.type.pages());
  for (const StackAxis& axis : pages.type.axes)
    text += fmt::format("{}={}\n", axis.name == 'T' ? "frames" : axis.name == 'Z' ? "slices" : "channels", axis.length);
  const std::vector<StackAxis>& axes = pages.type.axes;
  if (axes.size() > 1 || (axes.size() == 1 && axes.front().name != 'Z')) text += "hyperstack=true\n";
  if (!axes.empty() && axes.back().name == 'C') text += "mode=grayscale\n";
  if (!facts.x.unit.empty() || !facts.z.unit.empty())
    text += fmt::format("unit={}\n", unit_text(facts.x.unit.empty() ? facts.z.unit : facts.x.unit));
  if (facts.z.value > 0) text += fmt::format("spacing={}\n", facts.z.value);
  if (facts.t.value > 0) text += fmt::format("finterval={}\n", facts.t.value);
  return text + "loop=false\n";
}

}  // namespace lenslet::io
