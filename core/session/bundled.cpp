// A binary is for one device and driver, identified as in the program cache. SPIR-V is for all devices that take it.
#include "session/bundled.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/version.hpp>

#include "bundle/contents.hpp"
#include "bundle/recognise.hpp"
#include "elapsed.hpp"
#include "ocl/program_cache.hpp"
#include "ocl/spirv.hpp"
#include "store/store.hpp"

namespace lenslet {
namespace {

// How far a stored work is from the wanted one. Another target counts more than any difference in size. Another file
// counts less: it may have the same masks under another path.
double distance(const Bundle& bundle, const BundleWork& work, std::string_view target, const store::Key& key) {
  constexpr double of_another_target = 1000, of_another_file = 0.5;
  return std::abs(store::bucket_of(work.extent) - key.size_bucket) +
         (bundle.targets[work.target] == target ? 0 : of_another_target) + (work.op == key.op ? 0 : of_another_file);
}

}  // namespace

Bundled::Bundled(const std::filesystem::path& file, const DeviceInfo& device)
    : name_(file.string()), bundle_(read_trusted_bundle(file)), target_(ocl::target_key(device)) {}

std::string Bundled::why_no_program() const {
  if (bundle_.library != version)
    return fmt::format("bundle '{}' was made by Lenslet {}, this is {}, whose programs differ", name_, bundle_.library,
                       version);
  constexpr std::size_t max_named = 3;
  std::string has;
  for (std::size_t i = 0; i < std::min(max_named, bundle_.works.size()); ++i)
    has += fmt::format("{}{} on {}", i == 0 ? "" : "; ", bundle_.works[i].call, bundle_.works[i].inputs);
  if (bundle_.works.size() > max_named) has += fmt::format(" and {} more", bundle_.works.size() - max_named);
  return fmt::format("bundle '{}' has no such program; it is for {}", name_,
                     has.empty() ? fmt::format("programs of no op ({})", bundle_.programs.size()) : has);
}

std::string Bundled::why_no_binary(std::size_t program) const {
  std::string nearest;
  for (const BundleEntry& entry : bundle_.entries)
    if (entry.kind == BundleKind::binary && entry.program == program) nearest = bundle_.targets[entry.target];
  if (nearest.empty()) return fmt::format("bundle '{}' has no device's code of the program", name_);
  return fmt::format("bundle '{}' does not fit: {}", name_, bundle::difference(nearest, target_));
}

Bundled::Found Bundled::find(const ocl::Queue& queue, const ocl::BuildRequest& request) const {
  const auto program = bundle::find_program(bundle_, request.source, request.options);
  if (!program) return {{}, {}, why_no_program(), false};
  const BundleEntry* binary = bundle::find_entry(bundle_, BundleKind::binary, *program, target_);
  if (binary == nullptr) return from_spirv(queue, request, *program, why_no_binary(*program));
  const auto begin = std::chrono::steady_clock::now();
  try {
    ocl::Program built = ocl::build(queue, binary->bytes, request.timeout, request.options);
    return {ocl::BuildResult{std::move(built), milliseconds_since(begin), CacheUse::bundle}};
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::build) throw;
    return from_spirv(queue, request, *program, fmt::format("bundle '{}' is of no use: {}", name_, error.what()));
  }
}

Bundled::Found Bundled::from_spirv(const ocl::Queue& queue, const ocl::BuildRequest& request, std::size_t program,
                                   const std::string& why) const {
  const BundleEntry* spirv =
      bundle::find_entry(bundle_, BundleKind::spirv, program, bundle::spirv_target(queue.device().info().address_bits));
  if (spirv == nullptr) return {{}, {}, fmt::format("{}; it has no SPIR-V for it", why)};
  const auto begin = std::chrono::steady_clock::now();
  try {
    ocl::Program built = ocl::build_spirv(queue, spirv->bytes, request.options, request.timeout);
    return {ocl::BuildResult{std::move(built), milliseconds_since(begin), CacheUse::bundle}, BundleKind::spirv};
  } catch (const Error& error) {
    return {{}, {}, fmt::format("{}; its SPIR-V cannot take the place: {}", why, error.what())};
  }
}

std::optional<ocl::Binary> Bundled::kept(BundleKind kind, const std::string& source, const std::string& options) const {
  const auto program = bundle::find_program(bundle_, source, options);
  const BundleEntry* entry = program ? bundle::find_entry(bundle_, kind, *program, target_) : nullptr;
  if (entry == nullptr) return {};
  return entry->bytes;
}

std::optional<op::Choice> Bundled::choice(const op::Problem& problem, const DeviceInfo& device) const {
  const store::Key key = store::key_of(problem, device);
  const std::string op = bundle::without_files(key.op);
  std::optional<op::AnySchedule> schedule;
  const BundleWork* nearest = nullptr;
  const auto away = [&](const BundleWork& work) { return distance(bundle_, work, target_, key); };
  for (const BundleWork& work : bundle_.works) {
    if (bundle::without_files(work.op) != op || work.work != key.work) continue;
    if (nearest != nullptr && away(work) >= away(*nearest)) continue;
    std::optional<op::AnySchedule> own = op::runnable(problem, device, work.schedule);
    if (!own) continue;
    schedule = std::move(own);
    nearest = &work;
  }
  if (!schedule) return {};
  return op::Choice{*std::move(schedule), fmt::format("as bundle '{}' has it for {}", name_, nearest->inputs),
                    Origin::bundle};
}

}  // namespace lenslet
