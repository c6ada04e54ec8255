// What differs between works of images and of arrays, in words and as JSON.
#include "any_work.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exit.hpp"
#include "text.hpp"
#include "usage.hpp"
#include "work_list.hpp"

namespace lenslet::cli {
namespace {

// "reduce.mean", "sort"; where no op of images has the name, also without its family. Null for other names.
const ArrayOpInfo* array_op_named(const std::string& name) {
  const bool of_images = std::ranges::any_of(all_ops(), [&](const OpInfo& op) { return op.name == name; });
  for (const ArrayOpInfo& info : all_array_ops())
    if (full_name(info) == name || (info.op.name == name && !of_images)) return &info;
  return nullptr;
}

std::string join_sides(const ArrayType& type) {
  std::vector<std::string> sides;
  for (const std::int64_t side : type.shape) sides.push_back(fmt::format("{}", side));
  return join(sides, "x");
}

template <class OfImages, class OfArrays>
auto either(const AnyWork& work, OfImages of_images, OfArrays of_arrays) {
  if (const auto* images = std::get_if<Work>(&work)) return of_images(*images);
  return of_arrays(std::get<ArrayWork>(work));
}

Json json_of(const ArrayWork& work) {
  Json inputs = Json::array();
  for (const ArrayType& type : work.inputs) inputs.push_back({{"type", name_of(type.type)}, {"shape", type.shape}});
  return {{"op", full_name(find_array_op(work.call.op))},
          {"arguments", to_json(work.call.arguments)},
          {"inputs", std::move(inputs)}};
}

Json json_of(const Work& work) {
  return {{"op", work.call.op},
          {"arguments", to_json(work.call.arguments)},
          {"width", work.size.width},
          {"height", work.size.height},
          {"format", to_json(work.format)},
          {"border", name_of(work.options.border)}};
}

}  // namespace

std::vector<AnyOp> every_op() {
  std::vector<AnyOp> all;
  for (const OpInfo& op : all_ops()) all.push_back({.of_images = &op});
  for (const ArrayOpInfo& op : all_array_ops()) all.push_back({.of_arrays = &op});
  return all;
}

AnyOp find_any_op(const std::string& name) {
  if (const ArrayOpInfo* info = array_op_named(name)) return {.of_arrays = info};
  std::vector<std::string> known;
  for (const AnyOp& op : every_op()) {
    if (op.name() == name) return op;
    known.push_back(op.name());
  }
  const std::string hint = suggestion(name, known);
  usage_error(fmt::format("unknown op '{}'{} {}: {}", name, hint.empty() ? ";" : hint,
                          hint.empty() ? "allowed" : "Allowed", join(known, ", ")));
}

bool is_array_op(const std::string& name) {
  return std::ranges::any_of(all_array_ops(), [&](const ArrayOpInfo& info) { return full_name(info) == name; });
}

std::string describe(const AnyWork& work) {
  return either(
      work, [](const Work& images) { return describe(images.call); },
      [](const ArrayWork& arrays) {
        return describe(Call{full_name(find_array_op(arrays.call.op)), arrays.call.arguments});
      });
}

std::string type_text(const AnyWork& work) {
  return either(
      work,
      [](const Work& images) { return fmt::format("{} x {}", name_of(images.format.type), images.format.channels); },
      [](const ArrayWork& arrays) {
        std::vector<std::string> types;
        for (const ArrayType& type : arrays.inputs) types.emplace_back(name_of(type.type));
        return join(types, ", ");
      });
}

std::string size_text(const AnyWork& work) {
  return either(
      work, [](const Work& images) { return fmt::format("{}x{}", images.size.width, images.size.height); },
      [](const ArrayWork& arrays) { return join_sides(arrays.inputs.front()); });
}

std::string border_text(const AnyWork& work) {
  return either(
      work, [](const Work& images) { return std::string(name_of(images.options.border)); },
      [](const ArrayWork&) { return std::string("-"); });
}

Json to_json(const AnyWork& work) {
  return std::visit([](const auto& known) { return json_of(known); }, work);
}

std::string stored_size_text(const std::string& op, Size size) {
  return is_array_op(op) ? fmt::format("{}", size.width) : fmt::format("{}x{}", size.width, size.height);
}

}  // namespace lenslet::cli
