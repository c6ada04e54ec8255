// Logs have no form in common, so that what is not known stays as it is.
#include "ocl/build_log.hpp"

#include <algorithm>
#include <cctype>

namespace lenslet::ocl {
namespace {

// Some of clang's users put "error: " in front of the place, and not behind it as clang does.
std::string place_first(const std::string& line) {
  constexpr std::string_view word = "error: ";
  const std::size_t end = line.find(": ", word.size());
  if (!line.starts_with(word) || end == line.npos || line.substr(word.size(), end - word.size()).find(':') == line.npos)
    return line;
  return line.substr(word.size(), end + 2 - word.size()) + std::string(word) + line.substr(end + 2);
}

// clang's " <Spelling=FILE:LINE:COLUMN>" of what a macro made.
void erase_spelling(std::string& line) {
  constexpr std::string_view begin = " <Spelling=";
  const std::size_t at = line.find(begin), end = line.find('>', at == line.npos ? 0 : at);
  if (at != line.npos && end != line.npos) line.erase(at, end + 1 - at);
}

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// user_11763953562458869456_bad, or user_11763953562458869456_bad_F32, becomes bad: see user/filter.cpp.
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

}  // namespace

std::string readable_log(std::string_view log) {
  std::string readable;
  for (std::size_t begin = 0; begin < log.size();) {
    const std::size_t end = std::min(log.find('\n', begin), log.size());
    std::string line = place_first(std::string(log.substr(begin, end - begin)));
    erase_spelling(line);
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

}  // namespace lenslet::ocl
