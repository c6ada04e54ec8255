// Standard error belongs to the tool: what drivers and codecs write there is kept, and shown by --verbose.
#pragma once

#include <string>

namespace lenslet::cli {

// From now on file descriptor 2 is a pipe that keeps the first 64 KiB or so. Opens /dev/null in the place of a standard
// descriptor that is closed, so that no file of the user's gets its number.
void capture_errors();

// From now on, where a library crashes or aborts, what it wrote last is shown, and temporary files are removed. An
// abort then ends the program with exit status 1. Drivers may have handlers of their own for crashes, which stay; an
// abort is only an end, so that it is watched again after a driver's start.
void watch_for_crashes();
void watch_for_aborts();

// Returns the descriptor of the standard error that the program was started with.
int terminal_errors();

// Returns what was captured since the last call.
std::string captured_errors();

}  // namespace lenslet::cli
