// Compares programs and works without the names of files.
#include "bundle/recognise.hpp"

#include <algorithm>

namespace lenslet::bundle {
namespace {

constexpr std::string_view line_start = "#line ", file_ending = ".cl", any_file = "*.cl";
constexpr std::string_view ends_word = " \t\n;|=,#\"'";  // signs that end a pipeline's word outside quotes

// Takes the first line from the text.
std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string_view without_name(std::string_view line) {
  return line.starts_with(line_start) ? line.substr(0, line.find('"')) : line;
}

// Tells whether a word names a user's text: "/home/me/edges.cl", or "edges.4711", a name and a number made of the text.
bool is_of_user(std::string_view word) {
  if (word.starts_with('/')) return word.ends_with(file_ending);
  constexpr std::string_view digits = "0123456789";
  const std::size_t last = std::min(word.find_last_not_of(digits), word.size());
  return last > 0 && last + 1 < word.size() && word[last] == '.' && digits.find(word.front()) == digits.npos;
}

// Returns the length of the first word: a quoted text, a text up to a sign that ends words, or one such sign.
std::size_t word_length(std::string_view text) {
  const char quote = text.front();
  if (quote == '"' || quote == '\'') return std::min(text.find(quote, 1), text.size() - 1) + 1;
  return std::max<std::size_t>(std::min(text.find_first_of(ends_word), text.size()), 1);
}

std::string_view without_quotes(std::string_view word) {
  return word.starts_with('"') || word.starts_with('\'') ? word.substr(1, word.size() - 2) : word;
}

}  // namespace

bool same_source(std::string_view one, std::string_view other) {
  if (one == other) return true;
  if (one.find("__FILE__") != one.npos) return false;
  while (!one.empty() && !other.empty())
    if (without_name(next_line(one)) != without_name(next_line(other))) return false;
  return one.empty() && other.empty();
}

std::string without_files(std::string_view op) {
  const bool is_pipeline = op.find(" | ") != op.npos || op.find("; ") != op.npos;
  if (!is_pipeline && is_of_user(op)) return std::string(any_file);
  std::string text;
  while (!op.empty()) {
    const std::string_view word = op.substr(0, word_length(op));
    text += is_of_user(without_quotes(word)) ? any_file : word;
    op.remove_prefix(word.size());
  }
  return text;
}

}  // namespace lenslet::bundle
