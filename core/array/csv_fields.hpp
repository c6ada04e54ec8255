// Lines and fields of CSV, with the quotes of RFC 4180. Nothing is copied.
#pragma once

#include <cstddef>
#include <string_view>

namespace lenslet::array {

// Goes through the lines, without those that are empty or begin with #. A quoted field may contain line ends.
class CsvLines {
 public:
  explicit CsvLines(std::string_view text);

  // Goes to the next line; returns false at the end. Throws io for an unclosed quote.
  bool next();

  std::string_view line() const { return line_; }      // without blanks around it
  std::size_t number() const { return number_; }       // number of its first line in the text, from 1
  bool is_first() const { return lines_taken_ == 1; }  // whether it is the first line that next() gave

 private:
  std::string_view take();

  std::string_view rest_, line_;
  std::size_t number_ = 0, next_number_ = 1, lines_taken_ = 0;
};

// Goes through the fields of a line, without blanks around them. The separator is the semicolon where there is one,
// else the comma, else blanks.
class CsvFields {
 public:
  explicit CsvFields(std::string_view line);

  bool next();  // returns false at the end
  std::string_view field() const { return field_; }

 private:
  // Ignores quoted text; returns the line's end where there is none.
  std::size_t find(std::string_view characters, std::size_t place) const;

  std::string_view line_, field_;
  bool has_quotes_;
  std::string_view separators_;
  std::size_t place_ = 0;
};

// Returns the text in a field's quotes, without blanks around it. Returns the field itself where the quotes do not
// enclose all of it.
std::string_view without_quotes(std::string_view field);

}  // namespace lenslet::array
