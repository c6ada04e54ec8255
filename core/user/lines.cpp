// Finds the fields of the comment at the start of a file, and reads words and numbers in a field.
#include "user/lines.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/printable.hpp"

namespace lenslet::user {
namespace {

constexpr std::string_view blanks = " \t";

// A line of the comment, without its comment marks.
struct Line {
  std::string_view text;
  TextPlace place;
};

std::size_t first_of_text(std::string_view text) {
  return std::min(text.find_first_not_of(" \t\r\n"), text.size());
}

TextPlace place_in(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  return {line + 1, at - (line == 0 ? 0 : before.rfind('\n') + 1) + 1};
}

void strip(Line& line, std::string_view mark) {
  const std::size_t first = std::min(line.text.find_first_not_of(blanks), line.text.size());
  if (!line.text.substr(first).starts_with(mark)) return;
  line.place.column += first + mark.size();
  line.text.remove_prefix(first + mark.size());
}

// Returns the comment's lines, and where it ends. In a block comment a line may begin with a star.
std::vector<Line> comment_of(std::string_view text, const std::string& file, std::size_t& end) {
  std::vector<Line> lines;
  const std::size_t begin = first_of_text(text);
  const bool block = text.substr(begin).starts_with("/*");
  if (!block && !text.substr(begin).starts_with("//"))
    refuse_at(file, place_in(text, begin),
              "a filter begins with a comment that describes it; see docs/your-own-filter.md" + hint_of_kernels(text));
  end = block ? text.find("*/", begin + 2) : text.size();
  if (end == text.npos) refuse_at(file, place_in(text, begin), "a comment that does not end");
  for (std::size_t at = block ? begin + 2 : begin; at <= end && at < text.size();) {
    const std::size_t stop = std::min(text.find('\n', at), end);
    Line line{text.substr(at, stop - at), place_in(text, at)};
    const std::size_t first = std::min(line.text.find_first_not_of(blanks), line.text.size());
    if (!block && !line.text.substr(first).starts_with("//")) {
      end = at;
      break;
    }
    strip(line, block ? "*" : "//");
    lines.push_back(line);
    at = stop + 1;
  }
  return lines;
}

bool is_key(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

void check_bytes(const Line& line, const std::string& file) {
  for (std::size_t i = 0; i < line.text.size(); ++i)
    if (const auto c = static_cast<unsigned char>(line.text[i]); (c < 0x20 && c != '\t' && c != '\r') || c == 0x7f)
      refuse_at(file, {line.place.line, line.place.column + i}, fmt::format("the byte {:#04x} in a comment", c));
}

std::string trimmed(std::string_view text) {
  const std::size_t first = first_of_text(text), last = text.find_last_not_of(" \t\r\n");
  return first == text.size() ? std::string() : std::string(text.substr(first, last - first + 1));
}

void add_line(const Line& line, Fields& fields) {
  const std::size_t first = std::min(line.text.find_first_not_of(blanks), line.text.size());
  const std::size_t colon = line.text.find(':', first);
  if (colon == line.text.npos || !is_key(line.text.substr(first, colon - first))) {
    const std::string more = trimmed(line.text);
    if (!fields.all.empty() && !more.empty())
      fields.all.back().text += (fields.all.back().text.empty() ? "" : "\n") + more;
    return;
  }
  const std::size_t text = std::min(line.text.find_first_not_of(blanks, colon + 1), line.text.size());
  fields.all.push_back({std::string(line.text.substr(first, colon - first)),
                        trimmed(line.text.substr(text)),
                        {line.place.line, line.place.column + text},
                        {line.place.line, line.place.column + first}});
}

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

}  // namespace

Fields fields_of(std::string_view text, const std::string& file) {
  Fields fields;
  std::size_t end = 0;
  for (const Line& line : comment_of(text, file, end)) {
    check_bytes(line, file);
    add_line(line, fields);
  }
  fields.lines = place_in(text, end).line;
  return fields;
}

std::string hint_of_kernels(std::string_view text) {
  if (text.find("kernel void") == text.npos) return {};
  return "; 'lenslet kernel' launches kernels without such a comment";
}

void refuse_at(const std::string& file, TextPlace place, const std::string& problem) {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{}:{}:{}: {}", system::printable(file), place.line, place.column, problem));
}

bool Scanner::at_end() {
  return next() == 0;
}

char Scanner::next() {
  at_ = std::min(field_.text.find_first_not_of(" \t\r\n", at_), field_.text.size());
  return at_ < field_.text.size() ? field_.text[at_] : '\0';
}

bool Scanner::skip(char c) {
  if (next() != c) return false;
  last_ = ++at_;
  return true;
}

void Scanner::expect(char c, const char* what) {
  if (skip(c)) return;
  last_ = at_;
  refuse(fmt::format("{}: '{}' is missing", what, c));
}

std::string Scanner::word() {
  next();
  const std::size_t first = last_ = at_;
  while (at_ < field_.text.size() && is_of_word(field_.text[at_])) ++at_;
  if (at_ == first) refuse("a word is missing");
  return field_.text.substr(first, at_ - first);
}

double Scanner::number() {
  next();
  last_ = at_;
  double value = 0;
  const char *begin = field_.text.data() + at_, *end = field_.text.data() + field_.text.size();
  const bool plus = begin < end && *begin == '+';
  const auto [last, error] = std::from_chars(plus ? begin + 1 : begin, end, value);
  if (error != std::errc() || !(value >= -1e30 && value <= 1e30)) refuse("a number is missing, of at most 1e30");
  at_ += static_cast<std::size_t>(last - begin);
  return value;
}

std::string Scanner::rest() {
  next();
  last_ = at_;
  const std::string text = trimmed(std::string_view(field_.text).substr(at_));
  at_ = field_.text.size();
  return text;
}

void Scanner::refuse(const std::string& problem) {
  const std::string_view before = std::string_view(field_.text).substr(0, last_);
  const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
  if (lines == 0) refuse_at(file_, {field_.place.line, field_.place.column + last_}, problem);
  refuse_at(file_, {field_.place.line + lines, 1}, problem);
}

}  // namespace lenslet::user
