// Names are checked here, because the library's own refusals name no option and suggest nothing.
#include "choice.hpp"

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <span>

#include "exit.hpp"
#include "system/printable.hpp"
#include "usage.hpp"

namespace lenslet::cli {
namespace {

// The library's parser knows aliases that the list of names has not; its refusal has no suggestion.
template <class Parse>
auto parse_name(const std::string& option, const std::string& text, std::span<const std::string> known, Parse parse) {
  try {
    return parse(text);
  } catch (const Error&) {
    check_choice(option, text, known);
    throw;
  }
}

}  // namespace

Border parse_border_option(const std::string& text) {
  return parse_name("--border", text, names_of(borders), parse_border);
}

PixelType parse_type_option(const std::string& option, const std::string& text) {
  return parse_name(option, text, names_of(pixel_types), parse_pixel_type);
}

std::vector<std::string> split_list(const std::string& option, const std::string& text) {
  std::vector<std::string> parts{""};
  for (const char c : text) c == ',' ? static_cast<void>(parts.emplace_back()) : parts.back().push_back(c);
  for (const std::string& part : parts)
    if (part.empty()) usage_error(fmt::format("{}: an empty value in the list '{}'", option, system::excerpt(text)));
  return parts;
}

}  // namespace lenslet::cli
