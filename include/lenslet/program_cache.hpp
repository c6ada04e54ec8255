// The user's cache of compiled programs. Everything in it can be made again.
#pragma once

#include <cstdint>
#include <filesystem>

namespace lenslet {

struct ProgramCacheInfo {
  std::filesystem::path file;
  std::uint64_t bytes = 0;  // of programs; 0 where there is no file
};

// Where `directory` is empty: LENSLET_CACHE_DIR, else the user's cache directory. Both throw io where the file that is
// there cannot be used.
ProgramCacheInfo program_cache_info(const std::filesystem::path& directory = {});
ProgramCacheInfo clear_program_cache(const std::filesystem::path& directory = {});  // what was there before

}  // namespace lenslet
