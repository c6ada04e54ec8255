// Text of others, such as a file's name, made safe to print.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::system {

// Replaces what a terminal would obey by its code: control characters and bytes that are no UTF-8 by \xHH, characters
// that turn the direction of writing by \u{HHHH}. Newlines and tabs stay where `lines` says that the text may have
// them.
std::string printable(std::string_view text, bool lines = false);

}  // namespace lenslet::system
