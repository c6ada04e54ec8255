// Finds the nearest name by edit distance, and makes the one message for unknown words.
#include "names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fnmatch.h>

#include <lenslet/error.hpp>
#include <lenslet/op.hpp>

#include "system/printable.hpp"

namespace lenslet {
namespace {

struct Foreign {
  std::string_view word, name;  // where a word stands for several things, the first known one counts
};

constexpr Foreign words[] = {
    // types
    {"uint8", "u8"},
    {"ubyte", "u8"},
    {"8u", "u8"},
    {"uint16", "u16"},
    {"ushort", "u16"},
    {"16u", "u16"},
    {"float16", "f16"},
    {"half", "f16"},
    {"16f", "f16"},
    {"float32", "f32"},
    {"float", "f32"},
    {"single", "f32"},
    {"32f", "f32"},
    {"float64", "f64"},
    {"double", "f64"},
    {"int32", "i32"},
    {"int", "i32"},
    // borders
    {"default", "reflect101"},
    {"zero", "constant"},
    {"zeros", "constant"},
    {"clamp", "replicate"},
    {"circular", "wrap"},
    {"periodic", "wrap"},
    // ways to resize
    {"bilinear", "linear"},
    {"triangle", "linear"},
    {"bicubic", "cubic"},
    {"catrom", "cubic"},
    {"box", "area"},
    // parameters
    {"sigmax", "sigma"},
    {"sigmay", "sigma_y"},
    {"std", "sigma"},
    {"stddev", "sigma"},
    {"kernel", "ksize"},
    {"kernelsize", "ksize"},
    {"size", "ksize"},
    {"thresh", "level"},
    {"threshold", "level"},
    {"maxval", "maximum"},
    {"angle", "degrees"},
    {"width", "size"},
    {"height", "size"},
    {"dsize", "size"},
    {"fx", "scale"},
    {"fy", "scale"},
    {"factor", "scale"},
    {"percent", "scale"},
    {"filter", "interpolation"},
    {"dtype", "ddepth"},
    {"bordertype", "border"},
};

std::string letters(std::string_view word) {
  std::string plain;
  for (const char c : word)
    if (std::isalnum(static_cast<unsigned char>(c)))
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}

// Removes what makes a word a constant of OpenCV or NumPy: "cv2.BORDER_REFLECT_101", "INTER_CUBIC", "CV_8U".
std::string_view without_prefix(std::string_view word) {
  constexpr std::array<std::string_view, 6> prefixes{"cv2.", "cv.", "np.", "BORDER_", "INTER_", "CV_"};
  for (const std::string_view prefix : prefixes)
    if (word.starts_with(prefix)) word.remove_prefix(prefix.size());
  return word;
}

// Returns the name among `known` that a word of OpenCV, NumPy or ImageMagick stands for, such as "BORDER_REPLICATE" or
// "--angle". Empty where there is none.
std::string name_for_foreign(std::string_view word, std::span<const std::string> known) {
  const std::string plain = letters(without_prefix(word));
  const auto called = [&known](std::string_view wanted) {
    const auto same = [&](const std::string& name) { return letters(name) == letters(wanted); };
    const auto found = std::ranges::find_if(known, same);
    return found == known.end() ? std::string() : *found;
  };
  if (plain.empty()) return {};
  if (std::string name = called(plain); !name.empty()) return name;
  for (const Foreign& foreign : words)
    if (foreign.word == plain)
      if (std::string name = called(foreign.name); !name.empty()) return name;
  return {};
}

constexpr std::size_t min_prefix_length = 3;  // too many names begin with fewer letters

std::string lower(std::string_view word) {
  std::string result(word);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Optimal string alignment distance: the fewest insertions, deletions, replacements and swaps of neighbours.
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
  std::size_t best = (word.size() + 1) / 3;  // with more changes it is another word
  const std::string* nearest = nullptr;
  for (const std::string& name : known) {
    if (word.size() > name.size() + best) continue;  // the surplus letters alone cost more than the best distance
    const std::size_t distance = edit_distance(word, lower(name));
    if (distance > best || (nearest && distance == best)) continue;
    best = distance;
    nearest = &name;
  }
  if (nearest) return *nearest;
  const auto begun = std::find_if(known.begin(), known.end(), [&](const std::string& name) {
    return word.size() >= min_prefix_length && lower(name).starts_with(word);
  });
  return begun == known.end() ? std::string{} : *begun;
}

std::string joined(std::span<const std::string> names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

bool fits_pattern(const std::string& pattern, const std::string& text) {
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

// Tries each part of the pattern: what follows the fitting part can match later text.
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
