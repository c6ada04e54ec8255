// The words of an expression's text.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::ops::elementwise {

struct Token {
  enum class Kind : std::uint8_t { end, number, name, symbol } kind = Kind::end;
  std::string_view text = {};
  double number = 0;
  std::size_t position = 1;  // of its first character, from 1
};

// Writes a token as a message shows it: in quotes, on one line, and not too long.
std::string shown(const Token& token);

[[noreturn]] void throw_at(const Token& token, std::string_view complaint, std::string_view allowed);

class Tokens {
 public:
  explicit Tokens(std::string_view text);  // reads the first one

  const Token& current() const { return current_; }
  void advance();
  bool at(std::string_view symbol) const { return current_.kind == Token::Kind::symbol && current_.text == symbol; }
  bool take(std::string_view symbol);  // returns whether the symbol is next, and if so, passes it

 private:
  Token token_of(Token::Kind kind, std::size_t length) const;
  Token number() const;

  std::string_view text_;
  std::size_t place_ = 0;
  Token current_;
};

}  // namespace lenslet::ops::elementwise
