// What a schedule of choices says.
#include <charconv>

#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"

namespace lenslet {
const std::string& DimensionSchedule::word(std::string_view dimension) const {
  for (const auto& [name, value] : choices_)
    if (name == dimension) return value;
  throw Error(ErrorKind::invalid_argument, fmt::format("the schedule {} has no '{}'", to_string(*this), dimension));
}

int DimensionSchedule::number(std::string_view dimension) const {
  const std::string& text = word(dimension);
  int value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
    throw Error(ErrorKind::invalid_argument, fmt::format("'{}' is '{}', no number", dimension, text));
  return value;
}

DimensionSchedule DimensionSchedule::with(std::string_view dimension, const std::string& value) const {
  DimensionSchedule result = *this;
  for (auto& [name, old] : result.choices_)
    if (name == dimension) old = value;
  return result;
}

std::string to_string(const DimensionSchedule& schedule) {
  std::vector<std::string> words;
  for (const auto& [name, value] : schedule.choices()) words.push_back(op::word_of(name, value));
  return fmt::format("{}", fmt::join(words, "."));
}

}  // namespace lenslet
