// The cache of programs on a file of any content: what it gives is what was stored, and it always goes on.
#include <algorithm>
#include <string>
#include <vector>

#include "database.hpp"
#include "fuzz.hpp"
#include "ocl/program_cache.hpp"

namespace lenslet::fuzz {
namespace {

constexpr std::uint64_t limit = 1 << 16;
constexpr std::string_view keys[] = {"a device, a source", "another"};
const std::vector<unsigned char> binary(100, 'b');

const Database& database() {
  static const Database made("programs.sqlite", [](const std::filesystem::path& folder) {
    ocl::ProgramCache cache(folder, limit);
    for (const std::string_view key : keys) cache.store(key, binary);
  });
  return made;
}

void use(ocl::ProgramCache& cache) {
  for (const std::string_view key : keys) cache.find(key);
  cache.bytes();
  cache.store("new", binary);
  if (const auto found = cache.find("new")) expect(*found == binary, "a program comes back as it was stored");
}

}  // namespace

void run(std::string_view bytes) {
  database().make(bytes);
  ocl::ProgramCache cache(database().folder(), limit);
  use(cache);
  if (bytes.size() % 8 != 0) return;  // to clear it takes as long as all else
  cache.clear();
  expect(!cache.problem().empty() || cache.bytes() == 0, "a cleared cache is empty");
}

}  // namespace lenslet::fuzz
