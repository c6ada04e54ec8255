// Makes options from ops' descriptions, so that a new op needs no code here.
#include "tool/options/parameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <lenslet/argument_text.hpp>
#include <lenslet/error.hpp>

#include "system/input_file.hpp"
#include "system/printable.hpp"
#include "tool/options/option.hpp"
#include "tool/terminal/exit.hpp"
#include "tool/terminal/text.hpp"

namespace lenslet::cli {
namespace {

std::string option_name(const Parameter& parameter) {
  return "--" + parameter.name;
}

bool starts_on(const Parameter& parameter) {
  return parameter.kind == ParameterKind::flag && std::get<bool>(parameter.initial);
}

// "0.1 to 100", "at least 1"; empty where everything is allowed, and for a size, whose sides nobody writes alone.
std::string range_text(const Parameter& parameter) {
  if (parameter.kind == ParameterKind::size) return {};
  const bool low = std::isfinite(parameter.minimum);
  const bool high = std::isfinite(parameter.maximum);
  const char* also = parameter.automatic ? ", or auto" : parameter.pair.empty() ? "" : ", or two as 31x15";
  if (low && high) return fmt::format("{} to {}{}", parameter.minimum, parameter.maximum, also);
  if (low) return fmt::format("at least {}{}", parameter.minimum, also);
  return high ? fmt::format("at most {}{}", parameter.maximum, also) : std::string();
}

// How a person writes a value of several numbers; empty for the other kinds.
std::string form_text(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::numbers:
      return "as 10,20.5,30";
    case ParameterKind::matrix:
      return "rows apart by ';' or a line's end, numbers by blanks or commas";
    case ParameterKind::size:
      return parameter.minimum > 0 ? "as 640x480" : "as 640x480, 640, 640x or x480";
    case ParameterKind::curve:
      return "points as 0:0,128:180,255:255, or numbers as 0,10,20";
    default:
      return {};
  }
}

std::string help_text(const Parameter& parameter) {
  std::vector<std::string> facts = facts_of(parameter);
  if (parameter.kind == ParameterKind::flag) facts.pop_back();  // its default shows in its name
  std::string summary = parameter.summary;
  if (summary.ends_with('.')) summary.pop_back();
  return facts.empty() ? summary : fmt::format("{} ({})", summary, join(facts, "; "));
}

bool looks_like_a_file(const std::string& text) {
  return text.ends_with(".txt") || text.ends_with(".csv");
}

// A text that names a file stands for the file's text. A folder may happen to have the text's name.
std::string read_text(const Parameter& parameter, const std::string& text) {
  constexpr std::uint64_t max_bytes = std::uint64_t{1} << 24;
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(text, unknown);
  if (!exists(status) && looks_like_a_file(text))
    usage_error(fmt::format("{}: no such file '{}'", option_name(parameter), system::excerpt(text)));
  if (!exists(status) || is_directory(status)) return text;
  std::string content = system::read_input(text, max_bytes);
  content.erase(content.find_last_not_of(" \t\r\n") + 1);
  return content;
}

bool may_be_a_file(const Parameter& parameter) {
  constexpr ParameterKind kinds[] = {ParameterKind::text, ParameterKind::numbers, ParameterKind::matrix,
                                     ParameterKind::curve};
  return std::ranges::count(kinds, parameter.kind) > 0;
}

// A value that cannot be one is wrong usage. `before` and `behind` stand round what is wrong.
Value read_value(const Parameter& parameter, const std::string& text, std::string_view before = "--",
                 std::string_view behind = {}) {
  const std::string given = may_be_a_file(parameter) ? read_text(parameter, text) : text;
  try {
    return parse_argument(parameter, given);
  } catch (const Error& error) {
    usage_error(fmt::format("{}{}{}", before, error.what(), behind));
  }
}

}  // namespace

void put_argument(const OpInfo& op, const Parameter& parameter, const std::string& text, Call& call) {
  const auto put = [&](const Parameter& to, const Value& value) {
    if (!call.arguments.emplace(to.name, value).second)
      usage_error(fmt::format("{} has two values, of which a pair such as 31x15 may be one", option_name(to)));
  };
  const std::size_t x = parameter.pair.empty() ? text.npos : text.find('x');
  if (x == text.npos) return put(parameter, read_value(parameter, text));
  const std::string written = fmt::format("{} {}: ", option_name(parameter), system::excerpt(text));
  constexpr const char* hint = "; a width and a height are written as 31x15";
  put(parameter, read_value(parameter, text.substr(0, x), written, hint));
  const auto second = std::ranges::find(op.parameters, parameter.pair, &Parameter::name);
  put(*second, read_value(*second, text.substr(x + 1), written, hint));
}

std::string kind_name(const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::flag:
      return {};
    case ParameterKind::integer:
      return std::string("INTEGER") + (parameter.automatic ? "|auto" : "") + (parameter.pair.empty() ? "" : "|WxH");
    case ParameterKind::real:
      return "NUMBER";
    case ParameterKind::choice:
      return join(parameter.choices, "|");
    case ParameterKind::text:
      return "TEXT|FILE";
    case ParameterKind::numbers:
      return "NUMBER,...|FILE";
    case ParameterKind::matrix:
      return "ROWS|FILE";
    case ParameterKind::size:
      return "WxH";
    case ParameterKind::curve:
      return "X:Y,...|FILE";
  }
  return {};
}

std::vector<std::string> facts_of(const Parameter& parameter) {
  std::vector<std::string> facts{parameter.unit, form_text(parameter), range_text(parameter)};
  if (const std::string initial = value_text(parameter.initial); !initial.empty())
    facts.push_back("default " + initial);
  std::erase(facts, "");
  return facts;
}

void add_parameters(CLI::App& app, const OpInfo& op) {
  for (const Parameter& parameter : op.parameters) {
    const std::string name = option_name(parameter);
    const std::string spelled = parameter.name.size() == 1 ? fmt::format("-{},{}", parameter.name, name) : name;
    if (parameter.kind != ParameterKind::flag)
      add_value(app, spelled, kind_name(parameter), help_text(parameter), parameter_group);
    else
      add_switch(app, starts_on(parameter) ? fmt::format("{0},!--no-{1}", name, parameter.name) : name,
                 help_text(parameter), parameter_group);
  }
}

std::optional<std::string> given_text(const CLI::App& app, const Parameter& parameter) {
  return value_of(*app.get_option(option_name(parameter)));
}

Call read_call(const CLI::App& app, const OpInfo& op) {
  Call call{full_name(op)};
  for (const Parameter& parameter : op.parameters) {
    if (parameter.kind == ParameterKind::flag) {
      const CLI::Option& option = *app.get_option(option_name(parameter));
      if (option.count() > 0) call.arguments[parameter.name] = is_on(option);
    } else if (const auto text = given_text(app, parameter)) {
      put_argument(op, parameter, *text, call);
    }
  }
  const OpInfo usual = find_op(call.op);
  for (std::size_t i = 0; !op.of_arrays() && i < op.parameters.size(); ++i)  // a pipeline's text has its own
    if (op.parameters[i].initial != usual.parameters[i].initial)
      call.arguments.emplace(op.parameters[i].name, op.parameters[i].initial);
  return call;
}

bool is_text(const Parameter& parameter) {
  return parameter.kind == ParameterKind::text;
}

bool is_word(const OpInfo& op, const Parameter& parameter) {
  return op.of_arrays() && is_text(parameter);
}

OpInfo without_words(OpInfo op) {
  if (op.of_arrays()) std::erase_if(op.parameters, is_text);
  return op;
}

Call read_call(const CLI::App& app, const OpInfo& op, std::vector<std::string>& words) {
  Call call = read_call(app, without_words(op));
  for (const Parameter& parameter : op.parameters)
    if (is_word(op, parameter) && !words.empty()) {
      call.arguments[parameter.name] = words.front();
      words.erase(words.begin());
    }
  return call;
}

}  // namespace lenslet::cli
