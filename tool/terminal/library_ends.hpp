// Where a library ends the program: the tool says which, and what it wrote last.
#pragma once

namespace lenslet::cli {

// From now on, where a library crashes, aborts or calls exit, it is named, what it wrote last is shown, and temporary
// files are removed. An abort and an exit then end the program with exit status 1. Drivers may have handlers of their
// own for crashes, which stay.
void watch_for_library_ends();

// From now on exit() ends the program without a word: the tool itself has it end.
void expect_exit();

}  // namespace lenslet::cli
