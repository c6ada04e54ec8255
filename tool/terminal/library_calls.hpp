// Calls that libraries must not make: drivers' compilers set handlers for the signals that end the program, and call
// exit.
#pragma once

namespace lenslet::cli {

// Sets the tool's own handler. No library can replace it from now on: its call reports success and changes nothing.
void set_own_handler(int signal, void (*handler)(int));

// From now on exit() first calls this function, in the process that calls watch_for_exit(), as long as main() has not
// returned. Only libraries call exit().
void watch_for_exit(void (*heard)());

}  // namespace lenslet::cli
