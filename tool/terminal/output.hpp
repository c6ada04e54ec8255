// What the tool prints. Names, headers and other texts of strangers are made safe for a terminal on their way.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace lenslet::cli {

// From now on what follows prints nothing, nor do print_warning() and others that use it: another process has the word.
void mute();
void unmute();  // for last words

// Prints on standard output, with control characters escaped but for newlines and tabs. Throws Error of kind io where
// it cannot be written.
void print_text(std::string_view text);

template <class... T>
void print(fmt::format_string<T...> format, T&&... values) {
  print_text(fmt::format(format, std::forward<T>(values)...));
}

// Prints a line on standard error. It never fails: what the tool has to say is worth less than what it does.
void say(std::string_view line) noexcept;

// Does the same for a text of several lines.
void say_lines(std::string_view text) noexcept;

// A status line is drawn over itself on standard error, where that is a terminal, and is cleared at the end.
class StatusLine {
 public:
  explicit StatusLine(bool wanted = true);
  ~StatusLine() { clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  bool is_shown() const { return shown_; }
  void draw(std::string_view line) noexcept;
  void clear() noexcept;  // so that another line can be printed; draw() shows this one again

 private:
  bool shown_;
  bool drawn_ = false;
};

}  // namespace lenslet::cli
