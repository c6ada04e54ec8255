// Shows all digits of an integer, and of a float enough digits to read the same float.
#include <lenslet/argument_text.hpp>

#include "tool/records/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "system/printable.hpp"
#include "tool/options/parameter.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::size_t max_value_length = 24;  // characters
constexpr std::int64_t shown_elements = 20;

// Uses the element in a type that holds all of its digits.
template <class Use>
auto with_element(const Array& array, std::int64_t i, Use use) {
  const auto place = static_cast<std::size_t>(i);
  if (array.type().type == SampleType::i64) return use(array.as<std::int64_t>()[place]);
  if (array.type().type == SampleType::u64) return use(array.as<std::uint64_t>()[place]);
  if (is_integer(array.type().type)) return use(static_cast<std::int64_t>(array.at(i)));
  if (array.type().type == SampleType::f64) return use(array.at(i));
  return use(static_cast<float>(array.at(i)));
}

std::string element_text(const Array& array, std::int64_t i) {
  return with_element(array, i, [](auto element) { return fmt::format("{}", element); });
}

Json element_json(const Array& array, std::int64_t i) {
  if (!std::isfinite(array.at(i))) return element_text(array, i);  // JSON has no such numbers
  return with_element(array, i, [](auto element) { return Json(element); });
}

// Calls use(place) for the first and the last of `count`, and use(-1) for those between.
template <class Use>
void each_shown(std::int64_t count, Use use) {
  for (std::int64_t i = 0; i < count; ++i) {
    if (count > shown_elements && i == shown_elements / 2) {
      use(std::int64_t{-1});
      i = count - shown_elements / 2;
    }
    use(i);
  }
}

std::string row_text(const Array& array, std::int64_t first, std::int64_t count) {
  std::vector<std::string> words;
  each_shown(count, [&](std::int64_t i) { words.push_back(i < 0 ? "..." : element_text(array, first + i)); });
  return join(words, " ") + "\n";
}

}  // namespace

std::string array_text(const std::string& label, const Array& array) {
  const std::vector<std::int64_t>& shape = array.type().shape;
  if (shape.size() != 2) return (label.empty() ? "" : label + ": ") + row_text(array, 0, array.count());
  std::string text = label.empty() ? "" : label + ":\n";
  each_shown(shape[0], [&](std::int64_t row) {
    text += row < 0 ? std::string("...\n") : row_text(array, row * shape[1], shape[1]);
  });
  return text;
}

Json elements_json(const Array& array) {
  Json json = Json::array();
  for (std::int64_t i = 0; i < array.count(); ++i) json.push_back(element_json(array, i));
  return json;
}

const ImageType* image_of(const ValueType& type) {
  return std::get_if<ImageType>(&type);
}

std::string describe(const Call& call) {
  std::string out = system::shown_name(call.op);
  for (const auto& [name, value] : call.arguments) {
    const std::string text = value_text(value);
    out += fmt::format(" {}={}", name,
                       text.size() > max_value_length ? text.substr(0, max_value_length - 3) + "..." : text);
  }
  return out;
}

std::string type_text(const Work& work) {
  if (const ImageType* image = image_of(work.inputs.front()))
    return fmt::format("{} x {}", name_of(image->format.type), image->format.channels);
  const auto name = [](const ValueType& input) { return std::string(name_of(std::get<ArrayType>(input).type)); };
  return join(mapped(work.inputs, name), ", ");
}

std::string size_text(const Work& work) {
  if (const ImageType* image = image_of(work.inputs.front()))
    return fmt::format("{}x{}", image->size.width, image->size.height);
  return fmt::format("{}", fmt::join(std::get<ArrayType>(work.inputs.front()).shape, "x"));
}

std::string border_text(const Work& work) {
  const std::optional<Border> border = border_of(work);
  return border ? std::string(name_of(*border)) : "-";
}

std::string_view accuracy_name(const OpOptions& options) {
  return options.accuracy ? name_of(*options.accuracy) : "by the op";
}

std::string accuracy_text(const Work& work) {
  if (!image_of(work.inputs.front())) return "-";
  return std::string(accuracy_name(work.options));
}

std::string inputs_text(const Work& work) {
  if (const ImageType* image = image_of(work.inputs.front()))
    return fmt::format("{} x {}, {}, border {}, accuracy {}", image->size.width, image->size.height, type_text(work),
                       border_text(work), accuracy_text(work));
  return join(mapped(work.inputs, [](const ValueType& input) { return to_string(input); }), ", ");
}

std::string device_text(const DeviceInfo& device) {
  return fmt::format("{} ({}, driver {})", device.name, device.platform, device.driver);
}

std::string stored_size_text(const std::string& op, Size size) {
  const bool arrays = std::ranges::count(ops_of_arrays(), op, full_name) > 0;  // a user's filter may be gone
  return arrays ? fmt::format("{}", size.width) : fmt::format("{}x{}", size.width, size.height);
}

}  // namespace lenslet::cli
