// Schedules of ops that are no filters, and how spellings of schedules are read.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lenslet {

// How such an op is computed: a choice for each dimension of its space, "two_stage.group256.items8". It never changes
// the result beyond the rounding of floats.
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

// Words stand for themselves, numbers behind their dimension's name.
std::string to_string(const DimensionSchedule& schedule);

}  // namespace lenslet

namespace lenslet::op {

using Macro = std::pair<std::string, std::string>;  // name and value

std::string upper(std::string_view word);

// A number in its one spelling: digits without sign or leading zero. 0 where it is none.
int parse_number(std::string_view digits);

// Reading the spelling of a schedule word by word, and what is said of a wrong one. Each read throws invalid_argument,
// with the place and what is allowed, where its word is missing or refused.
class WordReader {
 public:
  using Read = std::function<bool(std::string_view word)>;  // false: refused

  WordReader(std::string_view spelling, std::string form);

  void read(std::string_view name, std::string_view allowed, const Read& read);
  void read_if(const Read& read);  // a word that is refused stays for the next
  void end() const;                // throws where words are left

 private:
  std::string_view word() const { return rest_.substr(0, rest_.find('.')); }
  void advance();
  [[noreturn]] void fail(const std::string& problem) const;

  std::string_view spelling_;
  std::string form_;
  std::string_view rest_;  // not yet read
  bool more_ = true;       // a word stands in rest_, perhaps an empty one
  int count_ = 0;
};

}  // namespace lenslet::op
