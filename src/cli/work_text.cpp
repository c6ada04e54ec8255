// What differs between works of images and of arrays.
#include "work_text.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "exit.hpp"
#include "text.hpp"
#include "work_list.hpp"

namespace lenslet::cli {
namespace {

std::string join_sides(const ArrayType& type) {
  std::vector<std::string> sides;
  for (const std::int64_t side : type.shape) sides.push_back(fmt::format("{}", side));
  return join(sides, "x");
}

// The image that a work is of; null for arrays.
const ImageType* image_of(const Work& work) {
  return work.inputs.empty() ? nullptr : std::get_if<ImageType>(&work.inputs.front());
}

Json inputs_json(const Work& work) {
  Json inputs = Json::array();
  for (const ValueType& input : work.inputs) {
    const auto& type = std::get<ArrayType>(input);
    inputs.push_back({{"type", name_of(type.type)}, {"shape", type.shape}});
  }
  return inputs;
}

}  // namespace

const OpInfo& op_named(const std::string& name) {
  try {
    return find_op(name);
  } catch (const Error& error) {
    usage_error(error.what());
  }
}

std::string describe(const Work& work) {
  return describe(work.call);
}

std::string type_text(const Work& work) {
  if (const ImageType* image = image_of(work))
    return fmt::format("{} x {}", name_of(image->format.type), image->format.channels);
  std::vector<std::string> types;
  for (const ValueType& input : work.inputs) types.emplace_back(name_of(std::get<ArrayType>(input).type));
  return join(types, ", ");
}

std::string size_text(const Work& work) {
  if (const ImageType* image = image_of(work)) return fmt::format("{}x{}", image->size.width, image->size.height);
  return join_sides(std::get<ArrayType>(work.inputs.front()));
}

std::string border_text(const Work& work) {
  return image_of(work) ? std::string(name_of(work.options.border)) : "-";
}

std::string inputs_text(const Work& work) {
  if (const ImageType* image = image_of(work))
    return fmt::format("{} x {}, {}, border {}", image->size.width, image->size.height, type_text(work),
                       border_text(work));
  std::vector<std::string> types;
  for (const ValueType& input : work.inputs) types.push_back(to_string(input));
  return join(types, ", ");
}

Json to_json(const Work& work) {
  Json json{{"op", work.call.op}, {"arguments", to_json(work.call.arguments)}};
  if (const ImageType* image = image_of(work))
    json.update({{"width", image->size.width},
                 {"height", image->size.height},
                 {"format", to_json(image->format)},
                 {"border", name_of(work.options.border)}});
  else
    json["inputs"] = inputs_json(work);
  return json;
}

std::string stored_size_text(const std::string& op, Size size) {
  return find_op(op).of_arrays() ? fmt::format("{}", size.width) : fmt::format("{}x{}", size.width, size.height);
}

}  // namespace lenslet::cli
