// The words and signs of a pipeline's text, each with its place.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lenslet/error.hpp>

namespace lenslet::pipeline {

struct Token {
  enum class Kind { word, pipe, equals, comma, end_of_statement, end } kind;
  std::string text;   // without quotes
  std::size_t place;  // where it begins
  bool quoted = false;
};

// Tells whether a word may have this character outside quotes.
bool is_word(char c);

// Returns the tokens of a text, without comments, blanks, and line ends beside a '|'. Throws invalid_argument for an
// open quote, and for signs that the language does not have.
std::vector<Token> tokens_of(const std::string& text);

// Throws an error with the line's number. Its detail() is the line, with a mark below the place.
[[noreturn]] void refuse_at(const std::string& text, std::size_t place, const std::string& problem,
                            ErrorKind kind = ErrorKind::invalid_argument);

}  // namespace lenslet::pipeline
