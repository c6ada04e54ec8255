// SPIR-V modules: what is read has names and types that can be shown.
#include <algorithm>

#include "fuzz.hpp"
#include "toolkit/kernel/spirv_arguments.hpp"

namespace lenslet::fuzz {

void run(std::string_view bytes) {
  const auto* begin = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto read = accepted([&] { return kernel::spirv_arguments(kernel::read_spirv({begin, bytes.size()})); });
  if (!read) return;
  const auto is_shown = [](const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
  };
  for (const auto& [kernel, arguments] : *read)
    for (const ArgumentInfo& argument : arguments)
      expect(is_shown(argument.name) && is_shown(argument.type), "names and types of arguments are plain text");
}

}  // namespace lenslet::fuzz
