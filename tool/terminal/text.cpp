// Widths count characters, so that names in UTF-8 do not shift a table.
#include "tool/terminal/text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "system/printable.hpp"

namespace lenslet::cli {
namespace {

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

// A word ends at a blank outside double quotes: text to be pasted keeps its line.
std::size_t end_of_word(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\')) quoted = !quoted;
    if (line[i] == ' ' && !quoted) return i;
  }
  return quoted ? std::min(line.find(' '), line.size()) : line.size();
}

void wrap_line(std::string_view line, std::size_t indent, std::string& out) {
  std::size_t column = indent;
  bool first = true;
  while (!line.empty()) {
    const std::size_t end = end_of_word(line);
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    if (!first && column + 1 + width_of(word) > text_width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width_of(word);
    first = false;
  }
}

}  // namespace

std::string wrap(std::string_view text, std::size_t indent) {
  std::string out;
  while (true) {
    const std::size_t end = text.find('\n');
    wrap_line(text.substr(0, end), indent, out);
    if (end == std::string_view::npos) return out;
    out += '\n' + std::string(indent, ' ');
    text.remove_prefix(end + 1);
  }
}

std::string entry(std::string_view name, std::string_view right, std::size_t column) {
  const std::string left = system::printable(name);
  const std::size_t used = 2 + width_of(left);
  const std::string gap = used + 2 > column ? '\n' + std::string(column, ' ') : std::string(column - used, ' ');
  return fmt::format("  {}{}{}\n", left, gap, wrap(right, column));
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

Table::Table(std::vector<std::string> titles) : titles_(std::move(titles)), widths_(titles_.size()) {
  for (std::string& title : titles_) {
    at_right_.push_back(title.starts_with('>'));
    if (at_right_.back()) title.erase(0, 1);
  }
  fit(titles_);
}

void Table::add(const std::vector<std::string>& cells) {
  fit(cells);
  rows_.push_back(cells);
}

void Table::fit(const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    widths_[i] = std::max(widths_[i], width_of(system::printable(cells[i])));
}

std::string Table::titles() const {
  return line(titles_);
}

std::string Table::line(const std::vector<std::string>& cells) const {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string cell = system::printable(cells[i]);
    const std::string gap(widths_[i] - std::min(widths_[i], width_of(cell)), ' ');
    out += at_right_[i] ? gap + cell : cell + gap;
    out += "  ";
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out + '\n';
}

std::string Table::text() const {
  std::string out = titles();
  for (const auto& row : rows_) out += line(row);
  return out;
}

}  // namespace lenslet::cli
