// Writes fields one by one: a changed struct must not change what programs read.
#include "tool/records/json.hpp"

#include <lenslet/argument_text.hpp>

#include "tool/options/parameter.hpp"
#include "tool/records/value_text.hpp"
#include "tool/terminal/output.hpp"

namespace lenslet::cli {

Json to_json(const DeviceInfo& device) {
  return {{"index", device.index},
          {"kind", name_of(device.kind)},
          {"name", device.name},
          {"vendor", device.vendor},
          {"platform", device.platform},
          {"platform_version", device.platform_version},
          {"version", device.version},
          {"language_version", device.language_version},
          {"driver", device.driver},
          {"compute_units", device.compute_units},
          {"clock_mhz", device.clock_mhz},
          {"global_memory", device.global_memory},
          {"max_allocation", device.max_allocation},
          {"local_memory", device.local_memory},
          {"max_group", device.max_group},
          {"images", device.images},
          {"max_image_width", device.max_image_width},
          {"max_image_height", device.max_image_height},
          {"max_image_layers", device.max_image_layers},
          {"max_image_buffer", device.max_image_buffer}};
}

// Values of several numbers are told as people write them.
Json to_json(const Value& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return value_text(value);
}

Json to_json(const std::map<std::string, Value>& arguments) {
  Json json = Json::object();
  for (const auto& [name, value] : arguments) json[name] = to_json(value);
  return json;
}

Json to_json(PixelFormat format) {
  return {{"type", name_of(format.type)}, {"channels", format.channels}, {"alpha", format.alpha}};
}

Json to_json(const ValueType& type) {
  if (const auto* image = std::get_if<ImageType>(&type)) {
    Json json{{"width", image->size.width}, {"height", image->size.height}, {"format", to_json(image->format)}};
    if (image->layers > 1) json["pages"] = image->layers;
    return json;
  }
  const auto& array = std::get<ArrayType>(type);
  return {{"type", name_of(array.type)}, {"shape", array.shape}};
}

Json to_json(const Work& work) {
  Json json{{"op", work.call.op}, {"arguments", to_json(work.call.arguments)}};
  if (std::holds_alternative<ImageType>(work.inputs.front())) {
    json.update(to_json(work.inputs.front()));
    if (const auto border = border_of(work)) json["border"] = name_of(*border);
    json["accuracy"] = accuracy_name(work.options);
    return json;
  }
  json["inputs"] = Json::array();
  for (const ValueType& input : work.inputs) json["inputs"].push_back(to_json(input));
  return json;
}

Json to_json(const ProgramCounts& counts) {
  return {{"compiled", counts.compiled},
          {"cached", counts.cached},
          {"from_bundle", counts.from_bundle},
          {"from_spirv", counts.from_spirv}};
}

void print_json(const Json& json) {
  print("{}\n", json.dump(2, ' ', true, Json::error_handler_t::replace));
}

}  // namespace lenslet::cli
