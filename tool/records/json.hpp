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
Json to_json(const ValueType& type);  // of an image "width", "height" and "format", of an array "type" and "shape"
Json to_json(const Work& work);       // the start of a work's record

Json to_json(const ProgramCounts& counts);

// Prints to standard output. Bytes that are not UTF-8, as in some file names, are replaced.
void print_json(const Json& json);

}  // namespace lenslet::cli
