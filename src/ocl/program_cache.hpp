// Compiled programs on disk: one SQLite file, safe with many processes at once.
// File format and key: docs/formats.md.
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

namespace lenslet::ocl {

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
