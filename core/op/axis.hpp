// An axis of a family's schedules. Its record has everything about the axis: how values are written, which values are
// tried, and which macros they define. A new value needs one entry in the record and a change of the .cl file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "op/schedule.hpp"

namespace lenslet::op {

// Who tries a value.
enum class Tried : std::uint8_t {
  always,
  for_speed,  // the search; there are too many to verify them all
  for_proof,  // verification; odd values, more likely wrong than fast
};

template <class S>
struct Axis {
  using Setting = std::function<void(S&)>;
  std::string name;     // "items_x"
  std::string form;     // of its word: "xN"; in brackets where it may be left out
  std::string allowed;  // the allowed words, for messages: "x1 to x8"

  // The values that are tried. The simplest comes first.
  std::vector<Setting> searched = {};
  std::vector<Setting> verified = {};

  // `word` gives the word of a schedule's value, empty where it is left out. `read` sets the value that a word names,
  // and returns false for any other word. Both know all allowed words, also those that nobody tries.
  std::function<std::string(const S&)> word = {};
  std::function<bool(S&, std::string_view word)> read = {};

  // Macros with their values. Absent: the family's composer writes them.
  std::function<std::vector<Macro>(const S&)> macros = {};

  bool may_be_left_out() const { return form.starts_with('['); }

  void add(Tried tried, const Setting& setting) {
    if (tried != Tried::for_proof) searched.push_back(setting);
    if (tried != Tried::for_speed) verified.push_back(setting);
  }
};

// Adds an axis's word to a spelling.
inline void append_word(std::string& spelling, const std::string& word) {
  if (!word.empty()) spelling += (spelling.empty() ? "" : ".") + word;
}

// The words of all axes, in order: "buffer.window.fused".
template <class S>
std::string spell(const S& schedule, const std::vector<Axis<S>>& axes) {
  std::string text;
  for (const Axis<S>& axis : axes) append_word(text, axis.word(schedule));
  return text;
}

// Returns `schedule` with the values of a spelling. Throws invalid_argument with the wrong word and the allowed ones.
template <class S>
S parse(std::string_view spelling, const std::vector<Axis<S>>& axes, S schedule) {
  std::string form;
  for (const Axis<S>& axis : axes) form += (form.empty() || axis.may_be_left_out() ? "" : ".") + axis.form;
  WordReader reader(spelling, form);
  for (const Axis<S>& axis : axes) {
    const auto read = [&](std::string_view word) { return axis.read(schedule, word); };
    if (axis.may_be_left_out())
      reader.read_if(read);
    else
      reader.read(axis.name, axis.allowed, read);
  }
  reader.end();
  return schedule;
}

// A word, and who tries it.
struct AxisWord {
  AxisWord(const char* text, Tried by = Tried::always) : word(text), tried(by) {}
  std::string word;
  Tried tried;
};

// An axis of words. They are in the order of the enumerators of `member`.
template <class S, class Enum>
Axis<S> word_axis(const std::string& name, Enum S::*member, const std::vector<AxisWord>& values) {
  std::vector<std::string> words;
  for (const AxisWord& value : values) words.push_back(value.word);
  Axis<S> axis{name, upper(name), fmt::format("{}", fmt::join(words, ", "))};
  for (std::size_t i = 0; i < values.size(); ++i)
    axis.add(values[i].tried, [member, i](S& schedule) { schedule.*member = static_cast<Enum>(i); });
  axis.word = [member, words](const S& schedule) { return words[static_cast<std::size_t>(schedule.*member)]; };
  axis.read = [member, words](S& schedule, std::string_view word) {
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] == word) return schedule.*member = static_cast<Enum>(i), true;
    return false;
  };
  return axis;
}

// A number, and who tries it.
struct AxisNumber {
  AxisNumber(int number, Tried by = Tried::always) : value(number), tried(by) {}
  int value;
  Tried tried;
};

// An axis of numbers behind a letter. `has` tells which numbers are allowed; `allowed` says the same as text.
template <class S>
Axis<S> number_axis(const std::string& name, char letter, int S::*member, const std::string& allowed,
                    std::function<bool(int)> has, std::initializer_list<AxisNumber> values) {
  Axis<S> axis{name, fmt::format("{}N", letter), allowed};
  for (const AxisNumber& number : values)
    axis.add(number.tried, [member, value = number.value](S& schedule) { schedule.*member = value; });
  axis.word = [letter, member](const S& schedule) { return fmt::format("{}{}", letter, schedule.*member); };
  axis.read = [letter, member, has = std::move(has)](S& schedule, std::string_view word) {
    const int value = word.starts_with(letter) ? parse_number(word.substr(1)) : 0;
    if (value == 0 || !has(value)) return false;
    schedule.*member = value;
    return true;
  };
  return axis;
}

}  // namespace lenslet::op
