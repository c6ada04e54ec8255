// A value of a JSON file with its path, so that a refusal can name the place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "studies/report/record.hpp"

namespace lenslet::report {

class Field {
 public:
  explicit Field(const Json& json, std::string path = {}) : json_(json), path_(std::move(path)) {}

  // All functions throw io where the value has another type.
  Field operator[](const char* name) const;  // of an object, which must have it
  bool has(const char* name) const;
  std::vector<Field> items() const;
  std::string text() const;
  double number() const;
  std::int64_t whole(std::int64_t low, std::int64_t high) const;
  bool flag() const;

  std::vector<std::string> texts() const;
  std::vector<double> numbers() const;

  const Json& json() const { return json_; }
  [[noreturn]] void refuse(const std::string& what) const;
  [[noreturn]] void refuse_value(const char* wanted) const;  // "a number is expected, not true"

 private:
  const Json& json_;
  std::string path_;
};

}  // namespace lenslet::report
