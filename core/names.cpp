// The nearest name by edit distance, and the one message for a word that nobody knows.
#include "names.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/op.hpp>

#include "foreign_words.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

constexpr std::size_t shortest_prefix = 3;  // fewer letters begin too many names to mean one of them

std::string lower(std::string_view word) {
  std::string result(word);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Optimal string alignment: the fewest insertions, deletions, replacements and swaps of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] != b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view wrong, std::span<const std::string> known) {
  if (std::string meant = name_for_foreign(wrong, known); !meant.empty()) return meant;
  const std::string word = lower(wrong);
  std::size_t best = (word.size() + 1) / 3;  // more changes than this make another word of it
  const std::string* nearest = nullptr;
  for (const std::string& name : known) {
    if (word.size() > name.size() + best) continue;  // so many letters are too much, and a long word is soon done with
    const std::size_t distance = edit_distance(word, lower(name));
    if (distance > best || (nearest && distance == best)) continue;
    best = distance;
    nearest = &name;
  }
  if (nearest) return *nearest;
  const auto begun = std::find_if(known.begin(), known.end(), [&](const std::string& name) {
    return word.size() >= shortest_prefix && lower(name).starts_with(word);
  });
  return begun == known.end() ? std::string{} : *begun;
}

std::string joined(std::span<const std::string> names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

bool fits_pattern(const std::string& pattern, const std::string& text) {
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

// More text can always meet what the pattern has after the part that fits.
bool may_begin(const std::string& pattern, const std::string& beginning) {
  for (std::size_t length = 0; length <= pattern.size(); ++length)
    if (fits_pattern(pattern.substr(0, length), beginning)) return true;
  return false;
}

void throw_unknown(std::string_view problem, std::string_view wrong, std::span<const std::string> known) {
  const std::string near = nearest_name(wrong, known);
  const std::string hint = near.empty() ? "." : fmt::format(": did you mean '{}'?", near);
  const std::string allowed = known.empty() ? "nothing" : joined(known);
  throw Error(ErrorKind::invalid_argument,
              fmt::format("{} '{}'{} Allowed: {}", problem, system::excerpt(wrong), hint, allowed));
}

}  // namespace lenslet
