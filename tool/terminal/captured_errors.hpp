// Standard error belongs to the tool. What drivers and codecs write there is kept, and --verbose shows it.
#pragma once

#include <cstddef>
#include <string>

namespace lenslet::cli {

// From now on file descriptor 2 is a pipe that keeps about the first 64 KiB. Opens /dev/null for each closed standard
// descriptor, so that no file of the user's gets its number.
void capture_errors();

// Returns the descriptor of the standard error with which the program started.
int terminal_errors();

// For handlers of signals. The first function writes to that descriptor. The second one writes there what was captured
// since the last call, and returns whether it was anything.
void write_terminal(const char* text, std::size_t bytes);
bool write_captured();

// Returns what was captured since the last call.
std::string captured_errors();

}  // namespace lenslet::cli
