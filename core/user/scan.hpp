// What a filter's OpenCL C has, without a compiler: enough to name it apart from all other code of a program.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lenslet::user {

struct Scan {
  std::set<std::string, std::less<>> words;  // all names that stand there
  std::vector<std::string> functions;        // that it defines, in order
  std::vector<std::string> macros;           // that it defines

  bool has(std::string_view word) const { return words.find(word) != words.end(); }
};

// The text with blanks in the place of comments and literals.
std::string code_of(std::string_view text);

// Comments and literals do not count.
Scan scan(std::string_view text);

}  // namespace lenslet::user
