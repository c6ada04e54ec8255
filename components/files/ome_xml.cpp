// OME-XML may name planes in any order, and in other files. expat resolves no external entities, and limits how far
// internal ones grow.
#include "files/ome_xml.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <map>
#include <memory>

#include <expat.h>
#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::io {
namespace {

constexpr std::size_t max_elements = 1'000'000;  // of a description; a film has one for each plane
constexpr std::int64_t max_side = std::int64_t{1} << 31;
constexpr std::int64_t most_times = 16;  // that all planes are placed on an average

// Elements that say nothing by themselves.
constexpr std::string_view empty_elements[] = {"OME", "Image", "UUID", "LightPath", "MetadataOnly", "BinData"};

using Attributes = std::map<std::string, std::string, std::less<>>;

// The planes that an element TiffData places.
struct PlacedPlanes {
  std::int64_t first[3] = {};  // along Z, C and T
  std::optional<std::int64_t> page = {}, count = {};
  bool is_elsewhere = false;  // in another file
};

struct OmeImage {
  bool has_pixels = false;
  Attributes pixels;
  std::vector<Attributes> channels;
  std::vector<PlacedPlanes> planes;
  bool has_more = false;  // elements that a new description does not have
  int images = 0;
};

std::int64_t whole(const Attributes& of, std::string_view name, std::int64_t otherwise) {
  const auto found = of.find(name);
  if (found == of.end()) return otherwise;
  const std::string& text = found->second;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value >= max_side)
    throw Error(ErrorKind::io,
                fmt::format("its OME-XML says {}=\"{:.40}\"; allowed is a number from 0 on", name, text));
  return value;
}

class OmeParser {
 public:
  OmeImage parse(std::string_view xml) {
    const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate(nullptr),
                                                                              &XML_ParserFree);
    if (!parser) throw std::bad_alloc();
    parser_ = parser.get();
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(parser_, begin, end);
    const bool parsed = XML_Parse(parser_, xml.data(), static_cast<int>(xml.size()), 1) == XML_STATUS_OK;
    if (failure_) std::rethrow_exception(failure_);
    if (!parsed)
      throw Error(ErrorKind::io, fmt::format("its OME-XML is damaged at line {}: {}", XML_GetCurrentLineNumber(parser_),
                                             XML_ErrorString(XML_GetErrorCode(parser_))));
    return std::move(image_);
  }

 private:
  static void begin(void* of, const char* name, const char** attributes) {
    auto& self = *static_cast<OmeParser*>(of);
    try {
      self.take(name, attributes);
    } catch (...) {  // exceptions must not pass through expat
      self.failure_ = std::current_exception();
      XML_StopParser(self.parser_, XML_FALSE);
    }
  }

  static void end(void* of, const char* name) {
    auto& self = *static_cast<OmeParser*>(of);
    if (local(name) == "TiffData") self.is_in_planes_ = false;
  }

  // Prefixes of name spaces say nothing here.
  static std::string_view local(std::string_view name) {
    const std::size_t colon = name.rfind(':');
    return colon == name.npos ? name : name.substr(colon + 1);
  }

  void take(std::string_view full_name, const char** given) {
    if (++elements_ > max_elements)
      throw Error(ErrorKind::unsupported, fmt::format("its OME-XML has more than {} elements", max_elements));
    Attributes attributes;
    for (; *given != nullptr; given += 2) attributes[given[0]] = given[1];
    const std::string_view name = local(full_name);
    if (name == "Image") ++image_.images;
    if (image_.images > 1) return;
    if (name == "Pixels") {
      image_.has_pixels = true;
      image_.pixels = std::move(attributes);
    } else if (name == "Channel") {
      for (const auto& [key, value] : attributes)
        image_.has_more = image_.has_more || (key != "ID" && key != "Name" && key != "SamplesPerPixel");
      image_.channels.push_back(std::move(attributes));
    } else if (name == "TiffData") {
      is_in_planes_ = true;
      image_.planes.push_back(placed(attributes));
    } else if (name == "UUID" && is_in_planes_) {
      image_.planes.back().is_elsewhere = is_other_file(attributes);
    } else if (std::ranges::find(empty_elements, name) == std::end(empty_elements)) {
      image_.has_more = true;
    }
  }

  static PlacedPlanes placed(const Attributes& of) {
    PlacedPlanes planes;
    planes.first[0] = whole(of, "FirstZ", 0);
    planes.first[1] = whole(of, "FirstC", 0);
    planes.first[2] = whole(of, "FirstT", 0);
    if (of.contains("IFD")) planes.page = whole(of, "IFD", 0);
    if (of.contains("PlaneCount")) planes.count = whole(of, "PlaneCount", 1);
    return planes;
  }

  // The first file that the description names is taken for this one: files are renamed.
  bool is_other_file(const Attributes& of) {
    const auto found = of.find("FileName");
    if (found == of.end()) return false;
    if (file_name_.empty()) file_name_ = found->second;
    return found->second != file_name_;
  }

  XML_Parser parser_ = nullptr;
  OmeImage image_;
  std::exception_ptr failure_;
  std::string file_name_;
  std::size_t elements_ = 0;
  bool is_in_planes_ = false;
};

PageStep step(const Attributes& of, const std::string& name, const char* unit) {
  const auto found = of.find(name);
  PageStep result;
  if (found == of.end()) return result;
  const std::string& text = found->second;
  double value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc() || !(value > 0) || value > 1e30)
    return result;
  const auto named = of.find(name + "Unit");
  return {value, named == of.end() ? unit : named->second};
}

// The axes from the innermost to the outermost, as in DimensionOrder, with their lengths.
std::vector<StackAxis> axes_of(const OmeImage& image, int channels) {
  const auto order = image.pixels.find("DimensionOrder");
  std::string names = order == image.pixels.end() ? "XYZCT" : order->second;
  std::string sorted = names;
  std::ranges::sort(sorted);
  if (sorted != "CTXYZ" || !names.starts_with("XY"))
    throw Error(ErrorKind::io,
                fmt::format("its OME-XML says DimensionOrder=\"{:.40}\"; allowed are XYZCT and such", names));
  std::vector<StackAxis> axes;
  for (const char name : names.substr(2)) {
    std::int64_t length = whole(image.pixels, fmt::format("Size{}", name), 1);
    if (name == 'C' && channels > 1 && length % channels == 0) length /= channels;
    if (length < 1) throw Error(ErrorKind::io, fmt::format("its OME-XML says Size{}=\"0\"", name));
    axes.push_back({name, length});
  }
  return axes;
}

// Where in the file each page is. A page that no element places stays -1.
class PlaneMap {
 public:
  PlaneMap(const std::vector<StackAxis>& inner_first, std::int64_t count, std::int64_t file_pages)
      : axes_(inner_first), file_pages_(file_pages), places_(static_cast<std::size_t>(count), -1) {}

  void place(const PlacedPlanes& planes, std::int64_t scale_of_channels) {
    const std::int64_t usual = planes.page ? 1 : static_cast<std::int64_t>(places_.size());
    const std::int64_t count = std::min<std::int64_t>(planes.count.value_or(usual), file_pages_);
    const std::int64_t first = index(planes, scale_of_channels), page = planes.page.value_or(0);
    const auto all = static_cast<std::int64_t>(places_.size());
    placed_ += std::min(count, all - first);
    if (placed_ > most_times * all)  // elements that place all planes each would take for ever
      throw Error(ErrorKind::unsupported, fmt::format("its OME-XML places its {} planes more than {} times over; "
                                                      "allowed: up to {} times",
                                                      all, most_times, most_times));
    for (std::int64_t i = 0; i < count && first + i < all; ++i) places_[static_cast<std::size_t>(first + i)] = page + i;
  }

  std::vector<std::int64_t> places() const {
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (places_[i] < 0 || places_[i] >= file_pages_)
        throw Error(ErrorKind::unsupported,
                    fmt::format("its OME-XML does not say where plane {} of {} is among the {} pages of this file",
                                i + 1, places_.size(), file_pages_));
    return places_;
  }

 private:
  std::int64_t index(const PlacedPlanes& planes, std::int64_t scale_of_channels) const {
    std::int64_t place = 0, stride = 1;
    for (const StackAxis& axis : axes_) {
      const std::size_t which = axis.name == 'Z' ? 0 : axis.name == 'C' ? 1 : 2;
      const std::int64_t first = planes.first[which] / (which == 1 ? scale_of_channels : 1);
      if (first >= axis.length)
        throw Error(ErrorKind::io, fmt::format("its OME-XML says First{}=\"{}\"; allowed: 0 to {}", axis.name,
                                               planes.first[which], axis.length - 1));
      place += first * stride;
      stride *= axis.length;
    }
    return place;
  }

  const std::vector<StackAxis>& axes_;
  std::int64_t file_pages_;
  std::int64_t placed_ = 0;
  std::vector<std::int64_t> places_;
};

// A description may claim more planes than memory holds, so they are counted first.
std::int64_t plane_count(const std::vector<StackAxis>& axes, std::int64_t file_pages) {
  std::int64_t count = 1;
  for (const StackAxis& axis : axes)
    if (__builtin_mul_overflow(count, axis.length, &count)) count = max_side * max_side;
  if (count <= file_pages) return count;
  throw Error(ErrorKind::unsupported,
              fmt::format("its OME-XML has {} planes, the file {} pages; planes in other files are not read", count,
                          file_pages));
}

// Returns the length of the letter at the text's begin, in bytes of UTF-8; 0 for bytes that are none that XML has.
std::size_t letter_bytes(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0);
  if (first < 0x80) return first >= 32 ? 1 : 0;
  const std::size_t count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (first < 0xC2 || first > 0xF4) return 0;
  unsigned letter = first & (0x7FU >> count);
  for (std::size_t i = 1; i < count; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    letter = letter << 6 | (byte(i) & 0x3F);
  }
  const bool is_surrogate = letter >= 0xD800 && letter < 0xE000;
  return letter < least[count] || letter > 0x10FFFF || is_surrogate || letter == 0xFFFE || letter == 0xFFFF ? 0 : count;
}

// Text of ImageJ may be Latin-1.
std::string escaped(std::string_view text) {
  std::string result;
  for (std::size_t bytes = 0; !text.empty(); text.remove_prefix(std::max<std::size_t>(bytes, 1))) {
    bytes = letter_bytes(text);
    const char c = text.front();
    if (bytes == 0 && static_cast<unsigned char>(c) >= 0xA0)
      result += fmt::format("&#{};", static_cast<unsigned char>(c));
    else if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += text.substr(0, bytes);
  }
  return result;
}

std::string_view ome_type(SampleType type) {
  switch (type) {
    case SampleType::u8:
      return "uint8";
    case SampleType::i8:
      return "int8";
    case SampleType::u16:
      return "uint16";
    case SampleType::i16:
      return "int16";
    case SampleType::u32:
      return "uint32";
    case SampleType::i32:
      return "int32";
    case SampleType::f64:
      return "double";
    default:
      return "float";
  }
}

std::string step_text(const char* name, const PageStep& step) {
  if (step.value <= 0) return {};
  const std::string unit = step.unit.empty() ? "" : fmt::format(" {}Unit=\"{}\"", name, escaped(step.unit));
  return fmt::format(" {}=\"{}\"{}", name, step.value, unit);
}

std::int64_t length_of(const StackType& type, char name) {
  for (const StackAxis& axis : type.axes)
    if (axis.name == name) return axis.length;
  return 1;
}

std::string dimension_order(const StackType& type) {
  std::string order = "XY";
  for (auto axis = type.axes.rbegin(); axis != type.axes.rend(); ++axis) order += axis->name;
  for (const char name : {'Z', 'C', 'T'})
    if (order.find(name) == order.npos) order += name;
  return order;
}

}  // namespace

bool is_ome(std::string_view description) {
  return description.find("<OME") != description.npos || description.find(":OME ") != description.npos;
}

DescribedPages parse_ome(std::string_view xml, std::int64_t pages, int channels) {
  if (xml.size() > (std::size_t{1} << 28)) throw Error(ErrorKind::unsupported, "its OME-XML is longer than 256 MiB");
  const OmeImage image = OmeParser().parse(xml);
  if (!image.has_pixels) throw Error(ErrorKind::unsupported, "its OME-XML has no element Pixels");
  const std::vector<StackAxis> inner_first = axes_of(image, channels);
  PlaneMap map(inner_first, plane_count(inner_first, pages), pages);
  for (const PlacedPlanes& planes : image.planes)
    if (planes.is_elsewhere) throw Error(ErrorKind::unsupported, "its OME-XML has planes in other files");
  for (const PlacedPlanes& planes : image.planes) map.place(planes, channels);
  if (image.planes.empty()) map.place({}, channels);
  DescribedPages result{.axes = {}, .places = map.places(), .facts = {.style = PageStyle::ome}};
  for (auto axis = inner_first.rbegin(); axis != inner_first.rend(); ++axis)
    if (axis->length > 1) result.axes.push_back(*axis);
  result.facts.x = step(image.pixels, "PhysicalSizeX", "µm");
  result.facts.y = step(image.pixels, "PhysicalSizeY", "µm");
  result.facts.z = step(image.pixels, "PhysicalSizeZ", "µm");
  result.facts.t = step(image.pixels, "TimeIncrement", "s");
  for (const Attributes& channel : image.channels) {
    const auto name = channel.find("Name");
    result.facts.channels.push_back(name == channel.end() ? "" : name->second);
  }
  if (image.images > 1) result.notes.push_back(fmt::format("the first of {} images of its OME-XML", image.images));
  if (image.has_more)
    result.notes.emplace_back("of its OME-XML the axes, the distances of pixels and the names of channels are kept");
  return result;
}

bool ome_holds(const StackType& type) {
  return std::ranges::none_of(type.axes, [](const StackAxis& axis) { return axis.name == 'Q'; });
}

std::string ome_xml(const PagesToDescribe& pages) {
  const StackType& type = pages.type;
  const PageFacts& facts = pages.facts;
  const std::int64_t bands = length_of(type, 'C');
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?><OME xmlns=\"http://www.openmicroscopy.org/Schemas/OME/2016-06\" "
      "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
      "xsi:schemaLocation=\"http://www.openmicroscopy.org/Schemas/OME/2016-06 "
      "http://www.openmicroscopy.org/Schemas/OME/2016-06/ome.xsd\" Creator=\"Lenslet\"><Image ID=\"Image:0\">"
      "<Pixels ID=\"Pixels:0\" DimensionOrder=\"{}\" Type=\"{}\" SizeX=\"{}\" SizeY=\"{}\" SizeZ=\"{}\" SizeC=\"{}\" "
      "SizeT=\"{}\"",
      dimension_order(type), ome_type(type.format.type), type.size.width, type.size.height, length_of(type, 'Z'),
      bands * type.format.channels, length_of(type, 'T'));
  text += step_text("PhysicalSizeX", facts.x) + step_text("PhysicalSizeY", facts.y) +
          step_text("PhysicalSizeZ", facts.z) + step_text("TimeIncrement", facts.t) + ">";
  const bool named = facts.channels.size() == static_cast<std::size_t>(bands);
  for (std::int64_t i = 0; i < bands; ++i) {
    const std::string name = named ? facts.channels[static_cast<std::size_t>(i)] : "";
    text += fmt::format("<Channel ID=\"Channel:0:{}\"{} SamplesPerPixel=\"{}\"/>", i,
                        name.empty() ? "" : fmt::format(" Name=\"{}\"", escaped(name)), type.format.channels);
  }
  return text + fmt::format("<TiffData IFD=\"0\" PlaneCount=\"{}\"/></Pixels></Image></OME>", type.pages());
}

}  // namespace lenslet::io
