// Commands that people paste into a shell.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::cli {

// Returns a word for a shell: as it is if no character has a meaning there, else in quotes.
std::string shell_word(std::string_view word);

}  // namespace lenslet::cli
