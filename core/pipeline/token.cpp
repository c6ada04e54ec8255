// Cuts a pipeline's text into tokens.
#include "pipeline/token.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "system/printable.hpp"

namespace lenslet::pipeline {
namespace {

using Kind = Token::Kind;

class Reader {
 public:
  explicit Reader(const std::string& text) : text_(text) {}

  std::vector<Token> all() {
    while (place_ < text_.size()) take();
    add(Kind::end_of_statement);
    add(Kind::end);
    return std::move(tokens_);
  }

 private:
  void take() {
    const char c = text_[place_];
    if (c == '#') {
      place_ = std::min(text_.find('\n', place_), text_.size());
    } else if (c == '\n' || c == ';') {
      take_end(c);
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++place_;
    } else if (c == '"' || c == '\'') {
      take_quoted(c);
    } else if (c == '|' || c == '=' || c == ',') {
      take_sign(c);
    } else if (is_word(c)) {
      const std::size_t first = place_;
      while (place_ < text_.size() && is_word(text_[place_])) ++place_;
      tokens_.push_back({Kind::word, text_.substr(first, place_ - first), first});
    } else {
      refuse_at(text_, place_, fmt::format("'{}' has no meaning here", system::excerpt(text_.substr(place_, 1))));
    }
  }

  // A chain goes on in the next line where one line ends with '|' or the next begins with it.
  void take_end(char c) {
    const bool goes_on = c == '\n' && !tokens_.empty() && tokens_.back().kind == Kind::pipe;
    if (!goes_on) add(Kind::end_of_statement);
    ++place_;
  }

  void take_sign(char c) {
    while (c == '|' && !tokens_.empty() && tokens_.back().kind == Kind::end_of_statement &&
           text_[tokens_.back().place] == '\n')
      tokens_.pop_back();
    add(c == '|' ? Kind::pipe : c == '=' ? Kind::equals : Kind::comma);
    ++place_;
  }

  void take_quoted(char quote) {
    const std::size_t end = text_.find(quote, place_ + 1);
    if (end == text_.npos) refuse_at(text_, place_, "a quote that does not end");
    tokens_.push_back({Kind::word, text_.substr(place_ + 1, end - place_ - 1), place_, true});
    place_ = end + 1;
  }

  void add(Kind kind) { tokens_.push_back({kind, {}, place_}); }

  const std::string& text_;
  std::size_t place_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

bool is_word(char c) {
  constexpr std::string_view others = "_.-+:/*";
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || others.find(c) != others.npos;
}

std::vector<Token> tokens_of(const std::string& text) {
  return Reader(text).all();
}

void refuse_at(const std::string& text, std::size_t place, const std::string& problem, ErrorKind kind) {
  const std::size_t at = std::min(place, text.size());
  const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) == text.npos ? 0 : text.rfind('\n', at - 1) + 1;
  const std::size_t end = std::min(text.find('\n', at), text.size());
  const auto number = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
  const bool alone = text.find('\n') == text.npos;
  throw Error(kind, fmt::format("pipeline{}: {}", alone ? "" : fmt::format(", line {}", number), problem),
              fmt::format("  {}\n  {:>{}}", system::printable(text.substr(begin, end - begin)), '^', at - begin + 1));
}

}  // namespace lenslet::pipeline
