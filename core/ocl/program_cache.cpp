// The program cache's table: find, store, prune. core/sqlite handles the file; docs/formats.md has its format.
#include "ocl/program_cache.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <iterator>
#include <limits>
#include <span>

#include <fmt/format.h>
#include <unistd.h>

#include <lenslet/error.hpp>
#include <lenslet/program_cache.hpp>
#include <lenslet/version.hpp>

#include "sqlite/directory.hpp"
#include "sqlite/file.hpp"

namespace lenslet::ocl {
namespace {

// The prefixes are grouped by the compiler that reads them. Intel's NEO reads debug keys without a prefix, but only
// where NEOReadDebugKeys is set.
constexpr std::string_view prefixes[] = {
    "POCL_",                                                  // PoCL: work-group method, vectoriser, LLVM options
    "CL_CONFIG_",                                             // Intel's CPU runtime: vectoriser, target
    "IGC_",       "NEO",      "INTEL_", "IRIS_",              // Intel's GPU compiler, compute runtime and Mesa drivers
    "RUSTICL_",   "CLOVER_",  "MESA_",  "NIR_",  "GALLIUM_",  // Mesa: features, device overrides, extra build options
    "LP_",        "GALLIVM_",                                 // llvmpipe: vector width, code generation
    "AMD_",       "GPU_",     "HSA_",   "ROC_",  "R600_",    "RADEON",  // AMD: build options, wave size, debug switches
    "CUDA_",      "NV_",                                                // NVIDIA: just-in-time compilation
    "OCLGRIND_",                                                        // Oclgrind: build options, optimisation
};

// These say where caches and logs lie, where threads run or which devices are shown. They often differ between runs.
constexpr std::string_view harmless[] = {
    "POCL_CACHE_DIR=",    "POCL_DEBUG=",         "RUSTICL_ENABLE=", "MESA_SHADER_CACHE_", "CUDA_VISIBLE_DEVICES=",
    "CUDA_DEVICE_ORDER=", "GPU_DEVICE_ORDINAL=", "CUDA_CACHE_",     "POCL_AFFINITY=",
};

bool starts_with_any(std::string_view variable, std::span<const std::string_view> beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return variable.starts_with(beginning); });
}

// The length comes first, so that no value can look like the next part.
void append(std::string& key, std::string_view name, std::string_view value) {
  fmt::format_to(std::back_inserter(key), "{} {}\n{}\n", name, value.size(), value);
}

}  // namespace

std::vector<std::string> code_environment(const char* const* environment) {
  std::vector<std::string> result;
  for (; environment != nullptr && *environment != nullptr; ++environment)
    if (starts_with_any(*environment, prefixes) && !starts_with_any(*environment, harmless))
      result.emplace_back(*environment);
  std::sort(result.begin(), result.end());
  return result;
}

std::string target_key(const DeviceInfo& device, const std::vector<std::string>& environment) {
  std::string key;
  append(key, "lenslet", version);
  append(key, "platform", device.platform);
  append(key, "platform_version", device.platform_version);
  append(key, "vendor", device.vendor);
  append(key, "device", device.name);
  append(key, "device_version", device.version);
  append(key, "language_version", device.language_version);
  append(key, "driver", device.driver);
  for (const std::string& variable : environment) append(key, "environment", variable);
  return key;
}

std::string target_key(const DeviceInfo& device) {
  return target_key(device, code_environment(environ));
}

std::optional<std::vector<KeyPart>> parts_of(std::string_view key) {
  std::vector<KeyPart> parts;
  while (!key.empty()) {
    const std::size_t space = key.find(' '), line = key.find('\n');
    if (space >= line || line == key.npos) return {};
    const std::string_view digits = key.substr(space + 1, line - space - 1);
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
    const std::string_view rest = key.substr(line + 1);
    if (error != std::errc() || end != digits.data() + digits.size() || size >= rest.size() || rest[size] != '\n')
      return {};
    parts.push_back({key.substr(0, space), rest.substr(0, size)});
    key = rest.substr(size + 1);
  }
  return parts;
}

// Returns the key of a compiled program. A needless part costs a needless build; a missing part gives a wrong program.
std::string cache_key(const DeviceInfo& device, std::string_view source, std::string_view options,
                      const std::vector<std::string>& environment) {
  std::string key = target_key(device, environment);
  append(key, "options", options);
  append(key, "source", source);
  return key;
}

struct ProgramCache::Database {
  std::filesystem::path directory;
  std::uint64_t limit = 0;
  std::unique_ptr<sqlite::File> file;  // null after a problem

  template <class Work>
  std::string guarded(const Work& work);  // returns what prevents all further work; empty where nothing does
  template <class Work>
  std::string run(const Work& work);  // does work on the table, and returns what prevented it
};

namespace {

using Bytes = std::vector<unsigned char>;

// Nothing waits for the disk, which would cost a warm start up to 50 ms. If the machine loses power the file may be
// damaged; SQLite or a row's checksum shows that.
constexpr sqlite::Format file_format{
    .name = "programs",
    .variable = "LENSLET_CACHE_DIR",
    .application_id = 0x4c4e534c,  // "LNSL"
    .version = 1,
    .tables =
        "CREATE TABLE programs (hash INTEGER PRIMARY KEY, key TEXT NOT NULL, binary BLOB NOT NULL,"
        " checksum INTEGER NOT NULL, bytes INTEGER NOT NULL, used INTEGER NOT NULL);"
        "CREATE INDEX programs_used ON programs (used)",
    .synchronous = "OFF",
    .busy_ms = 5000,
    .precious = false,
};

constexpr std::uint64_t max_limit = std::numeric_limits<std::int64_t>::max();  // SQLite's integers are signed

std::optional<Bytes> find_row(const sqlite::Connection& db, std::string_view key) {
  const std::int64_t hash = hash_of(key);
  auto row = db.prepare("SELECT binary, checksum FROM programs WHERE hash = ? AND key = ?");
  if (!row.bind(1, hash).bind(2, key).step()) return std::nullopt;
  const auto blob = row.blob(0);
  if (hash_of(blob, hash) != row.integer(1)) throw sqlite::Error(SQLITE_CORRUPT, "a program's checksum is wrong");
  return Bytes(blob.begin(), blob.end());
}

// Notes a use. The order of uses is a counter, not a clock: clocks jump, and differ between machines that share a
// directory.
void touch(const sqlite::Connection& db, std::string_view key) {
  auto update = db.prepare(
      "UPDATE programs SET used = (SELECT MAX(used) + 1 FROM programs) WHERE hash = ? AND "
      "used < (SELECT MAX(used) FROM programs)");
  update.bind(1, hash_of(key)).step();
}

void store_row(const sqlite::Connection& db, std::string_view key, std::span<const unsigned char> binary) {
  const std::int64_t hash = hash_of(key);
  auto insert = db.prepare(
      "INSERT OR REPLACE INTO programs (hash, key, binary, checksum, bytes, used) "
      "VALUES (?, ?, ?, ?, ?, (SELECT COALESCE(MAX(used), 0) + 1 FROM programs))");
  insert.bind(1, hash).bind(2, key).bind(3, binary).bind(4, hash_of(binary, hash));
  insert.bind(5, static_cast<std::int64_t>(binary.size())).step();
}

// The bytes of a row. A program's text is in its key, which is nearly all of a row where a driver keeps the code
// itself, as PoCL does. The sizes are measured, because a damaged column may say anything.
constexpr char row_bytes[] = "LENGTH(binary) + LENGTH(CAST(key AS BLOB))";

// Keeps the most recently used programs that fit together.
void prune(const sqlite::Connection& db, std::uint64_t limit) {
  auto remove = db.prepare(
      fmt::format("DELETE FROM programs WHERE hash IN (SELECT hash FROM (SELECT hash, SUM({}) OVER (ORDER BY used DESC "
                  "ROWS UNBOUNDED PRECEDING) AS total FROM programs) WHERE total > ?)",
                  row_bytes));
  remove.bind(1, static_cast<std::int64_t>(limit)).step();
}

}  // namespace

template <class Work>
std::string ProgramCache::Database::guarded(const Work& work) {
  try {
    work();
    return {};
  } catch (const std::exception& error) {
    file.reset();
    return fmt::format("the program cache in \"{}\" cannot be used: {}", directory.string(), error.what());
  }
}

// Does work on the file. A file that is busy for too long is left alone, since a cache may miss. A damaged file is
// replaced.
template <class Work>
std::string ProgramCache::Database::run(const Work& work) {
  return guarded([&] {
    try {
      if (file) work(file->database());
    } catch (const sqlite::Error& error) {
      if (error.busy()) return;
      if (!error.damaged()) throw;
      file = sqlite::File::replace(std::move(file));
    }
  });
}

ProgramCache::ProgramCache(const std::filesystem::path& directory, std::uint64_t limit_bytes)
    : database_(std::make_unique<Database>(Database{directory, std::min(limit_bytes, max_limit), nullptr})) {
  problem_ = database_->guarded([&] { database_->file = sqlite::File::open(file_format, directory); });
}

ProgramCache::~ProgramCache() = default;

std::optional<Bytes> ProgramCache::find(std::string_view key) {
  const std::lock_guard lock(mutex_);
  if (!problem_.empty()) return std::nullopt;
  std::optional<Bytes> found;
  problem_ = database_->run([&](const sqlite::Connection& database) {
    found = find_row(database, key);
    if (found) touch(database, key);
  });
  return found;
}

void ProgramCache::store(std::string_view key, std::span<const unsigned char> binary) {
  const std::lock_guard lock(mutex_);
  if (!problem_.empty() || key.size() + binary.size() > database_->limit) return;
  problem_ = database_->run([&](const sqlite::Connection& database) {
    store_row(database, key, binary);
    prune(database, database_->limit);
  });
}

std::uint64_t ProgramCache::bytes() {
  const std::lock_guard lock(mutex_);
  std::int64_t total = 0;
  if (problem_.empty())
    problem_ = database_->run([&](const sqlite::Connection& database) {
      total = database.integer(fmt::format("SELECT COALESCE(SUM({}), 0) FROM programs", row_bytes));
    });
  return static_cast<std::uint64_t>(total);
}

void ProgramCache::clear() {
  const std::lock_guard lock(mutex_);
  if (!problem_.empty()) return;
  problem_ = database_->run([](const sqlite::Connection& database) { database.run("DELETE FROM programs; VACUUM"); });
}

std::string ProgramCache::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

std::string ProgramCache::notice() const {
  const std::lock_guard lock(mutex_);
  const bool was_set_aside = database_->file && !database_->file->set_aside().empty();
  if (!was_set_aside) return {};
  return fmt::format(
      "the program cache in \"{}\" was damaged, foreign or of another version: it is kept as \"{}\" and a new one "
      "begun",
      database_->directory.string(), database_->file->set_aside().filename().string());
}

const std::filesystem::path& ProgramCache::directory() const {
  return database_->directory;
}

std::filesystem::path ProgramCache::file(const std::filesystem::path& directory) {
  return sqlite::path_of(file_format, directory);
}

std::filesystem::path ProgramCache::default_directory() {
  return sqlite::user_directory(file_format.variable, "XDG_CACHE_HOME", ".cache");
}

}  // namespace lenslet::ocl

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
  info.notice = cache.notice();
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
