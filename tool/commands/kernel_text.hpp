// What the text of a kernel shows to a reader who knows what is slow: a scan of its words, without its macros.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lenslet::cli {

// A place in the text, and the words there.
struct TextPlace {
  int line;
  std::string words;
};

struct KernelText {
  std::vector<TextPlace> doubles;        // literals without an f
  std::vector<TextPlace> barriers;       // outside of loops
  std::vector<TextPlace> loop_barriers;  // in loops
  std::vector<TextPlace> branches;       // conditions on what depends on the item's id
  std::vector<TextPlace> strides;        // subscripts with a multiple of the item's id in x
};

// Scans the body of the kernel of this name; of a text without it nothing is found.
KernelText scan_kernel(std::string_view text, std::string_view kernel);

}  // namespace lenslet::cli
