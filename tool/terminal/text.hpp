// Text for a terminal: wrapped paragraphs and tables. The width is fixed, so that output can be compared and piped.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace lenslet::cli {

inline constexpr std::size_t text_width = 100;

// Breaks a text into lines of text_width. Every line but the first begins with `indent` spaces. Newlines stay.
std::string wrap(std::string_view text, std::size_t indent = 0);

// Returns "  left      right", with the right part wrapped beside the left one, or below it if that is too long.
std::string entry(std::string_view left, std::string_view right, std::size_t column);

std::string join(const std::vector<std::string>& words, std::string_view separator);

// Collects what `make`, a function or a member, returns for each item.
template <class Items, class Make>
auto mapped(const Items& items, Make make) {
  std::vector<std::decay_t<std::invoke_result_t<Make&, decltype(*std::begin(items))>>> results;
  for (const auto& item : items) results.push_back(std::invoke(make, item));
  return results;
}

class Table {
 public:
  // If a title begins with '>', its column's cells are aligned right.
  explicit Table(std::vector<std::string> titles);

  // A newline in a cell would begin a row, and so is escaped.
  void add(const std::vector<std::string>& cells);
  std::string text() const;

  // Rows may be printed one by one. Then columns get their widths from these rows, which are not kept.
  void fit(const std::vector<std::string>& cells);
  std::string titles() const;
  std::string line(const std::vector<std::string>& cells) const;

 private:
  std::vector<std::string> titles_;
  std::vector<bool> at_right_;
  std::vector<std::size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace lenslet::cli
