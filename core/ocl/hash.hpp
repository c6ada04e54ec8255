// FNV-1a with 64 bits, which finds keys and notices damage. It is no protection against malice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace lenslet::ocl {

// Hashes bytes. The result is signed because SQLite's integers are. With the hash of one text as `seed` it is the hash
// of both.
inline std::int64_t hash_of(std::span<const unsigned char> bytes, std::int64_t seed = -0x340d631b7bdddcdb) {
  auto hash = static_cast<std::uint64_t>(seed);
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  return static_cast<std::int64_t>(hash);
}

inline std::int64_t hash_of(std::string_view text) {
  return hash_of({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
}

}  // namespace lenslet::ocl
