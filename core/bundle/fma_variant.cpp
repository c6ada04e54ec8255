// Finds the definition of FAST_FMA in a program's text.
#include "bundle/fma_variant.hpp"

#include <string_view>

namespace lenslet::bundle {

std::optional<std::string> fma_variant(std::string text) {
  constexpr std::string_view define = "#define FAST_FMA ";
  bool found = false;
  for (std::size_t at = text.find(define); at != text.npos; at = text.find(define, at)) {
    const bool begins_line = at == 0 || text[at - 1] == '\n';
    at += define.size();
    const bool ends_line = at + 1 < text.size() && text[at + 1] == '\n';  // the default in a kernel file has a comment
    if (!begins_line || !ends_line || (text[at] != '0' && text[at] != '1')) continue;
    text[at] = text[at] == '0' ? '1' : '0';
    found = true;
  }
  if (!found) return {};
  return text;
}

}  // namespace lenslet::bundle
