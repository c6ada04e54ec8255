// Schedules of ops that are not stencil filters, and how spellings of schedules are read.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lenslet {

// How an op is computed: a value for each dimension of its space, "two_stage.group256.items8". It changes the time. In
// the result it changes at most how floats are rounded.
class DimensionSchedule {
 public:
  using Chosen = std::pair<std::string, std::string>;  // dimension and value: {"group", "256"}
  explicit DimensionSchedule(std::vector<Chosen> choices) : choices_(std::move(choices)) {}

  const std::vector<Chosen>& choices() const { return choices_; }
  const std::string& word(std::string_view dimension) const;
  int number(std::string_view dimension) const;
  DimensionSchedule with(std::string_view dimension, const std::string& value) const;
  bool operator==(const DimensionSchedule&) const = default;

 private:
  std::vector<Chosen> choices_;
};

// A word is spelled as it is, a number behind its dimension's name.
std::string to_string(const DimensionSchedule& schedule);

}  // namespace lenslet

namespace lenslet::op {

using Macro = std::pair<std::string, std::string>;  // name and value

std::string upper(std::string_view word);

// Reads a number without sign or leading zeros. Returns 0 for any other text.
int parse_number(std::string_view digits);

// Reads a schedule's spelling word by word. Each read throws invalid_argument where its word is missing or refused; the
// message has the word's place and the allowed words.
class WordReader {
 public:
  using Read = std::function<bool(std::string_view word)>;  // returns false to refuse the word

  WordReader(std::string_view spelling, std::string form);

  void read(std::string_view name, std::string_view allowed, const Read& read);
  void read_if(const Read& read);  // leaves a refused word for the next read
  void end() const;                // throws where words are left

 private:
  std::string_view word() const { return rest_.substr(0, rest_.find('.')); }
  void advance();
  [[noreturn]] void fail(const std::string& problem) const;

  std::string_view spelling_;
  std::string form_;
  std::string_view rest_;  // not yet read
  bool more_ = true;       // rest_ begins with a word, which may be empty
  int count_ = 0;
};

}  // namespace lenslet::op
