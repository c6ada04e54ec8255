// Notes the files that this process reads.
#include "system/read_files.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "system/target_file.hpp"

namespace lenslet::system {
namespace {

std::atomic<bool> is_on{false};
thread_local bool only_looks = false;

std::mutex names_mutex;
std::map<std::string, std::string> names;  // by the identity that all names of a file share

}  // namespace

void note_reads_from_now_on() {
  is_on = true;
}

void note_read(const std::filesystem::path& path) {
  if (!is_on || only_looks) return;
  std::string identity = identity_of(path);
  if (identity.empty()) return;
  const std::lock_guard lock(names_mutex);
  names.emplace(std::move(identity), path.string());
}

OnlyLooking::OnlyLooking() : before_(std::exchange(only_looks, true)) {}

OnlyLooking::~OnlyLooking() {
  only_looks = before_;
}

void check_not_read(const std::filesystem::path& result) {
  if (!is_on) return;
  const std::string identity = identity_of(result);
  const std::lock_guard lock(names_mutex);
  if (const auto found = names.find(identity); found != names.end())
    throw Error(ErrorKind::invalid_argument,
                fmt::format("the result '{}' would be written over the input '{}'; give it another name",
                            result.string(), found->second));
}

}  // namespace lenslet::system
