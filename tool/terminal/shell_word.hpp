// Commands that people paste into a shell.
#pragma once

#include <string>
#include <string_view>

namespace lenslet::cli {

// Returns a word as a shell reads it: as it is where no character means something there, else in quotes.
std::string shell_word(std::string_view word);

}  // namespace lenslet::cli
