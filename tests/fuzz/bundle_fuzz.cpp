// Bundles, and the SPIR-V and the targets in them: bytes as they are, and behind a checksum that is right. What is
// accepted and written again is accepted, and is the same.
#include <string>

#include "bundle/contents.hpp"
#include "fuzz.hpp"
#include "ocl/parts.hpp"

namespace lenslet::fuzz {

void run(std::string_view bytes) {
  const auto read = [](std::string_view text) { return accepted([&] { return bundle::unpack(text); }); };
  read(bytes);
  const auto found = read(ocl::sealed("lenslet bundle 1\n", bytes));
  if (!found) return;
  for (std::size_t i = 0; i < found->targets.size(); ++i) {
    target_text(*found, i);
    bundle::difference(found->targets[i], found->targets.front());
  }
  const std::string written = bundle::pack(*found);
  const auto again = read(written);
  expect(again.has_value(), "a bundle that is written is read");
  expect(bundle::pack(*again) == written, "it is the same");
}

}  // namespace lenslet::fuzz
