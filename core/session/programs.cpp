// Where a session's programs come from: memory, the bundle, the cache on disk, the compiler.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "session/state.hpp"

namespace lenslet {
namespace {

// The most programs in memory. Where there would be more, all are forgotten. Plans keep the programs that they use.
constexpr std::size_t max_programs = 512;

constexpr std::size_t max_absent = 32;  // each has its text

}  // namespace

std::optional<ocl::BuildResult> Session::State::find_in_memory(const ocl::BuildRequest& request) {
  const std::lock_guard lock(mutex);
  const auto found = programs.find(BuildTextView(request));
  if (found == programs.end()) return {};
  return ocl::BuildResult{found->second, 0, CacheUse::hit};
}

ocl::BuildResult Session::State::keep(const ocl::BuildRequest& request, ocl::BuildResult built) {
  const std::lock_guard lock(mutex);
  if (programs.size() >= max_programs) programs.clear();
  ++programs_made;
  programs.emplace(BuildText{request.source, request.options, request.warnings}, built.program);
  return built;
}

bool Session::State::was_lately_absent(const ocl::BuildRequest& request) {
  const std::lock_guard lock(mutex);
  const auto found = absent_on_disk.find(BuildTextView(request));
  return found != absent_on_disk.end() && std::chrono::steady_clock::now() - found->second < time_between_searches;
}

void Session::State::note_absent(const ocl::BuildRequest& request) {
  if (request.cache == nullptr) return;
  const std::lock_guard lock(mutex);
  if (absent_on_disk.size() >= max_absent) absent_on_disk.clear();
  absent_on_disk.insert_or_assign({request.source, request.options, request.warnings},
                                  std::chrono::steady_clock::now());
}

ocl::BuildResult Session::State::count(ocl::BuildResult built) {
  const std::lock_guard lock(mutex);
  ++(built.cache == CacheUse::hit ? counts.cached : counts.compiled);
  return built;
}

void Session::State::check_may_compile(const std::string& why) const {
  if (may_compile) return;
  throw Error(ErrorKind::build,
              fmt::format("a program would have to be compiled: {}; allowed: what the bundle or the cache has, because "
                          "compiling is switched off",
                          why));
}

// The plan may have asked for this program because the bundle has another program that does not fit this device. Then
// the misfit is the reason to report.
std::optional<ocl::BuildResult> Session::State::find_in_bundle(const ocl::BuildRequest& request, std::string& why) {
  if (!bundle) {
    why = "there is no bundle";
    return {};
  }
  Bundled::Found found = bundle->find(queue, request);
  const std::lock_guard lock(mutex);
  if (found.known) bundle_unfit = found.why_not;
  why = found.known || bundle_unfit.empty() ? found.why_not : bundle_unfit;
  if (!found.built) return {};
  ++(found.kind == BundleKind::spirv ? counts.from_spirv : counts.from_bundle);
  return std::move(found.built);
}

void Session::State::note_miss(const std::string& why) {
  const std::lock_guard lock(mutex);
  if (bundle && std::ranges::count(bundle_misses, why) == 0) bundle_misses.push_back(why);
}

// Without a compiler only programs that were compiled before can be used.
ocl::BuildResult Session::State::found_or_compiled(const ocl::BuildRequest& request, const std::string& why) {
  if (may_compile) return count(ocl::build(queue, request));
  auto found = ocl::find_built(queue, request, false);
  if (!found) check_may_compile(why);
  return count(*std::move(found));
}

ocl::BuildResult Session::State::build(const std::string& source, const std::string& options, const Notes& notes) {
  const ocl::BuildRequest request{source, options, build_timeout, cache.get(), notes.told, notes.warnings};
  if (auto known = find_in_memory(request)) return *std::move(known);
  std::string why;
  if (auto bundled = find_in_bundle(request, why)) return keep(request, *std::move(bundled));
  note_miss(why);
  return keep(request, found_or_compiled(request, why));
}

ocl::BuildResult Session::State::compile(const std::string& source, const std::string& options, const Notes& notes) {
  constexpr char why[] = "its text includes other files, which nothing keeps";
  check_may_compile(why);
  note_miss(why);
  return count(ocl::build(queue, {source, options, build_timeout, nullptr, notes.told, notes.warnings}));
}

std::optional<ocl::BuildResult> Session::State::find_bundled(const std::string& source, const std::string& options,
                                                             std::string& why) {
  if (!bundle) return {};
  auto found = find_in_bundle({source, options, build_timeout}, why);
  if (!found) note_miss(why);
  return found;
}

std::optional<ocl::Binary> Session::State::kept(BundleKind kind, const std::string& source, const std::string& options,
                                                const std::string& cache_key) {
  if (bundle)
    if (auto bytes = bundle->kept(kind, source, options)) return bytes;
  return cache ? cache->find(cache_key) : std::nullopt;
}

std::optional<ocl::BuildResult> Session::State::find(const std::string& source, const std::string& options) {
  const ocl::BuildRequest request{source, options, build_timeout, cache.get()};
  if (auto known = find_in_memory(request)) return known;
  std::string why;
  if (auto bundled = find_in_bundle(request, why)) return keep(request, *std::move(bundled));
  if (was_lately_absent(request)) return {};
  auto built = ocl::find_built(queue, request, may_compile);
  if (!built) {
    note_absent(request);
    return {};
  }
  note_miss(why);
  return keep(request, count(*std::move(built)));
}

std::string Session::bundle_problem() const {
  const std::lock_guard lock(state_->mutex);
  const auto& misses = state_->bundle_misses;
  if (misses.empty()) return {};
  return fmt::format("{}; what it lacks comes from the cache or the compiler{}", misses.front(),
                     misses.size() == 1 ? "" : fmt::format(" ({} more reasons)", misses.size() - 1));
}

ProgramCounts Session::program_counts() const {
  const std::lock_guard lock(state_->mutex);
  return state_->counts;
}

}  // namespace lenslet
