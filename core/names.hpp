// Reads words that people type, and says what was meant where one is wrong.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace lenslet {

std::string joined(std::span<const std::string> words);  // "a, b, c"

// Tells whether a text fits a pattern, where * stands for any text and ? for any character.
bool fits_pattern(const std::string& pattern, const std::string& text);

// Tells whether a text that fits the pattern can begin so.
bool may_begin(const std::string& pattern, const std::string& beginning);

// Throws invalid_argument: "unknown border 'wrp': did you mean 'wrap'? Allowed: constant, replicate, ...".
// `problem` is the part before the word: "unknown border".
[[noreturn]] void throw_unknown(std::string_view problem, std::string_view wrong, std::span<const std::string> known);

// Returns the value of `all` whose name_of() is the word.
template <class T, std::size_t N>
T parse_name(std::string_view problem, std::string_view word, const T (&all)[N]) {
  std::vector<std::string> known;
  for (const T& value : all) {
    if (name_of(value) == word) return value;
    known.emplace_back(name_of(value));
  }
  throw_unknown(problem, word, known);
}

}  // namespace lenslet
#pragma GCC visibility pop
