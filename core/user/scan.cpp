// A function is a name with brackets behind it, outside all braces, where a brace follows the closing bracket.
#include "user/scan.hpp"

#include <algorithm>
#include <cctype>

namespace lenslet::user {
namespace {

bool is_of_code(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

class Finder {
 public:
  explicit Finder(std::string code) : code_(std::move(code)) {}

  Scan find() {
    while (at_ < code_.size()) {
      const char c = code_[at_];
      if (is_of_code(c)) {
        take_word();
      } else if (c == '#' && at_line_begin()) {
        take_directive();
      } else {
        take_sign(c);
        ++at_;
      }
    }
    return std::move(result_);
  }

 private:
  bool at_line_begin() const {
    for (std::size_t i = at_; i > 0 && code_[i - 1] != '\n'; --i)
      if (std::isspace(static_cast<unsigned char>(code_[i - 1])) == 0) return false;
    return true;
  }

  std::string word() {
    const std::size_t first = at_;
    while (at_ < code_.size() && is_of_code(code_[at_])) ++at_;
    std::string found = code_.substr(first, at_ - first);
    result_.words.insert(found);
    return found;
  }

  void skip_blanks() {
    while (at_ < code_.size() && (code_[at_] == ' ' || code_[at_] == '\t')) ++at_;
  }

  void take_word() {
    const std::string found = word();
    if (braces_ == 0 && brackets_ == 0) candidate_ = found, closed_ = false;
  }

  // Reads a directive. Its names count, its brackets do not.
  void take_directive() {
    ++at_;
    skip_blanks();
    const bool defines = word() == "define";
    skip_blanks();
    if (defines && at_ < code_.size() && is_of_code(code_[at_])) result_.macros.push_back(word());
    while (at_ < code_.size() && (code_[at_] != '\n' || code_[at_ - 1] == '\\'))
      is_of_code(code_[at_]) ? static_cast<void>(word()) : static_cast<void>(++at_);
  }

  void take_sign(char c) {
    if (c == '{') {
      if (braces_++ == 0 && closed_ && std::ranges::count(result_.functions, candidate_) == 0)
        result_.functions.push_back(candidate_);
    } else if (c == '}') {
      braces_ = std::max(braces_ - 1, 0);
    } else if (c == '(') {
      ++brackets_;
    } else if (c == ')') {
      brackets_ = std::max(brackets_ - 1, 0);
      closed_ = brackets_ == 0 && !candidate_.empty();
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0 && brackets_ == 0) {
      closed_ = false;
    }
  }

  std::string code_;
  std::size_t at_ = 0;
  int braces_ = 0, brackets_ = 0;
  std::string candidate_;
  bool closed_ = false;
  Scan result_;
};

}  // namespace

std::string code_of(std::string_view text) {
  std::string code(text);
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    if (text.substr(i).starts_with("//"))
      end = std::min(text.find('\n', i), text.size());
    else if (text.substr(i).starts_with("/*"))
      end = std::min(text.find("*/", i + 2), text.size() - 2) + 2;
    else if (text[i] == '"' || text[i] == '\'')
      for (end = i + 1; end < text.size() && text[end] != '\n';) {
        const bool last = text[end] == text[i];
        end += text[end] == '\\' ? 2 : 1;
        if (last) break;
      }
    end = std::min(end, text.size());
    for (std::size_t k = i; k < end; ++k)
      if (code[k] != '\n') code[k] = ' ';
    i = std::max(end, i + 1);
  }
  return code;
}

Scan scan(std::string_view text) {
  return Finder(code_of(text)).find();
}

}  // namespace lenslet::user
