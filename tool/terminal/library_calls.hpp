// What libraries may not do to the program: drivers' compilers set handlers for the signals that end it, and call exit.
#pragma once

namespace lenslet::cli {

// Sets the tool's own handler, which no library can replace from then on: it is told that it has, and nothing changes.
void set_own_handler(int signal, void (*handler)(int));

// Has exit() call this first in the process that calls this function, as long as main() has not returned. Libraries
// alone call exit().
void watch_for_exit(void (*heard)());

}  // namespace lenslet::cli
