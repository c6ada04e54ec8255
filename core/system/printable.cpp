// A terminal's controls are those of ECMA-48: 0 to 31, 127, and 128 to 159, which have two bytes in UTF-8.
#include "system/printable.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>

#include <fmt/format.h>

namespace lenslet::system {
namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t bytes = 0;  // 0: no UTF-8 character begins here
};

// Reads the first character. Overlong forms, surrogates and codes above 0x10FFFF are no UTF-8 (RFC 3629).
Character character_at(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return {};
  std::uint32_t code = first & (0xFFu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  const bool allowed = code >= least[bytes] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return allowed ? Character{code, bytes} : Character{};
}

bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029;
}

// Tells whether a character is one of Unicode's Bidi_Control characters, which can make a name look like another.
bool turns_direction(std::uint32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string printable(std::string_view text, bool lines) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const Character character = character_at(text);
    const std::size_t bytes = character.bytes == 0 ? 1 : character.bytes;
    const bool stays = lines && (text.front() == '\n' || text.front() == '\t');
    if (character.bytes == 0 || (is_control(character.code) && !stays))
      for (const char c : text.substr(0, bytes))
        fmt::format_to(std::back_inserter(result), "\\x{:02x}", static_cast<unsigned char>(c));
    else if (turns_direction(character.code))
      fmt::format_to(std::back_inserter(result), "\\u{{{:04x}}}", character.code);
    else
      result += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return result;
}

std::string excerpt(std::string_view text, std::size_t most) {
  if (text.size() <= most) return printable(text);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;  // back to the start of a UTF-8 character
  return printable(text.substr(0, end > 0 ? end : most)) + "...";
}

namespace {

// A path begins at the start of a word.

constexpr std::string_view digits = "0123456789";
constexpr std::string_view of_names = "abcdefghijklmnopqrstuvwxyz0123456789_";

bool is_of(std::string_view text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == text.npos;
}

bool begins_word(std::string_view text, std::size_t at) {
  return at == 0 || std::string_view(" \t\n|;=\"'").find(text[at - 1]) != std::string_view::npos;
}

}  // namespace

std::string shown_name(std::string_view op) {
  const std::size_t dot = std::min(op.find('.'), op.size());
  if (is_of(op.substr(0, dot), of_names) && dot < op.size() && is_of(op.substr(dot + 1), digits))
    return std::string(op.substr(0, dot));
  std::string text(op);
  std::error_code error;
  const std::string folder = std::filesystem::current_path(error).string() + '/';
  if (error || folder == "//" || text.find(".cl") == text.npos) return text;
  for (std::size_t at = text.find(folder); at != text.npos; at = text.find(folder, at + 1))
    if (begins_word(text, at)) text.erase(at, folder.size());
  return text;
}

}  // namespace lenslet::system
