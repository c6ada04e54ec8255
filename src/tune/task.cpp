// The family, then every field in a fixed place, then name, kind and value of each argument.
#include "tune/task.hpp"

#include <sstream>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "tune/fields.hpp"

namespace lenslet::tune {
namespace {

constexpr char of_images[] = "image", of_arrays[] = "array";

enum Place {
  family,
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

// Of a task of arrays: the inputs' types lie behind their number.
enum ArrayPlace { input_count = op + 1, first_input };

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

void append_arguments(std::vector<std::string>& fields, const Call& call) {
  for (const auto& [name, value] : call.arguments)
    fields.insert(fields.end(), {name, std::string(1, kinds[value.index()]), text_of(value)});
}

Call parse_call(const std::vector<std::string>& fields, std::size_t begin) {
  if (fields.size() < begin || (fields.size() - begin) % 3 != 0)
    throw Error(ErrorKind::invalid_argument, fmt::format("a task of {} fields", fields.size()));
  Call call{fields[op]};
  for (std::size_t i = begin; i < fields.size(); i += 3)
    call.arguments[fields[i]] = parse_value(fields[i + 1].front(), fields[i + 2]);
  return call;
}

std::string line_of(const ImageTask& task) {
  std::vector<std::string> fields{of_images,
                                  task.call.op,
                                  std::string(name_of(task.format.type)),
                                  fmt::format("{}", task.format.channels),
                                  task.format.alpha ? "1" : "0",
                                  std::string(name_of(task.options.border))};
  for (const double value : task.options.border_value) fields.push_back(number(value));
  fields.emplace_back(task.options.ddepth ? name_of(*task.options.ddepth) : "");
  fields.emplace_back(task.options.alpha == Alpha::keep ? "keep" : "filter");
  fields.push_back(fmt::format("{}", task.size.width));
  fields.push_back(fmt::format("{}", task.size.height));
  append_arguments(fields, task.call);
  return join_fields(fields);
}

ImageTask parse_image_task(const std::vector<std::string>& fields) {
  ImageTask task;
  task.call = parse_call(fields, arguments);
  task.format = {parse_pixel_type(fields[type]), static_cast<int>(parse_number(fields[channels])),
                 fields[has_alpha] == "1"};
  task.options.border = parse_border(fields[border]);
  for (std::size_t i = 0; i < 4; ++i) task.options.border_value[i] = parse_number(fields[border_value + i]);
  if (!fields[ddepth].empty()) task.options.ddepth = parse_pixel_type(fields[ddepth]);
  task.options.alpha = fields[alpha] == "keep" ? Alpha::keep : Alpha::filter;
  task.size = {static_cast<std::int64_t>(parse_number(fields[width])),
               static_cast<std::int64_t>(parse_number(fields[height]))};
  return task;
}

// "f32 100 3"
std::string text_of(const ArrayType& array) {
  std::string text(name_of(array.type));
  for (const std::int64_t side : array.shape) text += fmt::format(" {}", side);
  return text;
}

ArrayType parse_array(const std::string& text) {
  std::istringstream words(text);
  std::string word;
  words >> word;
  ArrayType array{parse_element_type(word)};
  while (words >> word) array.shape.push_back(static_cast<std::int64_t>(parse_number(word)));
  return array;
}

std::string line_of(const ArrayTask& task) {
  std::vector<std::string> fields{of_arrays, task.call.op, fmt::format("{}", task.inputs.size())};
  for (const ArrayType& input : task.inputs) fields.push_back(text_of(input));
  append_arguments(fields, task.call);
  return join_fields(fields);
}

ArrayTask parse_array_task(const std::vector<std::string>& fields) {
  if (fields.size() < first_input)
    throw Error(ErrorKind::invalid_argument, fmt::format("a task of {} fields", fields.size()));
  const auto inputs = static_cast<std::size_t>(parse_number(fields[input_count]));
  ArrayTask task{parse_call(fields, first_input + inputs), {}};
  for (std::size_t i = 0; i < inputs; ++i) task.inputs.push_back(parse_array(fields[first_input + i]));
  return task;
}

}  // namespace

std::string to_line(const Task& task) {
  return std::visit([](const auto& known) { return line_of(known); }, task);
}

Task parse_task(const std::string& line) {
  const std::vector<std::string> fields = split_fields(line);
  if (fields.front() == of_images) return parse_image_task(fields);
  if (fields.front() == of_arrays) return parse_array_task(fields);
  throw Error(ErrorKind::invalid_argument, fmt::format("a task of the family '{}'", fields.front()));
}

}  // namespace lenslet::tune
