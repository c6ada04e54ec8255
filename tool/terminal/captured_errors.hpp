// Standard error belongs to the tool: what drivers and codecs write there is kept, and shown by --verbose.
#pragma once

#include <cstddef>
#include <string>

namespace lenslet::cli {

// From now on file descriptor 2 is a pipe that keeps the first 64 KiB or so. Opens /dev/null in the place of a standard
// descriptor that is closed, so that no file of the user's gets its number.
void capture_errors();

// Returns the descriptor of the standard error that the program was started with.
int terminal_errors();

// For handlers of signals. The first writes to that descriptor; the second writes what was captured since the last call
// there, and returns whether it was anything.
void write_terminal(const char* text, std::size_t bytes);
bool write_captured();

// Returns what was captured since the last call.
std::string captured_errors();

}  // namespace lenslet::cli
