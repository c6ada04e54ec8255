#include "toolkit/kernel/includes.hpp"

#include <algorithm>

namespace lenslet::kernel {
namespace {

constexpr std::string_view directive = "include", blanks = " \t";

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text;
}

// Returns "sizes.h" for "sizes.h" or <sizes.h> at the text's start.
std::string_view name_at(std::string_view text) {
  if (text.empty() || (text.front() != '"' && text.front() != '<')) return {};
  const std::size_t end = text.find(text.front() == '<' ? '>' : '"', 1);
  return end == text.npos ? std::string_view() : text.substr(1, end - 1);
}

}  // namespace

std::vector<std::string> included_files(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t at = text.find('#'); at != text.npos; at = text.find('#', at + 1)) {
    const std::string_view word = without_blanks(text.substr(at + 1));
    if (word.starts_with(directive)) names.emplace_back(name_at(without_blanks(word.substr(directive.size()))));
  }
  return names;
}

}  // namespace lenslet::kernel
