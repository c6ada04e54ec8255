// Quotes are those of https://www.rfc-editor.org/rfc/rfc4180. A quote only opens at the start of a field: at the start
// of a line, or after a separator or a blank. Elsewhere, as in 5" pipe, it is an ordinary character.
#include "array/csv_fields.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::array {
namespace {

constexpr std::string_view blanks = " \t\r", semicolon = ";", comma = ",";
constexpr std::size_t none = std::string_view::npos;

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == none) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool opens(std::string_view text, std::size_t quote) {
  constexpr std::string_view before = " \t\r\n,;";
  return quote == 0 || before.find(text[quote - 1]) != none;
}

// Returns the place after the quote that closes the one at `quote`, or `none`. Two quotes inside stand for one
// character.
std::size_t after_partner(std::string_view text, std::size_t quote) {
  for (std::size_t place = quote + 1;;) {
    const std::size_t found = text.find('"', place);
    if (found == none || found + 1 == text.size() || text[found + 1] != '"') return found == none ? none : found + 1;
    place = found + 2;
  }
}

// Finds the first of the characters outside quotes, or the text's end. Returns `none` for an unclosed quote.
std::size_t find_outside(std::string_view text, std::string_view characters, std::size_t place) {
  while (place < text.size()) {
    if (text[place] == '"' && opens(text, place)) {
      place = after_partner(text, place);
      if (place == none) return none;
    } else if (characters.find(text[place]) != none) {
      return place;
    } else {
      ++place;
    }
  }
  return text.size();
}

}  // namespace

CsvLines::CsvLines(std::string_view text) : rest_(text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

bool CsvLines::next() {
  while (!rest_.empty()) {
    line_ = trimmed(take());
    if (line_.empty() || line_.starts_with('#')) continue;
    ++lines_taken_;
    return true;
  }
  return false;
}

// Takes a line. Most lines have no quotes.
std::string_view CsvLines::take() {
  number_ = next_number_;
  std::size_t end = std::min(rest_.find('\n'), rest_.size());
  const std::string_view line = rest_.substr(0, end);
  if (line.find('"') != none && !trimmed(line).starts_with('#')) end = find_outside(rest_, "\n", 0);
  if (end == none)
    throw Error(ErrorKind::io,
                fmt::format("line {} has a quote without its partner; allowed: \"two of them\"", number_));
  const std::string_view all = rest_.substr(0, end);
  next_number_ += 1 + static_cast<std::size_t>(std::ranges::count(all, '\n'));
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  return all;
}

CsvFields::CsvFields(std::string_view line) : line_(line), has_quotes_(line.find('"') != none) {
  const auto has = [this](std::string_view separator) { return find(separator, 0) < line_.size(); };
  separators_ = has(semicolon) ? semicolon : has(comma) ? comma : blanks;
}

// A search for one character is the fastest.
std::size_t CsvFields::find(std::string_view characters, std::size_t place) const {
  const std::size_t found = has_quotes_              ? find_outside(line_, characters, place)
                            : characters.size() == 1 ? line_.find(characters.front(), place)
                                                     : line_.find_first_of(characters, place);
  return std::min(found, line_.size());
}

bool CsvFields::next() {
  while (place_ <= line_.size()) {
    const std::size_t end = find(separators_, place_);
    field_ = trimmed(line_.substr(place_, end - place_));
    place_ = end + 1;
    if (!field_.empty() || separators_ != blanks) return true;
  }
  return false;
}

std::string_view without_quotes(std::string_view field) {
  const bool quoted = field.starts_with('"') && after_partner(field, 0) == field.size();
  return quoted ? trimmed(field.substr(1, field.size() - 2)) : field;
}

}  // namespace lenslet::array
