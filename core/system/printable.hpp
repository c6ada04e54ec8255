// Makes text of others, such as a file's name, safe to print.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lenslet::system {

// Replaces what a terminal would obey by its code: control characters and bytes that are no UTF-8 by \xHH, characters
// that turn the direction of writing by \u{HHHH}. Newlines and tabs stay where `lines` says that the text may have
// them.
std::string printable(std::string_view text, bool lines = false);

// Makes the text printable on one line, cut where it has more than so many bytes: "one that is very, very long and does
// n...".
std::string excerpt(std::string_view text, std::size_t most = 40);

// Takes from an op's name what its user did not type: from paths of .cl files the working directory, also in the text
// of a pipeline, and from the name of a text, "edges.7068072795827970159", its content's number. Others stay.
std::string shown_name(std::string_view op);

}  // namespace lenslet::system
