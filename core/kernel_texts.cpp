// Keeps texts in a map: its entries never move, so views of them stay valid.
#include "kernel_texts.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include "kernels.hpp"
#include "system/printable.hpp"

namespace lenslet {
namespace {

std::mutex mutex;

std::map<std::string, std::string, std::less<>>& kept() {
  static std::map<std::string, std::string, std::less<>> texts;
  return texts;
}

}  // namespace

void keep_kernel_text(const std::string& name, const std::string& text) {
  const std::lock_guard lock(mutex);
  kept().try_emplace(name, text);
}

std::string line_mark(std::string_view file) {
  std::string name;
  for (const char c : system::printable(std::string(file)))
    name += (c == '"' || c == '\\') ? std::string("\\") + c : std::string(1, c);
  return "#line 1 \"" + name + "\"\n";
}

std::string_view kernel_text(std::string_view name) {
  {
    const std::lock_guard lock(mutex);
    if (const auto found = kept().find(name); found != kept().end()) return found->second;
  }
  return kernel_source(name);
}

std::string kernel_text_with(std::string_view name, std::string_view macro, std::string_view value) {
  return fmt::format("#undef {0}\n#define {0} {1}\n{2}", macro, value, kernel_text(name));
}

std::string float_literal(double value) {
  const auto number = static_cast<float>(value);
  if (std::isnan(number)) return "NAN";
  if (std::isinf(number)) return number > 0 ? "INFINITY" : "-INFINITY";
  return fmt::format("{:#.9g}f", number);
}

}  // namespace lenslet
