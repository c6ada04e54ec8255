// The library's values as JSON. docs/command-line.md names the fields.
#pragma once

#include <lenslet/device.hpp>
#include <lenslet/op.hpp>
#include <lenslet/pixel.hpp>
#include <lenslet/session.hpp>
#include <nlohmann/json.hpp>

#include <lenslet/work.hpp>

namespace lenslet::cli {

using Json = nlohmann::ordered_json;

Json to_json(const DeviceInfo& device);
Json to_json(const Value& value);
Json to_json(const std::map<std::string, Value>& arguments);
Json to_json(PixelFormat format);
Json to_json(const ValueType& type);  // "width", "height" and "format" of an image, "type" and "shape" of an array
Json to_json(const Work& work);       // what a record of a work begins with

Json to_json(const ProgramCounts& counts);

// Prints to standard output. Bytes that are no UTF-8, as in some file names, are replaced.
void print_json(const Json& json);

}  // namespace lenslet::cli
