// Finds names in a filter's OpenCL C without a compiler. That is enough to rename them apart from other code of a
// program.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lenslet::user {

struct Scan {
  std::set<std::string, std::less<>> words;  // all names in the text
  std::vector<std::string> functions;        // that the text defines, in order
  std::vector<std::string> macros;           // that the text defines

  bool has(std::string_view word) const { return words.find(word) != words.end(); }
};

// Returns the text with blanks in place of comments and literals.
std::string code_of(std::string_view text);

// Ignores comments and literals.
Scan scan(std::string_view text);

}  // namespace lenslet::user
