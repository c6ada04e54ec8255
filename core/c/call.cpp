// Calls of the C interface: everything is text, as on the command line.
#include <algorithm>
#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <lenslet/argument_text.hpp>
#include <lenslet/border.hpp>

#include "c/error.hpp"
#include "c/types.hpp"

namespace lenslet::c {
namespace {

bool is_pipeline(const std::string& text) {
  return text.find_first_of("|=\n") != std::string::npos;
}

lenslet_call make_call(const std::string& text) {
  if (!is_pipeline(text)) return {{text}, find_op(text), {}, {}};
  Pipeline pipeline = Pipeline::parse(text);
  const Call call = pipeline;
  return {call, find_op(call.op), {}, std::move(pipeline)};
}

const Parameter& parameter_of(const OpInfo& op, const std::string& name) {
  std::vector<std::string> known;
  for (const Parameter& parameter : op.parameters) {
    if (parameter.name == name) return parameter;
    known.push_back(parameter.name);
  }
  if (known.empty()) refuse(fmt::format("{} has no parameters, and so no '{}'", op.name, name));
  refuse(fmt::format("{} has no parameter '{}'; allowed: {}", op.name, name, fmt::join(known, ", ")));
}

template <class Number>
Number number_of(const char* what, const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc{} || rest != end) refuse(fmt::format("{} is '{}', allowed: a number", what, text));
  return number;
}

std::array<double, 4> border_value(const std::string& text) {
  const Parameter list{.name = "border-value", .summary = "", .kind = ParameterKind::numbers, .initial = Numbers{}};
  const Numbers numbers = std::get<Numbers>(parse_argument(list, text));
  if (numbers.empty() || numbers.size() > max_channels)
    refuse(fmt::format("border-value is '{}', allowed: 1 to {} numbers", text, max_channels));
  std::array<double, 4> result{};
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = numbers[numbers.size() == 1 ? 0 : std::min(i, numbers.size() - 1)];
  return result;
}

struct Option {
  const char* name;
  void (*set)(OpOptions& options, const std::string& value);
};

constexpr Option options[] = {
    {"border", [](OpOptions& to, const std::string& value) { to.border = parse_border(value); }},
    {"border-value", [](OpOptions& to, const std::string& value) { to.border_value = border_value(value); }},
    {"ddepth", [](OpOptions& to, const std::string& value) { to.ddepth = parse_sample_type(value); }},
    {"accuracy", [](OpOptions& to, const std::string& value) { to.accuracy = parse_accuracy(value); }},
    {"nodata", [](OpOptions& to, const std::string& value) { to.nodata = number_of<double>("nodata", value); }},
    {"schedule", [](OpOptions& to, const std::string& value) { to.schedule = value; }},
    {"tune", [](OpOptions& to, const std::string& value) { to.tune = parse_tune(value); }},
    {"memory", [](OpOptions& to, const std::string& value) { to.memory = number_of<std::uint64_t>("memory", value); }},
};

const Option& option_of(const std::string& name) {
  std::vector<std::string> known;
  for (const Option& option : options) {
    if (option.name == name) return option;
    known.emplace_back(option.name);
  }
  refuse(fmt::format("there is no option '{}'; allowed: {}", name, fmt::join(known, ", ")));
}

}  // namespace
}  // namespace lenslet::c

using lenslet::c::checked;
using lenslet::c::checked_text;
using lenslet::c::guarded;

extern "C" {

lenslet_status lenslet_call_create(const char* op, lenslet_call** call) {
  return guarded([&] {
    checked(call, "call") = nullptr;
    *call = new lenslet_call(lenslet::c::make_call(checked_text(op, "op")));
  });
}

void lenslet_call_free(lenslet_call* call) {
  delete call;
}

lenslet_status lenslet_call_set(lenslet_call* call, const char* parameter, const char* value) {
  return guarded([&] {
    lenslet_call& known = checked(call, "call");
    const std::string name = checked_text(parameter, "parameter");
    const lenslet::Parameter& found = lenslet::c::parameter_of(known.info, name);
    known.call.arguments[name] = lenslet::parse_argument(found, checked_text(value, "value"));
  });
}

lenslet_status lenslet_call_option(lenslet_call* call, const char* option, const char* value) {
  return guarded([&] {
    lenslet_call& known = checked(call, "call");
    const lenslet::c::Option& found = lenslet::c::option_of(checked_text(option, "option"));
    found.set(known.options, checked_text(value, "value"));
  });
}

}  // extern "C"
