// CSV of numbers.
#include <lenslet/array_file.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "array/csv_fields.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

template <class Number>
bool read_number(std::string_view field, Number& value) {
  if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error == std::errc() && end == field.data() + field.size();
}

// What is too small for f64 is 0, or the least number that there is; what is too large is none. Only digits are read as
// the wider type: libstdc++'s reader of it looks behind the end of a text that begins like "nan" or "inf".
bool read_double(std::string_view field, double& value) {
  if (read_number(field, value)) return true;
  long double wide = 0;
  if (field.find_first_not_of("+-.0123456789eE") != field.npos || !read_number(field, wide) || std::abs(wide) > 1)
    return false;
  value = static_cast<double>(wide);
  return true;
}

// A whole number that f64 has not. Its first digits always fit.
bool loses_digits(std::string_view field, double value) {
  long double exact = 0;
  return field.size() > std::numeric_limits<double>::digits10 &&
         field.find_first_not_of("+-0123456789") == field.npos && read_number(field, exact) && exact != value;
}

// Letters of any script, but for the blocks of Unicode that are Latin-1's signs, punctuation, currencies and symbols.
bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (byte > 0xC2 && byte != 0xE2);
}

// It is no heading, as it would be lost.
bool is_misspelt_number(std::string_view field) {
  constexpr std::string_view digits = "0123456789", signs = "+-.";
  const std::size_t digit = field.find_first_of(digits);
  const auto letter = std::ranges::find_if(field, is_letter) - field.begin();
  return field.find_first_of(signs) == 0 || (digit != field.npos && digit < static_cast<std::size_t>(letter));
}

bool is_heading(std::string_view line) {
  double ignored = 0;
  for (array::CsvFields fields(line); fields.next();) {
    const std::string_view field = array::without_quotes(fields.field());
    if (read_double(field, ignored) || is_misspelt_number(field)) return false;
  }
  return true;
}

// Calls use(fields, number) for each row.
template <class Use>
void each_row(std::string_view text, Use use) {
  for (array::CsvLines lines(text); lines.next();)
    if (!lines.is_first() || !is_heading(lines.line())) use(array::CsvFields(lines.line()), lines.number());
}

// Throws for rows of different lengths.
ArrayType counted(std::string_view text) {
  std::int64_t rows = 0, columns = 1;
  each_row(text, [&](array::CsvFields fields, std::size_t number) {
    std::int64_t count = 0;
    while (fields.next()) ++count;
    if (rows++ == 0) columns = count;
    if (count != columns)
      throw Error(ErrorKind::io, fmt::format("line {} has {} numbers; allowed: {}, as in the lines before it", number,
                                             count, columns));
  });
  ArrayType type{ElementType::f64, {rows}};
  if (columns > 1) type.shape.push_back(columns);
  return type;
}

bool has_decimal_comma(std::string_view field) {
  std::string text(field);
  const std::size_t comma = text.find(',');
  if (comma == text.npos) return false;
  text[comma] = '.';
  double ignored = 0;
  return read_double(text, ignored);
}

[[noreturn]] void refuse_field(std::string_view field, std::size_t column, std::size_t line) {
  const std::string what =
      field.empty() ? fmt::format("field {} is empty; allowed: a number in each, nan for one that is not known", column)
      : has_decimal_comma(field)
          ? fmt::format("'{}' has a decimal comma; allowed: a point, as in 2.5", system::excerpt(field))
          : fmt::format("'{}' is no number; allowed are such as -1, 2.5, 1e-3, nan, inf", system::excerpt(field));
  throw Error(ErrorKind::io, fmt::format("line {}: {}", line, what));
}

double number_of(std::string_view field, std::size_t column, std::size_t line) {
  double value = 0;
  if (!read_double(field, value)) refuse_field(field, column, line);
  if (loses_digits(field, value))
    throw Error(ErrorKind::io,
                fmt::format("line {}: {} has more digits than f64; allowed: whole numbers up to 2^53, or a .npy", line,
                            system::excerpt(field)));
  return value;
}

std::string number_text(const Array& array, std::int64_t i) {
  const auto place = static_cast<std::size_t>(i);
  switch (array.type().type) {
    case ElementType::i64:
      return fmt::format("{}", array.as<std::int64_t>()[place]);
    case ElementType::u64:
      return fmt::format("{}", array.as<std::uint64_t>()[place]);
    case ElementType::f16:
    case ElementType::f32:
      return fmt::format("{}", static_cast<float>(array.at(i)));
    default:
      return fmt::format("{}", array.at(i));
  }
}

}  // namespace

// Rows and columns are counted first, so that the array is made once.
Array parse_csv(std::string_view text, const AcceptArray& accept) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw Error(ErrorKind::io, "its text is UTF-16; allowed: UTF-8");
  const ArrayType type = counted(text);
  if (accept) accept(type, type.bytes());
  Array array(type);
  auto value = array.as<double>().begin();
  each_row(text, [&](array::CsvFields fields, std::size_t line) {
    for (std::size_t column = 1; fields.next(); ++column)
      *value++ = number_of(array::without_quotes(fields.field()), column, line);
  });
  return array;
}

std::string csv_text(const Array& array) {
  const std::vector<std::int64_t>& shape = array.type().shape;
  if (shape.size() > 2)
    throw Error(ErrorKind::unsupported,
                fmt::format("an array of {} as CSV; allowed: up to 2 dimensions", to_string(array.type())));
  const std::int64_t columns = shape.size() == 2 ? shape[1] : 1;
  std::string text;
  for (std::int64_t i = 0; i < array.count(); ++i) {
    text += number_text(array, i);
    text += (i + 1) % columns == 0 ? '\n' : ',';
  }
  return text;
}

}  // namespace lenslet
