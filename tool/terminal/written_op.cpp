// The library's text has the ops in the order of the text that was read. So a mark at the second 'mean' of one belongs
// at the second of the other.
#include "tool/terminal/written_op.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "system/printable.hpp"

namespace lenslet::cli {
namespace {

WrittenOp& written_op() {
  static WrittenOp op;
  return op;
}

// A single op keeps its name, which other words may contain.
bool is_renamed() {
  return !written_op().source.empty() && written_op().name.find_first_of("|;") != std::string::npos;
}

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string word_at(std::string_view text, std::size_t place) {
  std::size_t end = place;
  while (end < text.size() && is_letter(text[end])) ++end;
  return std::string(text.substr(place, end - place));
}

// The next place of the word as an op: alone, not in a comment, and not as the name of a value or an argument.
std::size_t next_op(std::string_view text, const std::string& word, std::size_t from) {
  for (std::size_t at = text.find(word, from); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t line = at == 0 ? 0 : text.rfind('\n', at - 1) + 1, end = at + word.size();
    const bool alone = (at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]));
    const std::size_t then = text.find_first_not_of(" \t", end);
    const bool is_name = then != text.npos && (text[then] == '=' || text[then] == ',');
    if (alone && !is_name && text.substr(line, at - line).find('#') == text.npos) return at;
  }
  return text.npos;
}

std::string marked(const std::string& source, std::size_t place) {
  const std::size_t begin = place == 0 ? 0 : source.rfind('\n', place - 1) + 1;
  const std::size_t end = std::min(source.find('\n', place), source.size());
  return fmt::format("  {}\n  {:>{}}", source.substr(begin, end - begin), '^', place - begin + 1);
}

}  // namespace

void set_written_op(WrittenOp op) {
  written_op() = std::move(op);
}

std::string op_word(const std::string& name) {
  return !written_op().word.empty() && name == written_op().name ? written_op().word : system::shown_name(name);
}

bool is_written(const std::string& argument) {
  const std::string& source = written_op().source;
  for (std::size_t at = source.find(argument); at != source.npos; at = source.find(argument, at + 1)) {
    const std::size_t line = at == 0 ? 0 : source.rfind('\n', at - 1) + 1, end = at + argument.size();
    const std::size_t then = source.find_first_not_of(" \t", end);
    const bool is_alone = at == 0 || !is_letter(source[at - 1]), has_value = then != source.npos && source[then] == '=';
    if (is_alone && has_value && source.substr(line, at - line).find('#') == source.npos) return true;
  }
  return false;
}

std::string as_written(std::string_view text) {
  std::string told(text);
  if (!is_renamed()) return told;
  const std::string& name = written_op().name;
  for (std::size_t at = told.find(name); at != told.npos; at = told.find(name, at)) {
    const bool is_quoted = at > 0 && told[at - 1] == '"';  // in a record, like that of another run
    if (!is_quoted) told.replace(at, name.size(), written_op().word);
    at += is_quoted ? name.size() : written_op().word.size();
  }
  return told;
}

std::string detail_as_written(const std::string& detail) {
  if (!is_renamed() || !detail.starts_with("  " + written_op().name + '\n')) return detail;
  const std::string &name = written_op().name, &source = written_op().source;
  const std::size_t mark = detail.size() - (name.size() + 6);  // after two lines' indents, a newline and the mark
  const std::string word = word_at(name, std::min(mark, name.size()));
  if (word.empty()) return "";
  std::size_t place = next_op(source, word, 0);
  for (std::size_t at = next_op(name, word, 0); at < mark && place != source.npos; at = next_op(name, word, at + 1))
    place = next_op(source, word, place + 1);
  return place == source.npos ? "" : marked(source, place);
}

}  // namespace lenslet::cli
