// /proc and the control groups' files are documented in proc(5), cgroups(7) and Linux's admin-guide/cgroup-v2.
#include "system/memory.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <lenslet/error.hpp>

namespace lenslet::system {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

// Returns the number at the start of a file; absent for "max" and for a missing file.
std::optional<std::uint64_t> number_in(const fs::path& path) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? std::optional(value) : std::nullopt;
}

// Returns the number behind a word at the start of a line.
std::optional<std::uint64_t> number_after(const fs::path& path, const std::string& word) {
  std::ifstream file(path);
  for (std::string name, rest; file >> name; std::getline(file, rest)) {
    std::uint64_t value = 0;
    if (name == word) return file >> value ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

std::uint64_t difference(std::uint64_t limit, std::uint64_t used) {
  return limit > used ? limit - used : 0;
}

std::uint64_t free_on_machine() {
  if (const auto kib = number_after("/proc/meminfo", "MemAvailable:")) return *kib * 1024;
  const long pages = ::sysconf(_SC_PHYS_PAGES), bytes = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && bytes > 0 ? static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes) : unlimited;
}

struct GroupFiles {
  const char* root;
  const char* limit;
  const char* used;
  const char* droppable;  // memory.stat's word for pages of files that nobody has used lately
};
constexpr GroupFiles version_1{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
                               "total_inactive_file"};
constexpr GroupFiles version_2{"/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"};

std::uint64_t free_in_group(const GroupFiles& files, const fs::path& group) {
  const auto limit = number_in(group / files.limit);
  if (!limit) return unlimited;
  const std::uint64_t used = number_in(group / files.used).value_or(0);
  return difference(*limit, difference(used, number_after(group / "memory.stat", files.droppable).value_or(0)));
}

// Finds what the groups leave. A group's limit also holds for groups inside it. In a container the path may be the
// host's; then the root is the container's own group.
std::uint64_t free_in_groups(const GroupFiles& files, const std::string& path) {
  std::uint64_t least = free_in_group(files, files.root);
  fs::path group = files.root;
  for (const fs::path& part : fs::path(path).relative_path()) {
    if (part == "..") break;
    group /= part;
    least = std::min(least, free_in_group(files, group));
  }
  return least;
}

// Each line is "number:controllers:path". Version 2 has no controllers.
std::uint64_t free_in_all_groups() {
  std::ifstream file("/proc/self/cgroup");
  std::uint64_t least = unlimited;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',',
                      path = line.substr(second + 1);
    if (controllers == ",,") least = std::min(least, free_in_groups(version_2, path));
    if (controllers.find(",memory,") != std::string::npos) least = std::min(least, free_in_groups(version_1, path));
  }
  return least;
}

std::string memory_text(std::uint64_t bytes) {
  constexpr double mega = 1e6, giga = 1e9;
  const auto number = static_cast<double>(bytes);
  if (number < mega) return fmt::format("{} bytes", bytes);
  return number < giga ? fmt::format("{:.1f} MB", number / mega) : fmt::format("{:.2f} GB", number / giga);
}

}  // namespace

std::uint64_t available_address_space() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  const auto pages = number_in("/proc/self/statm");
  const auto used = pages ? *pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
  return difference(limit.rlim_cur, used);
}

std::uint64_t available_memory() {
  return std::min({free_on_machine(), available_address_space(), free_in_all_groups()});
}

int free_descriptors(int most) {
  std::vector<int> opened;
  for (int file = 0; static_cast<int>(opened.size()) < most && (file = ::open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0;)
    opened.push_back(file);
  for (const int file : opened) ::close(file);
  return static_cast<int>(opened.size());
}

void check_memory(std::string_view what, std::uint64_t bytes, std::uint64_t most, std::string_view limit) {
  if (bytes <= most) return;
  throw Error(ErrorKind::io, fmt::format("{} needs {} of memory; allowed: {} ({})", what, memory_text(bytes),
                                         memory_text(most), limit));
}

}  // namespace lenslet::system
