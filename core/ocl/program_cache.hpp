// Compiled programs on disk: one SQLite file that many processes can use at once. File format and key: docs/formats.md.
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

#pragma GCC visibility push(default)
namespace lenslet::ocl {

// Hashes bytes by FNV-1a with 64 bits. It finds keys and accidental damage, but does not protect against malice. The
// result is signed because SQLite's integers are. With the hash of one text as `seed`, the result is the hash of both
// texts together.
inline std::int64_t hash_of(std::span<const unsigned char> bytes, std::int64_t seed = -0x340d631b7bdddcdb) {
  auto hash = static_cast<std::uint64_t>(seed);
  for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  return static_cast<std::int64_t>(hash);
}

inline std::int64_t hash_of(std::string_view text) {
  return hash_of({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
}

// Returns the variables of `environment` that can change generated code, sorted. `environment` has texts "NAME=value"
// and ends with a null pointer.
std::vector<std::string> code_environment(const char* const* environment);

// Returns the first part of cache_key(): library, device, driver and environment.
std::string target_key(const DeviceInfo& device, const std::vector<std::string>& environment);
std::string target_key(const DeviceInfo& device);  // with this process's environment

struct KeyPart {
  std::string_view name, value;
  bool operator==(const KeyPart&) const = default;
};

// Reads a key; absent for a text that is no key.
std::optional<std::vector<KeyPart>> parts_of(std::string_view key);

// Returns the key that docs/formats.md describes: a text with everything that a compiled program depends on. Programs
// with equal keys are interchangeable.
std::string cache_key(const DeviceInfo& device, std::string_view source, std::string_view options,
                      const std::vector<std::string>& environment);

class ProgramCache {
 public:
  // Opens or makes DIRECTORY/programs.sqlite. Never throws: where the file cannot be used, problem() says why, and
  // find() and store() do nothing. A file that is damaged or of another format version is renamed, and a new one is
  // begun.
  ProgramCache(const std::filesystem::path& directory, std::uint64_t limit_bytes);
  ~ProgramCache();

  std::optional<std::vector<unsigned char>> find(std::string_view key);
  void store(std::string_view key, std::span<const unsigned char> binary);  // and prunes to the limit

  void clear();

  std::uint64_t bytes();  // of binaries and keys; the limit applies to this number
  std::string problem() const;
  std::string notice() const;  // where a file went that was replaced by this one; empty where there was none
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
#pragma GCC visibility pop
