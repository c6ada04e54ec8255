// Programs' binaries: bytes as they are, and behind a checksum that is right. What is accepted and written again is
// accepted, and is the same.
#include <string>

#include <fmt/format.h>

#include "bundle/packed.hpp"
#include "fuzz.hpp"
#include "ocl/program_cache.hpp"

namespace lenslet::fuzz {

void run(std::string_view bytes) {
  const auto read = [](std::string_view text) {
    return accepted([&] { return bundle::unpack({reinterpret_cast<const unsigned char*>(text.data()), text.size()}); });
  };
  read(bytes);
  const std::string checksum = fmt::format("{}", ocl::hash_of(bytes));
  const auto program = read(fmt::format("lenslet program 1\n{}\n{}{}", checksum.size(), checksum, bytes));
  if (!program) return;
  const std::vector<unsigned char> written = bundle::pack(*program);
  const auto again = read({reinterpret_cast<const char*>(written.data()), written.size()});
  expect(again.has_value(), "a program that is written is read");
  expect(bundle::pack(*again) == written, "it is the same");
}

}  // namespace lenslet::fuzz
