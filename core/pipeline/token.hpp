// Words and signs of a pipeline's text, each with its place.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lenslet/error.hpp>

namespace lenslet::pipeline {

struct Token {
  enum class Kind { word, pipe, equals, comma, end_of_statement, end } kind;
  std::string text;   // of a word, without its quotes
  std::size_t place;  // where it begins
  bool quoted = false;
};

// Comments and blanks are left out, and so are ends of lines round a '|'. Throws invalid_argument for a quote that does
// not end and for signs that the language does not have.
// Whether a word may have it outside of quotes.
bool is_word(char c);

std::vector<Token> tokens_of(const std::string& text);

// Throws an error with the line's number, whose detail() is the line of the place and a mark below it.
[[noreturn]] void refuse_at(const std::string& text, std::size_t place, const std::string& problem,
                            ErrorKind kind = ErrorKind::invalid_argument);

}  // namespace lenslet::pipeline
