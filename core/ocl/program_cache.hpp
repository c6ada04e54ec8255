// Compiled programs on disk: one SQLite file, safe with many processes at once. File format and key: docs/formats.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <lenslet/device.hpp>

namespace lenslet::ocl {

// Hashes bytes by FNV-1a with 64 bits, which finds keys and notices damage, and is no protection against malice. The
// result is signed because SQLite's integers are. With the hash of one text as `seed` it is the hash of both.
inline std::int64_t hash_of(std::span<const unsigned char> bytes, std::int64_t seed = -0x340d631b7bdddcdb) {
  auto hash = static_cast<std::uint64_t>(seed);
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  return static_cast<std::int64_t>(hash);
}

inline std::int64_t hash_of(std::string_view text) {
  return hash_of({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
}

// Returns the variables of `environment` ("NAME=value", ended by a null pointer) that can change generated code,
// sorted.
std::vector<std::string> code_environment(const char* const* environment);

// Returns what a key says of library, device, driver and environment: the front of cache_key().
std::string target_key(const DeviceInfo& device, const std::vector<std::string>& environment);
std::string target_key(const DeviceInfo& device);  // in this process's environment

struct KeyPart {
  std::string_view name, value;
  bool operator==(const KeyPart&) const = default;
};

// Reads a key; nothing where it is none.
std::optional<std::vector<KeyPart>> parts_of(std::string_view key);

// Writes all that a compiled program depends on as one text: programs with equal keys are interchangeable. Returns the
// key that docs/formats.md describes.
std::string cache_key(const DeviceInfo& device, std::string_view source, std::string_view options,
                      const std::vector<std::string>& environment);

class ProgramCache {
 public:
  // Opens or makes DIRECTORY/programs.sqlite. Never throws: where the file cannot be used, problem() says why and
  // find and store do nothing. A file that is damaged or of another format version is set aside and begun anew.
  ProgramCache(const std::filesystem::path& directory, std::uint64_t limit_bytes);
  ~ProgramCache();

  std::optional<std::vector<unsigned char>> find(std::string_view key);
  void store(std::string_view key, std::span<const unsigned char> binary);  // then prunes to the limit

  void clear();

  std::uint64_t bytes();  // of binaries and keys, which the limit is for
  std::string problem() const;
  std::string notice() const;  // where the file went that stood in this one's place; empty where it was sound
  const std::filesystem::path& directory() const;

  // LENSLET_CACHE_DIR, else $XDG_CACHE_HOME/lenslet, else ~/.cache/lenslet.
  static std::filesystem::path default_directory();
  static std::filesystem::path file(const std::filesystem::path& directory);

 private:
  struct Database;
  std::unique_ptr<Database> database_;
  mutable std::mutex mutex_;
  std::string problem_;
};

}  // namespace lenslet::ocl
