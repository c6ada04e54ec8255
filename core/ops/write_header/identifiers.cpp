// A name keeps its spelling where C++ allows it. Characters that C++ forbids become an underscore.
#include "ops/write_header/identifiers.hpp"

#include <algorithm>
#include <iterator>

namespace lenslet::ops {
namespace {

constexpr std::string_view keywords[] = {
    "alignas",     "alignof",  "and",       "and_eq",    "asm",       "auto",         "bitand",
    "bitor",       "bool",     "break",     "case",      "catch",     "char",         "char16_t",
    "char32_t",    "char8_t",  "class",     "co_await",  "co_return", "co_yield",     "compl",
    "concept",     "const",    "consteval", "constexpr", "constinit", "const_cast",   "continue",
    "decltype",    "default",  "delete",    "do",        "double",    "dynamic_cast", "else",
    "enum",        "explicit", "export",    "extern",    "false",     "float",        "for",
    "friend",      "goto",     "if",        "inline",    "int",       "long",         "mutable",
    "namespace",   "new",      "noexcept",  "not",       "not_eq",    "nullptr",      "operator",
    "or",          "or_eq",    "private",   "protected", "public",    "register",     "reinterpret_cast",
    "requires",    "return",   "short",     "signed",    "sizeof",    "static",       "static_assert",
    "static_cast", "struct",   "switch",    "template",  "this",      "thread_local", "throw",
    "true",        "try",      "typedef",   "typeid",    "typename",  "union",        "unsigned",
    "using",       "virtual",  "void",      "volatile",  "wchar_t",   "while",        "xor",
    "xor_eq"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

}  // namespace

std::string identifier(std::string_view name) {
  std::string result;
  if (name.empty() || is_digit(name.front())) result += '_';
  for (const char c : name) {
    if (is_letter(c) || is_digit(c))
      result += c;
    else if (!result.ends_with('_'))  // two of them would be a reserved name
      result += '_';
  }
  if (std::find(std::begin(keywords), std::end(keywords), result) != std::end(keywords)) result += '_';
  return result;
}

std::string type_name(std::string_view name) {
  std::string result;
  bool first = true;
  for (const char c : name) {
    const bool part = is_letter(c) || is_digit(c);
    if (part) result += first ? upper(c) : c;
    first = !part;
  }
  return identifier(result);
}

}  // namespace lenslet::ops
