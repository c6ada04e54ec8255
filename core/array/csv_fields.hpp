// Lines and fields of CSV, with the quotes of RFC 4180. Nothing is copied.
#pragma once

#include <cstddef>
#include <string_view>

namespace lenslet::array {

// Gives line after line, but for those that are empty or begin with #. A quoted field may have ends of lines.
class CsvLines {
 public:
  explicit CsvLines(std::string_view text);

  // Goes to the next line; false at the end. Throws io for a quote without its partner.
  bool next();

  std::string_view line() const { return line_; }      // without blanks around it
  std::size_t number() const { return number_; }       // where it begins in the text, in lines from 1
  bool is_first() const { return lines_taken_ == 1; }  // that next() gave

 private:
  std::string_view take();

  std::string_view rest_, line_;
  std::size_t number_ = 0, next_number_ = 1, lines_taken_ = 0;
};

// Gives the fields of a line, without blanks around them: between semicolons where there are any, else between commas,
// else between blanks.
class CsvFields {
 public:
  explicit CsvFields(std::string_view line);

  bool next();  // false at the end
  std::string_view field() const { return field_; }

 private:
  std::size_t find(std::string_view characters, std::size_t place) const;  // outside quotes; the line's end if nowhere

  std::string_view line_, field_;
  bool has_quotes_;
  std::string_view separators_;
  std::size_t place_ = 0;
};

// Returns what stands in a field's quotes, without blanks around it; the field itself where none are around all of it.
std::string_view without_quotes(std::string_view field);

}  // namespace lenslet::array
