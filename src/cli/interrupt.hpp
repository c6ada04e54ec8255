// Ctrl-C that ends long work with what it has.
#pragma once

namespace lenslet::cli {

// From then on the first ctrl-C is only remembered; a second one ends the program.
void stop_on_interrupt();
bool interrupted();

}  // namespace lenslet::cli
