// Recognises programs and works, whatever the folders of the files that they are made of.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::bundle {

// Tells whether the texts differ at most in the file names of their #line directives. Compilers only put these names
// into messages, unless the text has __FILE__: then the texts must be the same.
bool same_source(std::string_view one, std::string_view other);

// Returns an op's name, or a pipeline's text, with one fixed word in place of each name of a user's text.
std::string without_files(std::string_view op);

}  // namespace lenslet::bundle
