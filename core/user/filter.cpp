// Renames a user's text, so that none of its names is one of the program's.
#include "user/filter.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernel_texts.hpp"
#include "system/printable.hpp"
#include "user/check_calls.hpp"
#include "user/lines.hpp"

namespace lenslet::user {
namespace {

// The hash is FNV-1a.
std::string hash_of(std::string_view text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return fmt::format("{}", hash);
}

bool has_points(const Head& head) {
  return head.kind == Kind::inputs || head.kind == Kind::pixels;
}

// A macro for each parameter. Its value is one of the kernel's numbers where the family has these, else the call's own
// number.
class Macros {
 public:
  explicit Macros(const Filter& filter) : filter_(filter) {
    for (const std::string& function : filter.code.functions)
      put(function,
          has_points(filter.head) ? fmt::format("NAMED({}{})", filter.prefix, function) : filter.prefix + function);
    for (const Parameter& parameter : filter.head.parameters) {
      put(parameter.name, value_of(parameter));
      for (std::size_t i = 0; i < parameter.choices.size(); ++i)
        put(fmt::format("{}_{}", parameter.name, parameter.choices[i]), fmt::format("{}", i));
    }
    if (has_points(filter.head)) put_place(filter);
    for (const std::string& macro : filter.code.macros) end_ += fmt::format("#undef {}\n", macro);
  }

  const std::string& front() const { return front_; }
  const std::string& end() const { return end_; }

 private:
  void put(const std::string& name, const std::string& value) {
    front_ += fmt::format("#define {} {}\n", name, value);
    end_ += fmt::format("#undef {}\n", name);
  }

  // The numbers of the place lie behind a point function's inputs and numbers, see points.cl.
  void put_place(const Filter& filter) {
    put("USER_INPUTS", fmt::format("{}", filter.head.inputs.size()));
    put("USER_OUTPUTS", fmt::format("{}", filter.head.outputs.size()));
    put("WHITE", fmt::format("n[{}]", number_));
    if (!filter.needs_place()) return;
    const char* planes = filter.head.kind == Kind::pixels ? " * channels" : "";
    put("X", fmt::format("v[{}{}]", filter.head.inputs.size(), planes));
    put("Y", fmt::format("v[{}{} + 1]", filter.head.inputs.size(), planes));
    put("WIDTH", fmt::format("n[{}]", number_ + 1));
    put("HEIGHT", fmt::format("n[{}]", number_ + 2));
  }

  std::string value_of(const Parameter& parameter) {
    const bool real = parameter.kind == ParameterKind::real;
    if (has_points(filter_.head)) return fmt::format("{}n[{}]", real ? "" : "(int)", number_++);
    if (!real || filter_.head.kind == Kind::masks) return "USER_" + parameter.name;
    return fmt::format("numbers[{}]", number_++);
  }

  const Filter& filter_;
  int number_ = 0;
  std::string front_, end_;
};

std::string program_text(const Filter& filter, const std::string& text, const std::string& file) {
  if (filter.head.kind == Kind::kernel) return fmt::format("{}{}\n", line_mark(file), text);
  const Macros macros(filter);
  const std::string family = has_points(filter.head) ? "point_filter" : "window_filter";
  return fmt::format("{}{}{}{}{}\n{}{}{}", kernel_text("within.cl"), kernel_text(family + ".cl"), macros.front(),
                     line_mark(file), text, line_mark("lenslet"), macros.end(), kernel_text(family + "_end.cl"));
}

struct Form {
  const char *result, *takes;
};

void check_kernel_is_there(const Filter& filter, const std::string& file) {
  const std::string& name = filter.head.kernel.name;
  if (std::ranges::count(filter.code.functions, name) > 0) return;
  refuse_at(file, {filter.head.lines, 1},
            fmt::format("the kernel is missing: __kernel void {}(...) {{ ... }}", system::excerpt(name)));
}

void check_function(const Filter& filter, const std::string& file) {
  const Head& head = filter.head;
  if (head.kind == Kind::kernel) return check_kernel_is_there(filter, file);
  const std::vector<std::string> wanted = filter.functions();
  const auto missing = std::ranges::find_if(
      wanted, [&](const std::string& name) { return std::ranges::count(filter.code.functions, name) == 0; });
  if (missing == wanted.end()) return;
  const Form form = head.kind == Kind::pixels  ? Form{"void", "PIXELS"}
                    : head.kind == Kind::masks ? Form{"RESULT", "SUMS"}
                                               : Form{"PIXEL", "WINDOW"};
  const bool needs_none = head.kind == Kind::masks && filter.code.functions.empty();
  if (needs_none && head.outputs.size() == head.masks.size()) return;
  if (needs_none)
    refuse_at(file, {head.lines, 1},
              fmt::format("{} masks for {} outputs; allowed: one for each, or a function of their sums",
                          head.masks.size(), head.outputs.size()));
  refuse_at(file, {head.lines, 1},
            fmt::format("the function is missing: {} {}({}) {{ ... }}", form.result, *missing, form.takes));
}

void check_combines(const Filter& filter, const std::string& file) {
  if (filter.head.kind == Kind::masks && filter.has_function && filter.head.outputs.size() > 1)
    refuse_at(file, {filter.head.lines, 1}, "a function of masks' sums has one output");
}

}  // namespace

std::vector<std::string> Filter::functions() const {
  if (head.kind == Kind::window && head.outputs.size() > 1) return head.outputs;
  return {head.name};
}

bool Filter::needs_place() const {
  constexpr std::string_view places[] = {"X", "Y", "WIDTH", "HEIGHT", "CHANNEL"};
  return std::ranges::any_of(places, [&](std::string_view place) { return code.has(place); });
}

Filter make_filter(const std::string& text, const std::string& file, const std::string& known_as) {
  Filter filter{parse_head(text, file), scan(text), known_as, hash_of(text), file, calls_in(text)};
  if (filter.known_as.empty()) filter.known_as = filter.name_with_text();
  filter.has_function = std::ranges::count(filter.code.functions, filter.functions().front()) > 0;
  check_function(filter, file);
  check_combines(filter, file);
  check_calls(filter);
  filter.prefix = fmt::format("user_{}_", filter.hash);
  filter.file = filter.function() + ".cl";
  filter.own_text = keep_kernel_text(filter.file, program_text(filter, text, file));
  return filter;
}

OpInfo info_of(const Filter& filter) {
  const Head& head = filter.head;
  OpInfo info;
  info.name = filter.known_as;
  info.declared = head.name;
  info.of_user = true;
  info.summary = head.summary;
  info.details = head.details;
  info.parameters = head.parameters;
  info.inputs.clear();
  const Reads reads = has_points(head) ? Reads::same : head.kind == Kind::kernel ? Reads::whole : Reads::window;
  const auto types = head.kernel.takes.empty() ? usual_types(ValueKind::image) : head.kernel.takes;
  for (const std::string& input : head.inputs) info.inputs.emplace_back(input.c_str(), reads, types);
  for (const std::string& output : head.outputs) info.outputs.emplace_back(output.c_str());
  return info;
}

std::vector<std::map<std::string, Value>> samples_of(const Head& head) {
  std::vector<std::map<std::string, Value>> samples{{}};
  for (const Parameter& parameter : head.parameters) {
    std::vector<Value> values;
    if (parameter.kind == ParameterKind::flag) values.emplace_back(!std::get<bool>(parameter.initial));
    for (const std::string& choice : parameter.choices) values.emplace_back(choice);
    for (const double end : {parameter.minimum, parameter.maximum}) {
      if (!std::isfinite(end)) continue;
      parameter.kind == ParameterKind::integer ? values.emplace_back(static_cast<std::int64_t>(end))
                                               : values.emplace_back(end);
    }
    for (const Value& value : values)
      if (value != parameter.initial) samples.push_back({{parameter.name, value}});
  }
  return samples;
}

}  // namespace lenslet::user
