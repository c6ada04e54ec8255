// Replaces sizes in descriptions. Other numbers that may be wrong are not known well enough to be changed.
#include "files/description.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "files/imagej.hpp"

namespace lenslet::io {
namespace {

bool has_other_samples(const DescribedChange& change) {
  const PixelFormat &before = change.before.format, &after = change.after.format;
  return !change.is_as_in_file || before.type != after.type || before.channels != after.channels;
}

Description lost(std::string_view whose, std::string_view what = "samples") {
  return {{}, fmt::format("{} description is not kept: it says what the {} were", whose, what)};
}

constexpr std::string_view shape_key = "\"shape\":";

bool is_shaped(const std::string& text) {  // as tifffile writes it
  return text.starts_with('{') && text.find(shape_key) != std::string::npos;
}

// Handles tifffile's {"shape": [height, width, channels]}. Other shapes say more of the array, for instance of stacks.
// Names of axes belong to the old array.
Description with_shape(const std::string& text, const DescribedChange& change) {
  if (text.find("\"axes\":") != std::string::npos) return lost("tifffile's", "axes");
  const std::size_t begin = text.find('[', text.find(shape_key)), end = text.find(']', begin);
  if (begin == std::string::npos || end == std::string::npos) return {text};
  const auto [width, height] = change.after.size;
  const int channels = change.after.format.channels;
  const std::string shape =
      channels == 1 ? fmt::format("[{}, {}]", height, width) : fmt::format("[{}, {}, {}]", height, width, channels);
  return {text.substr(0, begin) + shape + text.substr(end + 1)};
}

// An attribute of the element Pixels.
struct Attribute {
  std::size_t begin, end;  // of its value
};

std::optional<Attribute> attribute(const std::string& text, std::size_t element, std::string_view name) {
  const std::size_t close = text.find('>', element);
  const std::size_t at = text.find(fmt::format(" {}=\"", name), element);
  if (at == std::string::npos || at > close) return {};
  const std::size_t begin = at + name.size() + 3, end = text.find('"', begin);
  if (end == std::string::npos || end > close) return {};
  return Attribute{begin, end};
}

void replace(std::string& text, std::size_t element, std::string_view name, const std::string& value) {
  if (const auto found = attribute(text, element, name)) text.replace(found->begin, found->end - found->begin, value);
}

std::optional<double> length(const std::string& text, std::size_t element, std::string_view name) {
  const auto found = attribute(text, element, name);
  double value = 0;
  if (!found || std::from_chars(text.data() + found->begin, text.data() + found->end, value).ec != std::errc())
    return {};
  return value;
}

std::string unit(const std::string& text, std::size_t element, char axis) {
  const auto found = attribute(text, element, fmt::format("PhysicalSize{}Unit", axis));
  return found ? text.substr(found->begin, found->end - found->begin) : "";
}

// Sides of pixels follow the placement; after a quarter turn they belong to the other axes.
Description with_ome_size(std::string text, const DescribedChange& change) {
  const std::size_t element = text.find("<Pixels");
  if (element == std::string::npos || text.find("<Pixels", element + 1) != std::string::npos)
    return {{}, "the OME-XML description is not kept: it is of several images"};
  const Placement& p = change.placement;
  const auto x = length(text, element, "PhysicalSizeX"), y = length(text, element, "PhysicalSizeY");
  const bool keeps_axes = p.xy == 0 && p.yx == 0;
  if (!keeps_axes && (x.has_value() != y.has_value() || unit(text, element, 'X') != unit(text, element, 'Y')))
    return {{}, "the OME-XML description is not kept: its axes have units of their own, and the result other axes"};
  const double along_x = x.value_or(0), along_y = y.value_or(0);
  if (x)
    replace(text, element, "PhysicalSizeX", fmt::format("{}", std::abs(p.xx) * along_x + std::abs(p.yx) * along_y));
  if (y)
    replace(text, element, "PhysicalSizeY", fmt::format("{}", std::abs(p.xy) * along_x + std::abs(p.yy) * along_y));
  replace(text, element, "SizeX", fmt::format("{}", change.after.size.width));
  replace(text, element, "SizeY", fmt::format("{}", change.after.size.height));
  return {text};
}

// What is said of the samples is wrong now, and the distances of pixels are said with it.
Description lost_samples(const std::string& text, bool is_ome) {
  Description result = lost(is_ome ? "the OME-XML" : "ImageJ's");
  if (is_ome ? text.find(" PhysicalSizeX=\"") != std::string::npos : names_unit(text))
    result.lost += "; the distances of pixels are lost with it";
  return result;
}

}  // namespace

Description described(const std::string& text, const DescribedChange& change) {
  if (is_shaped(text)) return with_shape(text, change);
  const bool is_ome = text.find("<OME") != std::string::npos;
  if (!is_ome && !text.starts_with("ImageJ=")) return {text};
  if (has_other_samples(change)) return lost_samples(text, is_ome);
  const bool has_other_size = change.before.size != change.after.size;
  if ((is_ome || names_unit(text)) && has_other_size && !change.placement.is_known)
    return {{},
            fmt::format("{} description is not kept: where the pixels lie is not known",
                        is_ome ? "the OME-XML" : "ImageJ's")};
  const bool is_moved = has_other_size || !(change.placement == Placement());
  return is_ome && is_moved ? with_ome_size(text, change) : Description{text};
}

}  // namespace lenslet::io
