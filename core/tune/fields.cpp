// A field may hold any bytes: masks have lines, compilers write pages.
#include "tune/fields.hpp"

#include <charconv>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::tune {
namespace {

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

}  // namespace lenslet::tune
