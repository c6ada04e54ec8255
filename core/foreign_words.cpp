// Words are compared by their letters and digits, without the prefixes that libraries give their constants.
#include "foreign_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace lenslet {
namespace {

struct Foreign {
  std::string_view word, name;  // of one word for several things the first that is known counts
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

// Capitals and a prefix make a constant: "cv2.BORDER_REFLECT_101", "INTER_CUBIC", "CV_8U".
std::string_view without_prefix(std::string_view word) {
  constexpr std::array<std::string_view, 6> prefixes{"cv2.", "cv.", "np.", "BORDER_", "INTER_", "CV_"};
  for (const std::string_view prefix : prefixes)
    if (word.starts_with(prefix)) word.remove_prefix(prefix.size());
  return word;
}

}  // namespace

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

}  // namespace lenslet
