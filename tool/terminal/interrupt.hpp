// What remains when a signal ends the program.
#pragma once

#include <filesystem>
#include <string>

namespace lenslet::cli {

// From now on all signals that end the program, except SIGKILL and those of crashes, first remove the temporary files.
// SIGXFSZ becomes an error of the write. A signal that the program's starter ignores, as nohup does, stays ignored,
// even by compilers in drivers. Must be called before any thread is made.
void clean_up_on_signals();

// The remains of interrupted work: a line that is true while a file exists. There is one at a time.
class LastWords {
 public:
  // An empty line means none.
  LastWords(const std::string& line, std::filesystem::path file);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

  bool are_true() const;

  // If such a signal ends the program meanwhile, prints the line, if it is true. For a signal's handler.
  void print() const;

 private:
  std::string line_;
  std::filesystem::path file_;
};

// From now on the first ctrl-C is only remembered. A second one ends the program.
void stop_on_interrupt();
bool interrupted();

}  // namespace lenslet::cli
