// Reads and writes CSV of numbers.
#include <lenslet/array_file.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/ranges.h>

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

// Reads a number. One that is too small for f64 becomes 0 or the smallest number; one that is too large is refused.
// Only plain decimal text is read as long double: libstdc++ reads past the end of a text that begins like "nan" or
// "inf".
bool read_double(std::string_view field, double& value) {
  if (read_number(field, value)) return true;
  long double wide = 0;
  if (field.find_first_not_of("+-.0123456789eE") != field.npos || !read_number(field, wide) || std::abs(wide) > 1)
    return false;
  value = static_cast<double>(wide);
  return true;
}

// Tells whether the field is an integer that f64 cannot hold exactly. Integers of few digits always fit.
bool loses_digits(std::string_view field, double value) {
  long double exact = 0;
  return field.size() > std::numeric_limits<double>::digits10 &&
         field.find_first_not_of("+-0123456789") == field.npos && read_number(field, exact) && exact != value;
}

// Letters of any script count, except for Unicode's blocks of Latin-1 signs, punctuation, currencies and symbols.
bool is_letter(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (byte > 0xC2 && byte != 0xE2);
}

// A field that may be a misspelt number makes no heading: otherwise its line would be lost.
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

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> all;
  for (array::CsvFields fields(line); fields.next();) all.emplace_back(array::without_quotes(fields.field()));
  return all;
}

// What the first line says of the columns, and which columns are taken.
struct Layout {
  bool has_heading = false;
  std::vector<std::string> names;      // of all columns
  std::vector<std::size_t> places;     // indices of the columns that are taken
  std::vector<std::int64_t> takers{};  // for each column its index in `places`; -1: not taken
};

std::size_t place_of(const std::string& column, const Layout& layout) {
  if (const auto found = std::ranges::find(layout.names, column); layout.has_heading && found != layout.names.end())
    return static_cast<std::size_t>(found - layout.names.begin());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(column.data(), column.data() + column.size(), number);
  if (error == std::errc() && end == column.data() + column.size() && number >= 1 && number <= layout.names.size())
    return number - 1;
  throw Error(ErrorKind::invalid_argument,
              fmt::format("there is no column '{}'; allowed: 1 to {}{}", system::excerpt(column), layout.names.size(),
                          layout.has_heading ? fmt::format(", {}", fmt::join(layout.names, ", ")) : ""));
}

// A first line with the name of a wanted column is a heading, whatever else it has.
Layout layout_of(std::string_view text, const std::vector<std::string>& columns) {
  Layout layout;
  array::CsvLines lines(text);
  if (!lines.next()) return layout;
  layout.names = fields_of(lines.line());
  layout.has_heading = is_heading(lines.line()) || std::ranges::any_of(columns, [&](const std::string& column) {
                         double ignored = 0;
                         return !read_double(column, ignored) && std::ranges::count(layout.names, column) > 0;
                       });
  layout.takers.assign(layout.names.size(), columns.empty() ? 0 : -1);
  for (const std::string& column : columns) layout.places.push_back(place_of(column, layout));
  for (std::size_t i = 0; i < layout.names.size() && columns.empty(); ++i) layout.places.push_back(i);
  for (std::size_t i = 0; i < layout.places.size(); ++i) {
    std::int64_t& taker = layout.takers[layout.places[i]];
    if (!columns.empty() && taker >= 0)
      throw Error(ErrorKind::invalid_argument, fmt::format("column '{}' is named twice", columns[i]));
    taker = static_cast<std::int64_t>(i);
  }
  return layout;
}

// Calls use(fields, number) for each row.
template <class Use>
void each_row(std::string_view text, const Layout& layout, Use use) {
  for (array::CsvLines lines(text); lines.next();)
    if (!lines.is_first() || !layout.has_heading) use(array::CsvFields(lines.line()), lines.number());
}

// Counts rows and columns. Throws for rows of different lengths.
ArrayType counted(std::string_view text, const Layout& layout) {
  std::int64_t rows = 0;
  std::size_t columns = layout.names.size();
  each_row(text, layout, [&](array::CsvFields fields, std::size_t number) {
    std::size_t count = 0;
    while (fields.next()) ++count;
    if (rows++ == 0 && layout.places.size() == columns) columns = count;
    if (count != columns)
      throw Error(ErrorKind::io, fmt::format("line {} has {} numbers; allowed: {}, as in the lines before it", number,
                                             count, columns));
  });
  ArrayType type{SampleType::f64, {rows}};
  const std::size_t taken = layout.places.size() == layout.names.size() ? columns : layout.places.size();
  if (taken > 1 && rows > 0) type.shape.push_back(static_cast<std::int64_t>(taken));
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
    case SampleType::i64:
      return fmt::format("{}", array.as<std::int64_t>()[place]);
    case SampleType::u64:
      return fmt::format("{}", array.as<std::uint64_t>()[place]);
    case SampleType::f16:
    case SampleType::f32:
      return fmt::format("{}", static_cast<float>(array.at(i)));
    default:
      return fmt::format("{}", array.at(i));
  }
}

}  // namespace

// Counts rows and columns first, so that the array is allocated once.
CsvTable parse_csv_table(std::string_view text, const std::vector<std::string>& columns, const AcceptArray& accept) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw Error(ErrorKind::io, "its text is UTF-16; allowed: UTF-8");
  const Layout layout = layout_of(text, columns);
  const ArrayType type = counted(text, layout);
  if (accept) accept(type, type.bytes());
  CsvTable table{Array(type), {}};
  if (layout.has_heading)
    for (const std::size_t place : layout.places) table.names.push_back(layout.names[place]);
  auto row = table.array.as<double>().begin();
  const std::int64_t taken = type.shape.size() > 1 ? type.shape[1] : 1;
  const auto taker = [&](std::size_t place) {
    return columns.empty() ? static_cast<std::int64_t>(place) : layout.takers[place];
  };
  each_row(text, layout, [&](array::CsvFields fields, std::size_t line) {
    for (std::size_t place = 0; fields.next(); ++place)
      if (const std::int64_t to = taker(place); to >= 0)
        row[to] = number_of(array::without_quotes(fields.field()), place + 1, line);
    row += taken;
  });
  return table;
}

Array parse_csv(std::string_view text, const AcceptArray& accept) {
  return parse_csv_table(text, {}, accept).array;
}

std::string csv_text(const Array& array, const std::vector<std::string>& names) {
  const std::vector<std::int64_t>& shape = array.type().shape;
  if (shape.size() > 2)
    throw Error(ErrorKind::unsupported,
                fmt::format("an array of {} as CSV; allowed: up to 2 dimensions", to_string(array.type())));
  const std::int64_t columns = shape.size() == 2 ? shape[1] : 1;
  if (!names.empty() && std::ssize(names) != columns)
    throw Error(ErrorKind::invalid_argument, fmt::format("{} names for an array of {}; allowed: one for each column",
                                                         names.size(), to_string(array.type())));
  std::string text = names.empty() ? "" : fmt::format("{}\n", fmt::join(names, ","));
  for (std::int64_t i = 0; i < array.count(); ++i) {
    text += number_text(array, i);
    text += (i + 1) % columns == 0 ? '\n' : ',';
  }
  return text;
}

}  // namespace lenslet
