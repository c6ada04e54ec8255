// Words that people type: reading them, and saying what was meant when they are wrong.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lenslet {

std::string joined(std::span<const std::string> words);  // "a, b, c"

// Whether * and ? of the pattern, for any text and any character, can stand for what the text has there.
bool fits_pattern(const std::string& pattern, const std::string& text);

// Whether a text that the pattern fits may begin so.
bool may_begin(const std::string& pattern, const std::string& beginning);

// Throws invalid_argument: "unknown border 'wrp': did you mean 'wrap'? Allowed: constant, replicate, ...".
// `problem` is the part before the word: "unknown border".
[[noreturn]] void throw_unknown(std::string_view problem, std::string_view wrong, std::span<const std::string> known);

// The value among `all` whose name_of() is the word.
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
