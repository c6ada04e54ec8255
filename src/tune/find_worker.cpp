// Finds the worker: in a build beside the tool, in an installation in libexec.
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "tune/worker_process.hpp"

namespace lenslet::tune {
namespace {

namespace fs = std::filesystem;

constexpr char worker_name[] = "lenslet-worker";

// Lists the places; the second one follows an installation that was moved as a whole.
std::vector<fs::path> places() {
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  return {folder / worker_name, folder.parent_path() / "libexec" / "lenslet" / worker_name,
          fs::path(LENSLET_LIBEXEC) / worker_name};
}

}  // namespace

fs::path find_worker() {
  std::error_code ignored;
  if (const char* given = std::getenv("LENSLET_WORKER"); given != nullptr && *given != '\0') {
    if (fs::is_regular_file(given, ignored)) return given;
    throw Error(ErrorKind::unsupported, fmt::format("LENSLET_WORKER is '{}', which is no file", given));
  }
  std::string looked;
  for (const fs::path& place : places()) {
    if (fs::is_regular_file(place, ignored)) return place;
    looked += fmt::format("{}{}", looked.empty() ? "" : ", ", place.string());
  }
  throw Error(ErrorKind::unsupported,
              fmt::format("tuning needs the worker {}, which is not at {}: name it in LENSLET_WORKER, or tune without "
                          "a worker",
                          worker_name, looked));
}

}  // namespace lenslet::tune
