// If a library ends the program, the tool says which, and shows what it wrote last.
#pragma once

namespace lenslet::cli {

// From now on, if a library crashes, aborts or calls exit, the tool names it, shows what it wrote last, and removes
// temporary files. After an abort or an exit the program ends with exit status 1. Drivers' own handlers for crashes
// stay.
void watch_for_library_ends();

// From now on exit() ends the program without a message: the tool itself ends it.
void expect_exit();

}  // namespace lenslet::cli
