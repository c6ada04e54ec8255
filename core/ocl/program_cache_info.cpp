// The program cache from outside a session.
#include <lenslet/program_cache.hpp>

#include <limits>

#include <lenslet/error.hpp>

#include "ocl/program_cache.hpp"

namespace lenslet {
namespace {

template <class Work>
ProgramCacheInfo with_cache(std::filesystem::path directory, const Work& work) {
  if (directory.empty()) directory = ocl::ProgramCache::default_directory();
  ProgramCacheInfo info{ocl::ProgramCache::file(directory)};
  std::error_code ignored;
  if (!std::filesystem::exists(info.file, ignored)) return info;
  ocl::ProgramCache cache(directory, std::numeric_limits<std::uint64_t>::max());
  info.bytes = cache.bytes();
  work(cache);
  if (const std::string problem = cache.problem(); !problem.empty()) throw Error(ErrorKind::io, problem);
  return info;
}

}  // namespace

ProgramCacheInfo program_cache_info(const std::filesystem::path& directory) {
  return with_cache(directory, [](const ocl::ProgramCache&) {});
}

ProgramCacheInfo clear_program_cache(const std::filesystem::path& directory) {
  return with_cache(directory, [](ocl::ProgramCache& cache) { cache.clear(); });
}

}  // namespace lenslet
