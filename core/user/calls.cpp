// Goes through the code line by line, and evaluates integer expressions.
#include "user/calls.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "user/scan.hpp"

namespace lenslet::user {
namespace {

constexpr std::string_view known_calls[] = {"AT", "INSIDE", "IN", "OUT", "SUM"};
constexpr std::size_t max_call_length = 200;  // longer calls are ignored, so that the work stays small
constexpr std::int64_t max_index = 1 << 30;   // so that no sum or product in a call overflows

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  return first == text.npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

// Returns the arguments of the brackets at the start of `text`; empty where the brackets do not close.
std::vector<std::string> arguments_of(std::string_view text) {
  std::vector<std::string> arguments;
  int open = 0;
  for (std::size_t i = 0, first = 1; i < std::min(text.size(), max_call_length); ++i) {
    if (text[i] == '(') ++open;
    if (text[i] == ')') --open;
    if (open != 0 && (open != 1 || text[i] != ',')) continue;
    arguments.push_back(without_blanks(text.substr(first, i - first)));
    first = i + 1;
    if (open == 0) return arguments;
  }
  return {};
}

class Walker {
 public:
  explicit Walker(std::string_view text) : code_(code_of(text)) {}

  std::vector<Call> walk() {
    for (std::size_t begin = 0; begin < code_.size(); ++line_) {
      const std::size_t end = std::min(code_.find('\n', begin), code_.size());
      take_line(begin, end);
      begin = end + 1;
    }
    return std::move(calls_);
  }

 private:
  void take_line(std::size_t begin, std::size_t end) {
    const std::string_view line = std::string_view(code_).substr(begin, end - begin);
    const std::string first = without_blanks(line);
    in_directive_ = continues_ ? in_directive_ : first.starts_with('#');
    continues_ = first.ends_with('\\');
    const std::string word = first.starts_with('#') ? without_blanks(first.substr(1)) : std::string();
    if (word.starts_with("if")) ++conditions_;
    if (word.starts_with("endif")) --conditions_;
    if (conditions_ > 0) return;
    for (std::size_t at = 0; at < line.size(); ++at) {
      if (!is_of_name(line[at])) continue;
      const std::size_t from = at;
      while (at < line.size() && is_of_name(line[at])) ++at;
      take_name(line.substr(from, at - from), begin + at, from);
    }
  }

  void take_name(std::string_view name, std::size_t behind, std::size_t column) {
    if (std::ranges::count(known_calls, name) == 0) return;
    const std::size_t bracket = code_.find_first_not_of(" \t", behind);
    if (bracket == code_.npos || code_[bracket] != '(') return;
    Call call{std::string(name), arguments_of(std::string_view(code_).substr(bracket)), {line_, column + 1}};
    const auto has_name = [](const std::string& argument) {
      return std::ranges::any_of(argument, [](char c) { return is_of_name(c) && (c < '0' || c > '9'); });
    };
    if (in_directive_ && std::ranges::any_of(call.arguments, has_name)) return;
    if (!call.arguments.empty()) calls_.push_back(std::move(call));
  }

  std::string code_;
  std::size_t line_ = 1;
  bool in_directive_ = false, continues_ = false;
  int conditions_ = 0;
  std::vector<Call> calls_;
};

class Evaluator {
 public:
  Evaluator(std::string_view text, const ValueOfName& value_of_name) : text_(text), value_of_name_(value_of_name) {}

  std::optional<std::int64_t> value() {
    const auto result = sum();
    return next() == 0 ? result : std::nullopt;
  }

 private:
  using Value = std::optional<std::int64_t>;

  char next() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  static Value small(Value value) {
    return value && *value >= -max_index && *value <= max_index ? value : std::nullopt;
  }

  Value sum() {
    Value left = product();
    while (left && (next() == '+' || next() == '-')) {
      const std::int64_t sign = text_[at_++] == '+' ? 1 : -1;
      const Value right = product();
      left = right ? small(*left + sign * *right) : std::nullopt;
    }
    return left;
  }

  Value product() {
    Value left = factor();
    while (left && next() == '*') {
      ++at_;
      const Value right = factor();
      left = right ? small(*left * *right) : std::nullopt;
    }
    return left;
  }

  Value factor() {
    const char c = next();
    if (c == '+' || c == '-') {
      ++at_;
      const Value value = factor();
      return value ? Value(c == '-' ? -*value : *value) : std::nullopt;
    }
    if (c == '(') {
      ++at_;
      const Value value = sum();
      return next() == ')' && ++at_ > 0 ? value : std::nullopt;
    }
    return operand();
  }

  Value operand() {
    const std::size_t first = at_;
    while (at_ < text_.size() && is_of_name(text_[at_])) ++at_;
    const std::string_view word = text_.substr(first, at_ - first);
    if (word.empty()) return {};
    if (std::isdigit(static_cast<unsigned char>(word.front())) == 0) return small(value_of_name_(word));
    std::int64_t number = 0;
    const auto [last, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool octal = word.size() > 1 && word.front() == '0';
    return error == std::errc() && last == word.data() + word.size() && !octal ? small(number) : std::nullopt;
  }

  std::string_view text_;
  const ValueOfName& value_of_name_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Call> calls_in(std::string_view text) {
  std::vector<Call> calls = Walker(text).walk();
  const Scan code = scan(text);
  std::erase_if(calls, [&](const Call& call) { return std::ranges::count(code.macros, call.name) > 0; });
  return calls;
}

std::optional<std::int64_t> value_of(std::string_view expression, const ValueOfName& value_of_name) {
  return Evaluator(expression, value_of_name).value();
}

}  // namespace lenslet::user
