// Schedules as choices, and their spelling.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <stdexcept>

#include <fmt/ranges.h>

#include <lenslet/array_op.hpp>
#include <lenslet/error.hpp>

#include "names.hpp"
#include "op/dimensions.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

bool is_number(const std::string& value) {
  return !value.empty() && std::isdigit(static_cast<unsigned char>(value.front()));
}

std::string word_of(const std::string& dimension, const std::string& value) {
  return is_number(value) ? dimension + value : value;
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text)
    if (c == '.')
      words.emplace_back();
    else
      words.back() += c;
  return words;
}

}  // namespace

const std::string& ArraySchedule::word(std::string_view dimension) const {
  for (const auto& [name, value] : choices_)
    if (name == dimension) return value;
  throw std::logic_error(fmt::format("the schedule has no '{}'", dimension));
}

int ArraySchedule::number(std::string_view dimension) const {
  const std::string& text = word(dimension);
  int value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
    throw std::logic_error(fmt::format("'{}' is '{}', no number", dimension, text));
  return value;
}

ArraySchedule ArraySchedule::with(std::string_view dimension, std::string value) const {
  ArraySchedule result = *this;
  for (auto& [name, old] : result.choices_)
    if (name == dimension) old = std::move(value);
  return result;
}

std::string to_string(const ArraySchedule& schedule) {
  std::vector<std::string> words;
  for (const auto& [name, value] : schedule.choices()) words.push_back(word_of(name, value));
  return fmt::format("{}", fmt::join(words, "."));
}

namespace op {
namespace {

constexpr std::size_t longest_shown = 100;  // more than any schedule has

}  // namespace

ArraySchedule first_of(const Dimensions& space) {
  std::vector<ArraySchedule::Choice> choices;
  for (const Dimension& dimension : space) choices.emplace_back(dimension.name, dimension.values.front());
  return ArraySchedule(std::move(choices));
}

ArraySchedule parse(const std::string& spelling, const Dimensions& space) {
  const std::vector<std::string> words = split(spelling);
  if (words.size() != space.size())
    throw Error(ErrorKind::invalid_argument, fmt::format("schedule '{}' has {} words; allowed: {}, as in {}",
                                                         system::excerpt(spelling, longest_shown), words.size(),
                                                         space.size(), to_string(first_of(space))));
  std::vector<ArraySchedule::Choice> choices;
  for (std::size_t i = 0; i < space.size(); ++i) {
    std::vector<std::string> known;
    for (const std::string& value : space[i].values) known.push_back(word_of(space[i].name, value));
    const auto found = std::ranges::find(known, words[i]);
    if (found == known.end())
      throw_unknown(fmt::format("schedule '{}': unknown {}", system::excerpt(spelling, longest_shown), space[i].name),
                    words[i], known);
    choices.emplace_back(space[i].name, space[i].values[static_cast<std::size_t>(found - known.begin())]);
  }
  return ArraySchedule(std::move(choices));
}

}  // namespace op
}  // namespace lenslet
