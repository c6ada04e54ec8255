// What programs and works are recognised by, wherever the files lie that they are made of.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::bundle {

// Whether the texts differ at most in the names that their #line give to files, which compilers put into messages
// alone. A text with __FILE__ has them in its code, too, so that they must be the same.
bool same_source(std::string_view one, std::string_view other);

// Returns an op's name, or a pipeline's text, with one word in place of all that names a user's text.
std::string without_files(std::string_view op);

}  // namespace lenslet::bundle
