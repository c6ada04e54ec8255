// Values of a schedule, and the words of its spelling.
#include "op/schedule.hpp"

#include <cctype>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <lenslet/error.hpp>

#include "op/dimensions.hpp"
#include "system/printable.hpp"

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

namespace lenslet::op {

namespace {

constexpr std::size_t max_shown = 100;  // more characters than any schedule has

}  // namespace

std::string upper(std::string_view word) {
  std::string result(word);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

int parse_number(std::string_view digits) {
  int value = 0;
  const char* end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  const bool plain = !digits.empty() && digits.front() >= '1' && digits.front() <= '9';
  return plain && error == std::errc{} && stop == end ? value : 0;
}

WordReader::WordReader(std::string_view spelling, std::string form)
    : spelling_(spelling), form_(std::move(form)), rest_(spelling) {}

void WordReader::read(std::string_view name, std::string_view allowed, const Read& read) {
  const std::string place = fmt::format("word {} ({})", ++count_, name);
  if (!more_) fail(fmt::format("{} is missing, allowed: {}. The form is {}", place, allowed, form_));
  if (!read(word())) fail(fmt::format("{} is '{}', allowed: {}", place, system::excerpt(word()), allowed));
  advance();
}

void WordReader::read_if(const Read& read) {
  if (more_ && !word().empty() && read(word())) advance();
}

void WordReader::end() const {
  if (more_) fail(fmt::format("'{}' follows the last word. The form is {}", system::excerpt(rest_), form_));
}

void WordReader::advance() {
  const std::size_t dot = rest_.find('.');
  more_ = dot != std::string_view::npos;
  if (more_) rest_.remove_prefix(dot + 1);
}

void WordReader::fail(const std::string& problem) const {
  throw Error(ErrorKind::invalid_argument,
              fmt::format("schedule '{}': {}", system::excerpt(spelling_, max_shown), problem));
}

}  // namespace lenslet::op
