// Reads an expression's text word by word.
#include "ops/map/map_tokens.hpp"

#include <charconv>

#include <fmt/format.h>

#include <lenslet/error.hpp>

namespace lenslet::ops::elementwise {
namespace {

// Tells digits by ASCII, in every locale.
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::size_t name_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && (is_letter(text[length]) || is_digit(text[length]))) ++length;
  return length;
}

std::size_t symbol_length(std::string_view text) {
  const std::string_view pair = text.substr(0, 2);
  return pair == "<=" || pair == ">=" || pair == "==" || pair == "!=" || pair == "**" ? 2 : 1;
}

}  // namespace

std::string shown(const Token& token) {
  if (token.kind == Token::Kind::end) return "the end";
  constexpr std::size_t longest = 20;
  std::string text = "'";
  for (const char c : token.text.substr(0, longest))
    if (c >= ' ' && c <= '~')
      text += c;
    else
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return text + (token.text.size() > longest ? "...'" : "'");
}

void throw_at(const Token& token, std::string_view complaint, std::string_view allowed) {
  throw Error(ErrorKind::invalid_argument, fmt::format("expression: {} at character {}{}, allowed: {}", shown(token),
                                                       token.position, complaint, allowed));
}

Tokens::Tokens(std::string_view text) : text_(text) {
  advance();
}

bool Tokens::take(std::string_view symbol) {
  if (!at(symbol)) return false;
  advance();
  return true;
}

Token Tokens::token_of(Token::Kind kind, std::size_t length) const {
  return {kind, text_.substr(place_, length), 0, place_ + 1};
}

Token Tokens::number() const {
  double value = 0;
  const char* const begin = text_.data() + place_;
  const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
  Token token = token_of(Token::Kind::number, static_cast<std::size_t>(end - begin));
  if (error == std::errc::invalid_argument) token = token_of(Token::Kind::number, 1);
  if (error != std::errc()) throw_at(token, " is no number of 64 bits", "numbers as 2, 0.5 and 1e-3");
  token.number = value;
  return token;
}

void Tokens::advance() {
  place_ += current_.text.size();
  while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\t')) ++place_;
  const std::string_view rest = text_.substr(place_);
  if (rest.empty())
    current_ = token_of(Token::Kind::end, 0);
  else if (is_digit(rest.front()) || rest.front() == '.')
    current_ = number();
  else if (is_letter(rest.front()))
    current_ = token_of(Token::Kind::name, name_length(rest));
  else
    current_ = token_of(Token::Kind::symbol, symbol_length(rest));
}

}  // namespace lenslet::ops::elementwise
