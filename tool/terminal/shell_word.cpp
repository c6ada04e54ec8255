// Uses double quotes like the manual's examples, and single ones for what a shell would replace in double ones.
#include "tool/terminal/shell_word.hpp"

#include <algorithm>
#include <cctype>

namespace lenslet::cli {
namespace {

bool is_harmless(unsigned char c) {
  return std::isalnum(c) != 0 || std::string_view("+-./:=,_^%@").find(static_cast<char>(c)) != std::string_view::npos;
}

std::string in_single_quotes(std::string_view word) {
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

std::string shell_word(std::string_view word) {
  if (!word.empty() && std::ranges::all_of(word, is_harmless)) return std::string(word);
  const bool is_replaced = word.find_first_of("\"$`\\!") != word.npos;
  return is_replaced ? in_single_quotes(word) : '"' + std::string(word) + '"';
}

}  // namespace lenslet::cli
