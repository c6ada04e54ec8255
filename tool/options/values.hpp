// Values in a person's words: numbers, sizes, times, names and lists. Each function throws, with what is allowed, if
// the text is none. `what` is how the value was given, such as "--size".
#pragma once

#include <lenslet/array.hpp>
#include <lenslet/border.hpp>
#include <lenslet/image.hpp>
#include <lenslet/op.hpp>
#include <lenslet/pixel.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lenslet::cli {

// The whole text must be a finite number.
double parse_real(const std::string& what, const std::string& text);
std::int64_t parse_integer(const std::string& what, const std::string& text);
std::int64_t parse_integer(const std::string& what, const std::string& text, std::int64_t low, std::int64_t high);

double parse_duration(const std::string& what, const std::string& text);        // seconds: "20s", "1.5m", "500ms", "3"
std::uint64_t parse_bytes(const std::string& what, const std::string& text);    // "800M", "1.5G": powers of 1024
std::int64_t parse_elements(const std::string& what, const std::string& text);  // "1000", "2^24"
Size parse_size(const std::string& what, const std::string& text);              // "640x480"
Rect parse_region(const std::string& what, const std::string& text);            // "640x480+10+20", as ImageMagick's

// Returns the parts between commas. None of them is empty.
std::vector<std::string> split_list(const std::string& what, const std::string& text);

template <class Values>
std::vector<std::string> names_of(const Values& values) {
  std::vector<std::string> names;
  for (const auto value : values) names.emplace_back(name_of(value));
  return names;
}

// Returns ": did you mean 'x'?", or nothing if no known name is near.
std::string suggestion(const std::string& wrong, std::span<const std::string> known);

// Returns `value` if it is one of `known`. The error names both and the nearest one.
const std::string& check_choice(const std::string& what, const std::string& value, std::span<const std::string> known);

Border parse_border_option(const std::string& what, const std::string& text);
SampleType parse_type_option(const std::string& what, const std::string& text);
std::vector<SampleType> taken_types(const OpInfo& op);  // by any of its inputs
SampleType parse_element_option(const std::string& what, const std::string& text);

// Finds an op like find_op(). An unknown name is wrong usage, and the message has the nearest one.
OpInfo op_named(const std::string& name);

}  // namespace lenslet::cli
