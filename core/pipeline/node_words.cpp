// Reads arguments of ops as people write them.
#include "pipeline/node_words.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "names.hpp"
#include "system/shown_name.hpp"

namespace lenslet::pipeline {
namespace {

// A word as the parameter's kind has it; a text where it is none of that kind, which Arguments refuses.
Value value_of(const Parameter& parameter, const std::string& word) {
  const auto number = [&word](auto value) -> std::optional<Value> {
    const char* end = word.data() + word.size();
    const auto [last, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc() || last != end) return {};
    return value;
  };
  switch (parameter.kind) {
    case ParameterKind::flag:
      if (word == "on" || word == "off") return word == "on";
      break;
    case ParameterKind::integer:
      return number(std::int64_t{}).value_or(word);
    case ParameterKind::real:
      return number(double{}).value_or(word);
    default:
      break;
  }
  return word;
}

}  // namespace

void put_word(Node& node, const OpInfo& op, const std::string& name, const std::string& value) {
  const auto found = std::ranges::find(op.parameters, name, &Parameter::name);
  if (found != op.parameters.end()) {
    if (!node.arguments.emplace(name, value_of(*found, value)).second)
      throw Error(ErrorKind::invalid_argument, fmt::format("{} has two values", name));
  } else if (name == "border") {
    node.border = parse_border(value);
  } else if (name == "ddepth") {
    node.depth = parse_pixel_type(value);
  } else if (name == "alpha") {
    node.alpha = parse_alpha(value);
  } else {
    std::vector<std::string> known{"border", "ddepth", "alpha"};
    for (const Parameter& parameter : op.parameters) known.push_back(parameter.name);
    throw_unknown(fmt::format("{}: unknown parameter", system::shown_name(op.name)), name, known);
  }
}

}  // namespace lenslet::pipeline
