// Text made safe to print: it is UTF-8 without control characters, which a second time finds nothing to replace in.
#include <algorithm>
#include <string>

#include "fuzz.hpp"
#include "json.hpp"
#include "system/printable.hpp"

namespace {

bool has_control(const std::string& text, bool lines) {
  const auto control = [lines](unsigned char c) {
    return (c < 0x20 && !(lines && (c == '\n' || c == '\t'))) || c == 0x7F;
  };
  bool second = false;  // 0xC2 0x80 to 0xC2 0x9F are the others
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    second = second || (text[i] == '\xC2' && static_cast<unsigned char>(text[i + 1]) < 0xA0);
  return second || std::ranges::any_of(text, control);
}

}  // namespace

void lenslet::fuzz::run(std::string_view bytes) {
  for (const bool lines : {false, true}) {
    const std::string text = system::printable(bytes, lines);
    expect(is_utf8(text), "printable text is UTF-8");
    expect(!has_control(text, lines), "printable text has no control characters");
    expect(system::printable(text, lines) == text, "printable text stays as it is");
    expect(is_utf8(std::string(bytes)) || text != bytes, "bytes that are no UTF-8 are replaced");
  }
}
