// The user's cache of compiled programs. Everything in it can be made again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace lenslet {

struct ProgramCacheInfo {
  std::filesystem::path file;
  std::uint64_t bytes = 0;  // of all programs and their texts; 0 where there is no file
  std::string notice = {};  // says where a file went that was damaged, foreign or of another version; else empty
};

// program_cache_info tells what the cache holds, clear_program_cache deletes it and tells what was there before. An
// empty `directory` stands for LENSLET_CACHE_DIR, else the user's cache directory. Both throw io where the file that is
// there cannot be used.
ProgramCacheInfo program_cache_info(const std::filesystem::path& directory = {});
ProgramCacheInfo clear_program_cache(const std::filesystem::path& directory = {});

}  // namespace lenslet
