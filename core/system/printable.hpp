// Makes text from elsewhere, such as a file's name, safe to print.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#pragma GCC visibility push(default)
namespace lenslet::system {

// Replaces characters that a terminal would obey by their codes. Control characters and bytes that are no UTF-8 become
// \xHH, characters that change the direction of writing become \u{HHHH}. With `lines`, newlines and tabs stay.
std::string printable(std::string_view text, bool lines = false);

// Makes the text printable on one line, and cuts it after so many bytes: "one that is very, very long and does n...".
std::string excerpt(std::string_view text, std::size_t most = 40);

// Removes from an op's name what the user did not type: the working directory from paths of .cl files, also within a
// pipeline, and the number from a text's name, "edges.7068072795827970159". Other names stay.
std::string shown_name(std::string_view op);

}  // namespace lenslet::system
#pragma GCC visibility pop
