// Words are names, numbers and single characters. Remarks and lines of the preprocessor are none.
#include "tool/commands/kernel_text.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace lenslet::cli {
namespace {

struct Word {
  int line;
  std::string text;
};
using Words = std::vector<Word>;

bool is_name_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool begins_number(std::string_view text) {
  const auto digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  return digit(text[0]) || (text[0] == '.' && text.size() > 1 && digit(text[1]));
}

std::size_t number_length(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    const bool exponent = end > 0 && (text[end - 1] == 'e' || text[end - 1] == 'E') && !text.starts_with("0x");
    if (!is_name_part(text[end]) && text[end] != '.' && !(exponent && (text[end] == '+' || text[end] == '-'))) break;
    ++end;
  }
  return end;
}

// The length of what is no word at the text's begin: blanks, remarks, lines of the preprocessor.
std::size_t gap_length(std::string_view text) {
  const auto until = [&](std::string_view mark, std::size_t from, std::size_t more) {
    const std::size_t end = text.find(mark, from);
    return end == std::string_view::npos ? text.size() : end + more;
  };
  if (text.starts_with("//") || text.starts_with("#")) return until("\n", 0, 0);
  if (text.starts_with("/*")) return until("*/", 2, 2);
  return std::isspace(static_cast<unsigned char>(text[0])) != 0 ? 1 : 0;
}

std::size_t word_length(std::string_view text) {
  if (begins_number(text)) return number_length(text);
  std::size_t end = 0;
  while (end < text.size() && is_name_part(text[end])) ++end;
  return std::max<std::size_t>(end, 1);
}

Words words_of(std::string_view text) {
  Words words;
  int line = 1;
  while (!text.empty()) {
    const std::size_t gap = gap_length(text), length = gap > 0 ? gap : word_length(text);
    if (gap == 0) words.push_back({line, std::string(text.substr(0, length))});
    line += static_cast<int>(std::ranges::count(text.substr(0, length), '\n'));
    text.remove_prefix(length);
  }
  return words;
}

// Returns the place behind the bracket that closes the one at `open`.
std::size_t behind(const Words& words, std::size_t open, const char* opening, const char* closing) {
  int depth = 0;
  for (std::size_t i = open; i < words.size(); ++i) {
    if (words[i].text == opening) ++depth;
    if (words[i].text == closing && --depth == 0) return i + 1;
  }
  return words.size();
}

Words body_of(const Words& words, std::string_view kernel) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i].text != kernel || words[i - 1].text != "void" || words[i + 1].text != "(") continue;
    const std::size_t open = behind(words, i + 1, "(", ")");
    if (open >= words.size() || words[open].text != "{") continue;
    const std::size_t end = behind(words, open, "{", "}");
    return {words.begin() + static_cast<std::ptrdiff_t>(open), words.begin() + static_cast<std::ptrdiff_t>(end)};
  }
  return {};
}

std::string joined(const Words& words, std::size_t first, std::size_t end) {
  constexpr std::size_t longest = 60;
  std::string text;
  for (std::size_t i = first; i < end; ++i) {
    const bool apart = !text.empty() && is_name_part(text.back()) && is_name_part(words[i].text[0]);
    text += (apart ? " " : "") + words[i].text;
  }
  return text.size() > longest ? text.substr(0, longest - 3) + "..." : text;
}

bool is_double(const std::string& word) {
  if (!begins_number(word) || word.starts_with("0x") || word.starts_with("0X")) return false;
  return word.find_first_of(".eE") != std::string::npos && word.find_first_of("fFhHlL") == std::string::npos;
}

// Which items' ids are meant: those in x, or in all dimensions.
bool asks_id(const Words& words, std::size_t i, bool in_x) {
  if (words[i].text != "get_global_id" && words[i].text != "get_local_id") return false;
  return !in_x || (i + 2 < words.size() && words[i + 2].text == "0");
}

// The variables that are made of the item's ids by a single assignment or one after the other.
std::set<std::string> made_of_ids(const Words& body, bool in_x) {
  std::set<std::string> names;
  for (std::size_t i = 1; i + 1 < body.size(); ++i) {
    if (body[i].text != "=" || body[i + 1].text == "=" || !is_name_part(body[i - 1].text[0])) continue;
    int depth = 0;
    for (std::size_t j = i + 1; j < body.size() && body[j].text != ";"; ++j) {
      if (body[j].text == "(") ++depth;
      if (body[j].text == ")" && --depth < 0) break;
      if (body[j].text == "," && depth == 0) break;
      if (asks_id(body, j, in_x) || names.contains(body[j].text)) names.insert(body[i - 1].text);
    }
  }
  return names;
}

void find_branches(const Words& body, KernelText& found) {
  const std::set<std::string> names = made_of_ids(body, false);
  for (std::size_t i = 0; i + 1 < body.size(); ++i) {
    if (body[i].text != "if" || body[i + 1].text != "(") continue;
    const std::size_t end = behind(body, i + 1, "(", ")");
    for (std::size_t j = i + 2; j < end; ++j)
      if (asks_id(body, j, false) || names.contains(body[j].text)) {
        found.branches.push_back({body[i].line, joined(body, i, end)});
        break;
      }
  }
}

void find_strides(const Words& body, KernelText& found) {
  const std::set<std::string> names = made_of_ids(body, true);
  for (std::size_t i = 1; i + 1 < body.size(); ++i) {
    if (body[i].text != "[") continue;
    const std::size_t end = behind(body, i, "[", "]");
    for (std::size_t j = i + 1; j < end; ++j) {
      if (!names.contains(body[j].text)) continue;
      if (body[j - 1].text != "*" && (j + 1 >= end || body[j + 1].text != "*")) continue;
      found.strides.push_back({body[i].line, joined(body, i - 1, end)});
      break;
    }
  }
}

// Follows a body's statements, to know which barriers are in loops: a loop's body may have no braces.
class BarrierScan {
 public:
  BarrierScan(const Words& body, KernelText& found) : body_(body), found_(found) {}

  void statement(bool looped) {
    if (is("{")) return block(looped);
    if (is("for") || is("while")) return loop();
    if (is("do")) return do_loop();
    if (is("if") || is("switch")) return branch(looped);
    plain(looped);
  }

 private:
  bool is(std::string_view text) const { return at_ < body_.size() && body_[at_].text == text; }
  bool ended() const { return at_ >= body_.size() || is("}"); }
  bool begins_control() const { return is("for") || is("while") || is("do") || is("if") || is("switch"); }

  void take(bool looped) {
    const Word& word = body_[at_++];
    if (word.text != "barrier" && word.text != "work_group_barrier") return;
    (looped ? found_.loop_barriers : found_.barriers).push_back({word.line, word.text});
  }

  // Takes the word, and what stands behind it in parentheses.
  void head(bool looped) {
    take(looped);
    for (const std::size_t end = behind(body_, at_, "(", ")"); at_ < end;) take(looped);
  }

  void block(bool looped) {
    take(looped);
    while (!ended()) statement(looped);
    if (is("}")) take(looped);
  }

  void loop() {
    head(true);
    statement(true);
  }

  void do_loop() {
    take(true);
    statement(true);
    if (is("while")) head(true);
    if (is(";")) take(true);
  }

  void branch(bool looped) {
    head(looped);
    statement(looped);
    if (!is("else")) return;
    take(looped);
    statement(looped);
  }

  // Up to the semicolon, or to a statement behind a label or an attribute.
  void plain(bool looped) {
    while (!ended() && !begins_control()) {
      if (is("{")) {
        block(looped);
        continue;
      }
      const bool last = is(";");
      take(looped);
      if (last) return;
    }
    if (begins_control()) statement(looped);
  }

  const Words& body_;
  KernelText& found_;
  std::size_t at_ = 0;
};

}  // namespace

KernelText scan_kernel(std::string_view text, std::string_view kernel) {
  const Words body = body_of(words_of(text), kernel);
  KernelText found;
  for (const Word& word : body)
    if (is_double(word.text)) found.doubles.push_back({word.line, word.text});
  BarrierScan(body, found).statement(false);
  find_branches(body, found);
  find_strides(body, found);
  return found;
}

}  // namespace lenslet::cli
