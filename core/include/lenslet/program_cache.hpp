// The user's cache of compiled programs. All of it can be compiled again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#pragma GCC visibility push(default)
namespace lenslet {

struct ProgramCacheInfo {
  std::filesystem::path file;
  std::uint64_t bytes = 0;  // of all programs and their texts; 0 where there is no file
  std::string notice = {};  // says where a file went that was damaged, foreign or of another version; else empty
};

// program_cache_info() says what the cache holds. clear_program_cache() deletes the cache and says what it held. An
// empty `directory` stands for LENSLET_CACHE_DIR, else the user's cache directory. Both throw io where the file exists
// but cannot be used.
ProgramCacheInfo program_cache_info(const std::filesystem::path& directory = {});
ProgramCacheInfo clear_program_cache(const std::filesystem::path& directory = {});

}  // namespace lenslet
#pragma GCC visibility pop
