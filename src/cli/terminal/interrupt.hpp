// What signals that end the program leave behind.
#pragma once

#include <string>

namespace lenslet::cli {

// From then on all signals that end the program, but for SIGKILL and those of a crash, remove the temporary files
// before they do, and SIGXFSZ is an error of the write. A signal that the program's starter has it ignore, as nohup
// does, stays ignored, also by compilers in drivers. Called before any thread is made.
void clean_up_on_signals();

// A line that is printed where such a signal ends the program meanwhile; empty: none. There is one at a time.
class LastWords {
 public:
  explicit LastWords(const std::string& line);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

 private:
  std::string line_;
};

// From then on the first ctrl-C is only remembered; a second one ends the program.
void stop_on_interrupt();
bool interrupted();

}  // namespace lenslet::cli
