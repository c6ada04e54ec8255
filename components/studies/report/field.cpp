// Reads typed values of JSON from foreign files.
#include "studies/report/field.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::report {
namespace {

constexpr std::size_t max_shown_count = 40;  // bytes of a wrong value

std::string excerpt(const Json& json) {
  if (json.is_structured()) return json.is_array() ? "an array" : "an object";
  std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);  // ASCII: any cut is safe
  if (text.size() > max_shown_count) text = text.substr(0, max_shown_count) + "...";
  return text;
}

}  // namespace

void Field::refuse(const std::string& what) const {
  throw Error(ErrorKind::io, path_.empty() ? what : fmt::format("{}: {}", path_, what));
}

void Field::refuse_value(const char* wanted) const {
  refuse(fmt::format("{} is expected, not {}", wanted, excerpt(json_)));
}

Field Field::operator[](const char* name) const {
  if (!json_.is_object()) refuse_value("an object");
  const auto found = json_.find(name);
  if (found == json_.end()) refuse(fmt::format("'{}' is missing", name));
  return Field(*found, path_.empty() ? name : fmt::format("{}.{}", path_, name));
}

bool Field::has(const char* name) const {
  return json_.is_object() && json_.contains(name);
}

std::vector<Field> Field::items() const {
  if (!json_.is_array()) refuse_value("an array");
  std::vector<Field> fields;
  fields.reserve(json_.size());
  for (const Json& item : json_) fields.emplace_back(item, fmt::format("{}[{}]", path_, fields.size()));
  return fields;
}

std::string Field::text() const {
  if (!json_.is_string()) refuse_value("a text");
  return json_.get<std::string>();
}

double Field::number() const {
  if (!json_.is_number()) refuse_value("a number");
  return json_.get<double>();
}

std::int64_t Field::whole(std::int64_t low, std::int64_t high) const {
  if (!json_.is_number_integer()) refuse_value("a whole number");
  const bool fits = !json_.is_number_unsigned() || json_.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX);
  const std::int64_t value = fits ? json_.get<std::int64_t>() : INT64_MAX;
  if (value < low || value > high)
    refuse(fmt::format("{} is out of range; allowed: {} to {}", json_.dump(), low, high));
  return value;
}

bool Field::flag() const {
  if (!json_.is_boolean()) refuse_value("true or false");
  return json_.get<bool>();
}

std::vector<std::string> Field::texts() const {
  std::vector<std::string> texts;
  for (const Field& item : items()) texts.push_back(item.text());
  return texts;
}

std::vector<double> Field::numbers() const {
  std::vector<double> numbers;
  for (const Field& item : items()) numbers.push_back(item.number());
  return numbers;
}

}  // namespace lenslet::report
