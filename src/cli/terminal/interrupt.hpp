// What signals that end the program leave behind.
#pragma once

namespace lenslet::cli {

// From then on SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM and SIGXCPU remove the temporary files before they end the
// program, and SIGXFSZ is an error of the write. A signal that the program's starter has it ignore, as nohup does,
// stays ignored, also by compilers in drivers. Called before any thread is made.
void clean_up_on_signals();

// From then on the first ctrl-C is only remembered; a second one ends the program.
void stop_on_interrupt();
bool interrupted();

}  // namespace lenslet::cli
