// A view of a kept text is valid as long as somebody holds the text.
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

using KeptTexts = std::map<std::string, std::weak_ptr<const std::string>, std::less<>>;

KeptTexts& kept() {
  static KeptTexts texts;
  return texts;
}

void drop_unheld() {
  std::erase_if(kept(), [](const auto& text) { return text.second.expired(); });
}

}  // namespace

std::shared_ptr<const std::string> keep_kernel_text(const std::string& name, const std::string& text) {
  const std::lock_guard lock(mutex);
  drop_unheld();
  std::weak_ptr<const std::string>& place = kept()[name];
  auto held = place.lock();
  if (!held) place = held = std::make_shared<const std::string>(text);
  return held;
}

std::size_t kept_kernel_texts() {
  const std::lock_guard lock(mutex);
  drop_unheld();
  return kept().size();
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
    if (const auto found = kept().find(name); found != kept().end())
      if (const auto held = found->second.lock()) return *held;
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
