// What differs between works of images and of arrays.
#include "cli/records/work_text.hpp"

#include <fmt/format.h>

#include "cli/options/parameter.hpp"
#include "cli/terminal/text.hpp"

namespace lenslet::cli {
namespace {

constexpr std::size_t longest_value = 24;  // characters

// The image that a work is of; null for arrays.
const ImageType* image_of(const Work& work) {
  return work.inputs.empty() ? nullptr : std::get_if<ImageType>(&work.inputs.front());
}

}  // namespace

std::string describe(const Call& call) {
  std::string out = call.op;
  for (const auto& [name, value] : call.arguments) {
    const std::string text = to_text(value);
    out += fmt::format(" {}={}", name, text.size() > longest_value ? text.substr(0, longest_value - 3) + "..." : text);
  }
  return out;
}

std::string type_text(const Work& work) {
  if (const ImageType* image = image_of(work))
    return fmt::format("{} x {}", name_of(image->format.type), image->format.channels);
  const auto name = [](const ValueType& input) { return std::string(name_of(std::get<ArrayType>(input).type)); };
  return join(mapped(work.inputs, name), ", ");
}

std::string size_text(const Work& work) {
  if (const ImageType* image = image_of(work)) return fmt::format("{}x{}", image->size.width, image->size.height);
  return fmt::format("{}", fmt::join(std::get<ArrayType>(work.inputs.front()).shape, "x"));
}

std::string border_text(const Work& work) {
  return image_of(work) ? std::string(name_of(work.options.border)) : "-";
}

std::string inputs_text(const Work& work) {
  if (const ImageType* image = image_of(work))
    return fmt::format("{} x {}, {}, border {}", image->size.width, image->size.height, type_text(work),
                       border_text(work));
  return join(mapped(work.inputs, [](const ValueType& input) { return to_string(input); }), ", ");
}

std::string device_text(const DeviceInfo& device) {
  return fmt::format("{} ({}, driver {})", device.name, device.platform, device.driver);
}

std::string stored_size_text(const std::string& op, Size size) {
  return find_op(op).of_arrays() ? fmt::format("{}", size.width) : fmt::format("{}x{}", size.width, size.height);
}

}  // namespace lenslet::cli
