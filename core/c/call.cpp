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
#include "names.hpp"

namespace lenslet::c {
namespace {

bool is_pipeline(const std::string& text) {
  return text.find_first_of("|=\n") != std::string::npos;
}

lenslet_call make_call(const std::string& text) {
  if (!is_pipeline(text)) return {.call = {text}, .info = find_op(text)};
  Pipeline pipeline = Pipeline::parse(text);
  const Call call = pipeline;
  return {.call = call, .info = find_op(call.op), .pipeline = std::move(pipeline)};
}

const Parameter& parameter_of(const OpInfo& op, const std::string& name) {
  std::vector<std::string> known;
  for (const Parameter& parameter : op.parameters) {
    if (parameter.internal) continue;
    if (parameter.name == name) return parameter;
    known.push_back(parameter.name);
  }
  throw_unknown(fmt::format("{}: unknown parameter", op.name), name, known);
}

template <class Number>
Number number_of(const char* what, const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, problem] = std::from_chars(text.data(), end, number);
  if (problem != std::errc{} || rest != end) refuse(fmt::format("{} is '{}', allowed: a number", what, text));
  return number;
}

Numbers border_numbers(const std::string& text) {
  const Parameter list{.name = "border-value", .summary = "", .kind = ParameterKind::numbers, .initial = Numbers{}};
  Numbers numbers = std::get<Numbers>(parse_argument(list, text));
  if (numbers.empty() || numbers.size() > max_channels)
    refuse(fmt::format("border-value is '{}', allowed: 1 to {} numbers", text, max_channels));
  return numbers;
}

struct Option {
  const char* name;
  void (*set)(lenslet_call& call, const std::string& value);
};

constexpr Option call_options[] = {
    {"border", [](lenslet_call& to, const std::string& value) { to.options.border = parse_border(value); }},
    {"border-value", [](lenslet_call& to, const std::string& value) { to.border_values = border_numbers(value); }},
    {"ddepth", [](lenslet_call& to, const std::string& value) { to.options.ddepth = parse_sample_type(value); }},
    {"accuracy", [](lenslet_call& to, const std::string& value) { to.options.accuracy = parse_accuracy(value); }},
    {"nodata",
     [](lenslet_call& to, const std::string& value) { to.options.nodata = number_of<double>("nodata", value); }},
    {"schedule", [](lenslet_call& to, const std::string& value) { to.options.schedule = value; }},
    {"tune", [](lenslet_call& to, const std::string& value) { to.options.tune = parse_tune(value); }},
    {"memory",
     [](lenslet_call& to, const std::string& value) { to.options.memory = number_of<std::uint64_t>("memory", value); }},
};

const Option& option_of(const std::string& name) {
  std::vector<std::string> known;
  for (const Option& option : call_options) {
    if (option.name == name) return option;
    known.emplace_back(option.name);
  }
  throw_unknown("unknown option", name, known);
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
    found.set(known, checked_text(value, "value"));
  });
}

}  // extern "C"
