// Text for a terminal: wrapped paragraphs and tables. The width is fixed, so that output can be compared and piped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lenslet::cli {

inline constexpr std::size_t text_width = 100;

// Words filled into lines of text_width; every line but the first begins with `indent` spaces. Newlines stay.
std::string wrap(std::string_view text, std::size_t indent = 0);

// "  left      right", the right part wrapped beside the left one, or below it where that is too long.
std::string entry(std::string_view left, std::string_view right, std::size_t column);

std::string join(const std::vector<std::string>& words, std::string_view separator);

enum class Align { left, right };

class Table {
 public:
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  explicit Table(std::vector<Column> columns);

  // A newline in a cell would begin a row, and so is escaped.
  void add(const std::vector<std::string>& cells);
  std::string text() const;

  // For rows that are printed one by one: columns get their widths from rows that are not kept.
  void fit(const std::vector<std::string>& cells);
  std::string titles() const;
  std::string line(const std::vector<std::string>& cells) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace lenslet::cli
