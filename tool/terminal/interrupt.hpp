// What signals that end the program leave behind.
#pragma once

#include <filesystem>
#include <string>

namespace lenslet::cli {

// From then on all signals that end the program, but for SIGKILL and those of a crash, remove the temporary files
// before they do, and SIGXFSZ is an error of the write. A signal that the program's starter has it ignore, as nohup
// does, stays ignored, also by compilers in drivers. Called before any thread is made.
void clean_up_on_signals();

// What remains of work that is ended in the middle: a line that is true while a file is there. There is one at a time.
class LastWords {
 public:
  // An empty line: none.
  LastWords(const std::string& line, std::filesystem::path file);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

  bool are_true() const;

  // Where such a signal ends the program meanwhile, prints the line if it is true. For a signal's handler.
  void print() const;

 private:
  std::string line_;
  std::filesystem::path file_;
};

// From then on the first ctrl-C is only remembered; a second one ends the program.
void stop_on_interrupt();
bool interrupted();

}  // namespace lenslet::cli
