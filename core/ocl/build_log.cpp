// Compilers' logs have different forms. What is not recognised stays as it is.
#include "ocl/build_log.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace lenslet::ocl {
namespace {

// Moves "error: " behind the place, as clang has it. Some compilers that use clang put it in front.
std::string place_first(const std::string& line) {
  constexpr std::string_view word = "error: ";
  const std::size_t end = line.find(": ", word.size());
  if (!line.starts_with(word) || end == line.npos || line.substr(word.size(), end - word.size()).find(':') == line.npos)
    return line;
  return line.substr(word.size(), end + 2 - word.size()) + std::string(word) + line.substr(end + 2);
}

// Removes clang's " <Spelling=FILE:LINE:COLUMN>", which tells where a macro was written.
void erase_spelling(std::string& line) {
  constexpr std::string_view begin = " <Spelling=";
  const std::size_t at = line.find(begin), end = line.find('>', at == line.npos ? 0 : at);
  if (at != line.npos && end != line.npos) line.erase(at, end + 1 - at);
}

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Turns user_11763953562458869456_bad and user_11763953562458869456_bad_F32 into bad: see user/filter.cpp.
void shorten_names(std::string& line) {
  constexpr std::string_view begin = "user_", type = "_F32";
  for (std::size_t at = line.find(begin); at != line.npos; at = line.find(begin, at + 1)) {
    std::size_t end = at + begin.size();
    while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end])) != 0) ++end;
    if ((at > 0 && is_of_name(line[at - 1])) || end == at + begin.size() || end == line.size() || line[end] != '_')
      continue;
    line.erase(at, end + 1 - at);
    for (end = at; end < line.size() && is_of_name(line[end]);) ++end;
    if (std::string_view(line).substr(0, end).ends_with(type)) line.erase(end - type.size(), type.size());
  }
}

// The directive `#line 1 "edges.cl"`, which gives the file and line of the next line of text.
struct LineDirective {
  int line = 0;
  std::string_view file;
};

std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() ? std::optional(number) : std::nullopt;
}

std::optional<LineDirective> directive_of(std::string_view line) {
  constexpr std::string_view word = "#line ";
  if (!line.starts_with(word)) return {};
  const auto number = number_in(line.substr(word.size()));
  const std::size_t begin = line.find('"'), end = line.rfind('"');
  if (!number || begin == end) return {};
  return LineDirective{*number, line.substr(begin + 1, end - begin - 1)};
}

// Returns the place of a line of the source, "edges.cl:4"; absent where no #line is above it.
std::optional<std::string> place_of(std::string_view source, int wanted) {
  std::optional<LineDirective> last;
  for (int line = 1; line < wanted && !source.empty(); ++line) {
    const std::size_t end = std::min(source.find('\n'), source.size());
    if (const auto found = directive_of(source.substr(0, end)))
      last = found;
    else if (last)
      ++last->line;
    source.remove_prefix(std::min(end + 1, source.size()));
  }
  if (!last) return {};
  return fmt::format("{}:{}", last->file, last->line);
}

void name_place(std::string& line, std::string_view source) {
  constexpr std::string_view whole_text = "<kernel>:";
  if (!line.starts_with(whole_text)) return;
  const std::size_t end = line.find(':', whole_text.size());
  const auto number = number_in(std::string_view(line).substr(whole_text.size()));
  if (!number || end == line.npos) return;
  if (const auto place = place_of(source, *number)) line.replace(0, end, *place);
}

}  // namespace

std::string readable_log(std::string_view log, std::string_view source) {
  std::string readable;
  for (std::size_t begin = 0; begin < log.size();) {
    const std::size_t end = std::min(log.find('\n', begin), log.size());
    std::string line = place_first(std::string(log.substr(begin, end - begin)));
    erase_spelling(line);
    name_place(line, source);
    shorten_names(line);
    readable += line;
    if (end < log.size()) readable += '\n';
    begin = end + 1;
  }
  return readable;
}

std::string first_error(std::string_view log) {
  std::size_t begin = log.find("error");
  if (begin == std::string_view::npos) begin = log.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  const std::size_t line = log.rfind('\n', begin) + 1;
  return std::string(log.substr(line, log.find_first_of("\r\n", begin) - line));
}

// Explains the error of `if (AT(0, 0) > 100)` in a user's filter, where pixels are vectors.
std::string hint_for_error(std::string_view line) {
  const bool asks_vector = line.find("statement requires expression of scalar type") != line.npos;
  return asks_vector ? " (the condition is a vector, true in some of its lanes; allowed: select(no, yes, condition), "
                       "which chooses in each)"
                     : "";
}

}  // namespace lenslet::ocl
