// A path begins where a word does.
#include "system/shown_name.hpp"

#include <algorithm>
#include <filesystem>

namespace lenslet::system {
namespace {

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
