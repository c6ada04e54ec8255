// CSV of numbers.
#include <lenslet/array_file.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// Between semicolons where there are any, else between commas, else between blanks.
std::vector<std::string_view> fields_of(std::string_view line) {
  const bool marked = line.find_first_of(",;") != line.npos;
  const std::string_view separators = !marked ? blanks : line.find(';') != line.npos ? ";" : ",";
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find_first_of(separators, begin), line.size());
    const std::string_view field = trimmed(line.substr(begin, end - begin));
    if (marked || !field.empty()) fields.push_back(field);
    begin = end + 1;
  }
  return fields;
}

template <class Number>
bool read_number(std::string_view field, Number& value) {
  if (field.starts_with('+')) field.remove_prefix(1);
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error == std::errc() && end == field.data() + field.size();
}

// What is too small for f64 is 0, or the least number that there is; what is too large is none.
bool read_double(std::string_view field, double& value) {
  if (read_number(field, value)) return true;
  long double wide = 0;
  if (!read_number(field, wide) || std::abs(wide) > 1) return false;
  value = static_cast<double>(wide);
  return true;
}

// A whole number that f64 has not.
bool loses_digits(std::string_view field, double value) {
  long double exact = 0;
  return field.find_first_not_of("+-0123456789") == field.npos && read_number(field, exact) && exact != value;
}

class Rows {
 public:
  void add(std::string_view line, std::size_t number) {
    line = trimmed(line);
    if (line.empty() || line.starts_with('#')) return;
    const std::vector<std::string_view> fields = fields_of(line);
    const bool heading = rows_ == 0 && !heading_ && no_numbers(fields);
    heading_ = heading_ || heading;
    if (!heading) add_row(fields, number);
  }

  Array array() const {
    std::vector<std::int64_t> shape{rows_};
    if (columns_ > 1) shape.push_back(static_cast<std::int64_t>(columns_));
    return Array::of(values_).reshaped(std::move(shape));
  }

 private:
  // A misspelled number is no heading: it would be lost.
  static bool no_numbers(const std::vector<std::string_view>& fields) {
    double ignored = 0;
    return std::ranges::none_of(fields, [&](std::string_view field) {
      return read_double(field, ignored) || field.find_first_of("0123456789+-.") == 0;
    });
  }

  void add_row(const std::vector<std::string_view>& fields, std::size_t number) {
    if (rows_ == 0) columns_ = fields.size();
    if (fields.size() != columns_)
      throw Error(ErrorKind::io, fmt::format("line {} has {} numbers; allowed: {}, as in the lines before it", number,
                                             fields.size(), columns_));
    for (const std::string_view field : fields) {
      double value = 0;
      if (!read_double(field, value))
        throw Error(ErrorKind::io,
                    fmt::format("line {}: '{}' is no number; allowed are such as -1, 2.5, 1e-3, nan, inf", number,
                                field.substr(0, 40)));
      if (loses_digits(field, value))
        throw Error(ErrorKind::io,
                    fmt::format("line {}: {} has more digits than f64; allowed: whole numbers up to 2^53, or a .npy",
                                number, field.substr(0, 40)));
      values_.push_back(value);
    }
    ++rows_;
  }

  std::vector<double> values_;
  std::int64_t rows_ = 0;
  std::size_t columns_ = 1;
  bool heading_ = false;
};

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

Array parse_csv(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  Rows rows;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    rows.add(text.substr(begin, end - begin), ++number);
    begin = end + 1;
  }
  return rows.array();
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
