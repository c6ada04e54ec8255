// Writes and reads works as lines of fields for the worker, and says which outcome an error is.
#include "tune/task.hpp"

#include <charconv>
#include <sstream>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/tune.hpp>

#include "op/argument.hpp"
#include "user/table.hpp"

namespace lenslet {

// A schedule may be refused, fail to compile, or fail on the device. Other errors are not the schedule's.
Outcome outcome_of(const Error& error) {
  switch (error.kind()) {
    case ErrorKind::build:
      return Outcome::build_failed;
    case ErrorKind::device:
      return Outcome::launch_failed;
    case ErrorKind::unsupported:
      return Outcome::excluded;
    default:
      throw;
  }
}

}  // namespace lenslet

namespace lenslet::tune {

namespace {

// A field may hold any bytes: masks have line ends, and compilers write pages.
void append_escaped(std::string& line, std::string_view field) {
  for (const char c : field) {
    if (c == '\n')
      line += "\\n";
    else if (c == '\t')
      line += "\\t";
    else if (c == '\\')
      line += "\\\\";
    else
      line += c;
  }
}

char unescaped(char c) {
  if (c == 'n') return '\n';
  return c == 't' ? '\t' : c;
}

}  // namespace

std::string join_fields(std::span<const std::string> fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += '\t';
    append_escaped(line, fields[i]);
  }
  return line;
}

std::vector<std::string> split_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\t')
      fields.emplace_back();
    else if (line[i] == '\\' && i + 1 < line.size())
      fields.back() += unescaped(line[++i]);
    else
      fields.back() += line[i];
  }
  return fields;
}

double parse_number(const std::string& field) {
  double value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (error != std::errc() || end != field.data() + field.size())
    throw Error(ErrorKind::invalid_argument, fmt::format("'{}' is not a number", field));
  return value;
}

namespace {

constexpr std::string_view image_word =
    "image";  // before the numbers of an image's type; an array's begins with its own

// The fields of a task. First those with a fixed place; then the inputs, the name, kind and value of each argument, and
// at last the texts of ops that are in no file.
enum TaskField {
  op,
  border,
  border_value,
  ddepth = border_value + 4,
  alpha,
  nodata,
  nan,
  accuracy,
  layered,
  text_count,
  input_count,
  first_input
};

std::string number(double value) {
  return fmt::format("{:.17g}", value);
}

std::int64_t integer(const std::string& text) {
  return static_cast<std::int64_t>(parse_number(text));
}

// Writes "f32 100 3".
std::string text_of(const ArrayType& array) {
  std::string text(name_of(array.type));
  for (const std::int64_t side : array.shape) text += fmt::format(" {}", side);
  return text;
}

// Writes "image u8 3 0 640 480 1".
std::string text_of(const ImageType& image) {
  return fmt::format("{} {} {} {:d} {} {} {}", image_word, name_of(image.format.type), image.format.channels,
                     image.format.alpha, image.size.width, image.size.height, image.layers);
}

ArrayType array_of(const std::vector<std::string>& words) {
  ArrayType array{parse_sample_type(words.front())};
  for (std::size_t i = 1; i < words.size(); ++i) array.shape.push_back(integer(words[i]));
  return array;
}

ImageType image_of(const std::vector<std::string>& words) {
  if (words.size() != 7) throw Error(ErrorKind::invalid_argument, fmt::format("an image of {} words", words.size()));
  return {{parse_sample_type(words[1]), static_cast<int>(integer(words[2])), words[3] == "1"},
          {integer(words[4]), integer(words[5])},
          integer(words[6])};
}

ValueType parse_type(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.empty()) throw Error(ErrorKind::invalid_argument, "an input without a type");
  if (words.front() == image_word) return image_of(words);
  return array_of(words);
}

void append_options(std::vector<std::string>& fields, const OpOptions& options) {
  fields.emplace_back(options.border ? name_of(*options.border) : "");
  for (const double value : options.border_value) fields.push_back(number(value));
  fields.emplace_back(options.ddepth ? name_of(*options.ddepth) : "");
  fields.emplace_back(options.alpha ? name_of(*options.alpha) : "");
  fields.push_back(options.nodata ? number(*options.nodata) : "");
  fields.emplace_back(name_of(options.nan));
  fields.emplace_back(options.accuracy ? name_of(*options.accuracy) : "");
  fields.emplace_back(options.layered ? "1" : "0");
}

OpOptions parse_options(const std::vector<std::string>& fields) {
  OpOptions options;
  if (!fields[border].empty()) options.border = parse_border(fields[border]);
  for (std::size_t i = 0; i < 4; ++i) options.border_value[i] = parse_number(fields[border_value + i]);
  if (!fields[ddepth].empty()) options.ddepth = parse_sample_type(fields[ddepth]);
  if (!fields[alpha].empty()) options.alpha = parse_alpha(fields[alpha]);
  if (!fields[nodata].empty()) options.nodata = parse_number(fields[nodata]);
  options.nan = parse_nan(fields[nan]);
  if (!fields[accuracy].empty()) options.accuracy = parse_accuracy(fields[accuracy]);
  options.layered = fields[layered] == "1";
  return options;
}

// Takes the texts of ops from the end of the fields, and makes these ops known to this process.
std::vector<lenslet::op::OpPtr> ops_of_texts(std::vector<std::string>& fields) {
  std::vector<lenslet::op::OpPtr> ops;
  for (std::int64_t left = integer(fields[text_count]); left > 0 && fields.size() > first_input; --left) {
    ops.push_back(user::op_of(fields.back(), "filter.cl", {}));
    fields.pop_back();
  }
  return ops;
}

}  // namespace

std::string to_line(const Work& work) {
  std::vector<std::string> fields{work.call.op};
  append_options(fields, work.options);
  const std::vector<std::string> texts = user::texts_named_in(work.call.op);
  fields.push_back(fmt::format("{}", texts.size()));
  fields.push_back(fmt::format("{}", work.inputs.size()));
  for (const ValueType& input : work.inputs)
    fields.push_back(std::visit([](const auto& type) { return text_of(type); }, input));
  for (const auto& [name, value] : work.call.arguments)
    fields.insert(fields.end(), {name, std::string(1, lenslet::op::letter_of(value)), value_text(value)});
  fields.insert(fields.end(), texts.begin(), texts.end());
  return join_fields(fields);
}

Work parse_work(const std::string& line, std::vector<lenslet::op::OpPtr>& brought) {
  std::vector<std::string> fields = split_fields(line);
  const auto refuse = [&] {
    return Error(ErrorKind::invalid_argument, fmt::format("a work of {} fields", fields.size()));
  };
  if (fields.size() < first_input) throw refuse();
  brought = ops_of_texts(fields);
  const std::int64_t inputs = integer(fields[input_count]);
  if (inputs < 0 || inputs > static_cast<std::int64_t>(fields.size() - first_input)) throw refuse();
  const auto first_argument = static_cast<std::size_t>(first_input + inputs);
  if ((fields.size() - first_argument) % 3 != 0) throw refuse();
  Work work{{fields[op]}, {}, parse_options(fields)};
  for (std::size_t i = first_input; i < first_argument; ++i) work.inputs.push_back(parse_type(fields[i]));
  for (std::size_t i = first_argument; i < fields.size(); i += 3)
    work.call.arguments[fields[i]] = lenslet::op::value_of(fields[i + 1][0], fields[i + 2]);
  return work;
}

}  // namespace lenslet::tune
