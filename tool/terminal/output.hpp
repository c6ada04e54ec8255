// What the tool prints. Names, headers and other foreign texts are made safe for a terminal.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace lenslet::cli {

// From now on the functions below print nothing, nor do print_warning() and others that use them: another process
// prints.
void mute();
void unmute();  // for last words

// Prints on standard output. Control characters are escaped, except newlines and tabs. Throws Error of kind io if it
// cannot be written.
void print_text(std::string_view text);

template <class... T>
void print(fmt::format_string<T...> format, T&&... values) {
  print_text(fmt::format(format, std::forward<T>(values)...));
}

// Prints a line on standard error. It never fails: the tool's work is worth more than its words.
void say(std::string_view line) noexcept;

// The same for a text of several lines.
void say_lines(std::string_view text) noexcept;

// A status line on standard error, if that is a terminal. It is drawn over itself, and cleared at the end.
class StatusLine {
 public:
  explicit StatusLine(bool wanted = true);
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_shown() const { return shown_; }
  void draw(std::string_view line) noexcept;
  void clear() noexcept;  // for another line to be printed; draw() shows this one again

 private:
  bool shown_;
  bool drawn_ = false;
};

}  // namespace lenslet::cli
