// Every field in a fixed place, then name, kind and value of each argument.
#include "tune/task.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "tune/fields.hpp"

namespace lenslet::tune {
namespace {

enum Place {
  op,
  type,
  channels,
  has_alpha,
  border,
  border_value,
  ddepth = border_value + 4,
  alpha,
  width,
  height,
  arguments
};

constexpr char kinds[] = {'f', 'i', 'r', 't'};  // in the order of Value's alternatives

std::string number(double value) {
  return fmt::format("{:.17g}", value);
}

std::string text_of(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* real = std::get_if<double>(&value)) return number(*real);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  return std::get<bool>(value) ? "1" : "0";
}

Value parse_value(char kind, const std::string& text) {
  switch (kind) {
    case 'f':
      return text == "1";
    case 'i':
      return static_cast<std::int64_t>(parse_number(text));
    case 'r':
      return parse_number(text);
    default:
      return text;
  }
}

}  // namespace

std::string to_line(const Task& task) {
  std::vector<std::string> fields{task.call.op, std::string(name_of(task.format.type)),
                                  fmt::format("{}", task.format.channels), task.format.alpha ? "1" : "0",
                                  std::string(name_of(task.options.border))};
  for (const double value : task.options.border_value) fields.push_back(number(value));
  fields.emplace_back(task.options.ddepth ? name_of(*task.options.ddepth) : "");
  fields.emplace_back(task.options.alpha == Alpha::keep ? "keep" : "filter");
  fields.push_back(fmt::format("{}", task.size.width));
  fields.push_back(fmt::format("{}", task.size.height));
  for (const auto& [name, value] : task.call.arguments)
    fields.insert(fields.end(), {name, std::string(1, kinds[value.index()]), text_of(value)});
  return join_fields(fields);
}

Task parse_task(const std::string& line) {
  const std::vector<std::string> fields = split_fields(line);
  if (fields.size() < arguments || (fields.size() - arguments) % 3 != 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("a task of {} fields", fields.size()));
  Task task;
  task.call.op = fields[op];
  task.format = {parse_pixel_type(fields[type]), static_cast<int>(parse_number(fields[channels])),
                 fields[has_alpha] == "1"};
  task.options.border = parse_border(fields[border]);
  for (std::size_t i = 0; i < 4; ++i) task.options.border_value[i] = parse_number(fields[border_value + i]);
  if (!fields[ddepth].empty()) task.options.ddepth = parse_pixel_type(fields[ddepth]);
  task.options.alpha = fields[alpha] == "keep" ? Alpha::keep : Alpha::filter;
  task.size = {static_cast<std::int64_t>(parse_number(fields[width])),
               static_cast<std::int64_t>(parse_number(fields[height]))};
  for (std::size_t i = arguments; i < fields.size(); i += 3)
    task.call.arguments[fields[i]] = parse_value(fields[i + 1].front(), fields[i + 2]);
  return task;
}

}  // namespace lenslet::tune
