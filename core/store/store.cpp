// The store's keys and file, and what happens when the file fails. The tables are in rows.cpp.
#include "store/store.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <tuple>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lenslet/error.hpp>

#include "ocl/program_cache.hpp"
#include "sqlite/directory.hpp"
#include "sqlite/file.hpp"
#include "store/ranking.hpp"
#include "store/records.hpp"
#include "store/rows.hpp"
#include "system/read_files.hpp"

namespace lenslet::store {

struct Store::State {
  std::filesystem::path directory;
  std::string path;                          // of the file
  std::unique_ptr<sqlite::File> file;        // null until it is needed, and after a problem
  std::optional<sqlite::Connection> memory;  // replaces the file after a problem
  std::string problem;
  bool was_read = false;  // a file that cannot be written was read into memory
  std::string notice;
  std::atomic<std::uint64_t> changes = 0;
  std::mutex mutex;

  // Does work. After an error it goes on in memory: no request is refused, and the problem is noted.
  template <class Work>
  void run(const Work& work);

  // Does work after which the store has another version.
  template <class Work>
  void change(const Work& work) {
    run(work);
    ++changes;
  }

  // Does work that only reads. Makes no file where there is none, since nothing could be found there.
  template <class Work>
  void look(const Work& work);

 private:
  template <class Work>
  bool run_on_file(const Work& work);  // false: the work was not done, and from now on nothing can be stored
  const sqlite::Connection& database();
  void adopt(std::unique_ptr<sqlite::File> opened);
  void go_on_in_memory(const std::string& reason);
};

namespace {

// At most so many rows are looked at. Of many short looks perhaps none can be trusted.
constexpr int max_rivals = 1000;

// Returns how near a found key is to the one that is asked for; smaller is nearer.
std::tuple<Origin, int> distance(const Key& asked, const Key& found) {
  const int buckets = std::abs(asked.size_bucket - found.size_bucket);
  if (asked.device != found.device) return {Origin::same_architecture, buckets};
  if (asked.driver != found.driver) return {Origin::other_driver, buckets};
  return {buckets == 0 ? Origin::exact : Origin::nearest_size, buckets};
}

double pixels(Size size) {
  return static_cast<double>(size.width) * static_cast<double>(size.height);
}

// Returns the trial with its times scaled to this size.
Trial scaled(const Row& row, Size size) {
  Trial trial = row.trial;
  const double factor = pixels(size) / pixels(row.size);
  for (double* ms : {&trial.time.median_ms, &trial.time.low_ms, &trial.time.high_ms}) *ms *= factor;
  return trial;
}

// Returns the first row of a near key that a call of the key `asked` can run.
std::optional<Found> best_of(const sqlite::Connection& database, const NearKey& near, const Key& asked,
                             const ReadSchedule& read) {
  const std::vector<Row> rows = best_rows(database, near.id, max_rivals);
  for (const Row& row : rows) {
    std::optional<op::AnySchedule> schedule = read(row.trial.schedule);
    if (!schedule || why_quarantined(database, asked, row.trial.schedule)) continue;
    Found found{row.trial, *std::move(schedule), std::get<Origin>(distance(asked, near.key)), near.key,
                &row == rows.data() ? ties_with_winner(rows) : 0};
    found.key.size = row.size;
    return found;
  }
  return {};
}

// Says how a schedule was measured. Times of several schedules are compared only where the schedules were timed in
// turns.
std::string evidence_of(const Found& found) {
  const Standing standing = standing_of(found.trial);
  if (standing == Standing::won && found.ties > 0)
    return fmt::format("the simplest of {} that were equally fast in turns", found.ties + 1);
  if (standing == Standing::won) return "the fastest in turns";
  return standing == Standing::look ? "the fastest at a short look" : "what was faster in turns cannot run here";
}

std::string reason_of(const Found& found, const op::Problem& problem) {
  const std::string measured = fmt::format("{:.3f} ms for {}, {}", found.trial.time.median_ms,
                                           problem.extent_text(found.key.size), evidence_of(found));
  switch (found.origin) {
    case Origin::exact:
      return "tuned on this device: " + measured;
    case Origin::nearest_size:
      return "tuned on this device for the nearest size: " + measured;
    case Origin::other_driver:
      return fmt::format("tuned on this device under another driver ({}): {}", found.key.driver, measured);
    default:
      break;
  }
  return fmt::format("tuned on a device of the same architecture, {}: {}", found.key.device, measured);
}

// Copies what can be read. A failing disk may not even allow that.
void copy_what_can_be_read(const sqlite::Connection& from, const sqlite::Connection& to) {
  try {
    sqlite::copy(from, to);
  } catch (const sqlite::Error&) {
    return;
  }
}

}  // namespace

const sqlite::Connection& Store::State::database() {
  if (memory) return *memory;
  if (!file) adopt(sqlite::File::open(store_format, directory));
  return file->database();
}

void Store::State::adopt(std::unique_ptr<sqlite::File> opened) {
  file = std::move(opened);
  if (!file->set_aside().empty())
    notice = fmt::format(
        "the tuning store in \"{}\" was damaged or not one of Lenslet's: it is kept as \"{}\" and a new "
        "one begun",
        directory.string(), file->set_aside().filename().string());
}

// Goes on in memory. All steps that can fail come before the first change.
void Store::State::go_on_in_memory(const std::string& reason) {
  std::string text = fmt::format("tuning results cannot be stored in \"{}\": {}; they are kept until the process ends",
                                 directory.string(), reason);
  sqlite::Connection fresh(":memory:", 0);
  sqlite::create_tables(fresh, store_format);
  bool known = false;
  if (file)
    copy_what_can_be_read(file->database(), fresh);
  else
    known = sqlite::copy_unwritable(store_format, directory, fresh);
  if (known) text += "; what is there already is used";
  memory.emplace(std::move(fresh));
  file.reset();
  was_read = known;
  problem = std::move(text);
}

template <class Work>
bool Store::State::run_on_file(const Work& work) {
  try {
    try {
      work(database());
      return true;
    } catch (const sqlite::Error& error) {
      if (!error.damaged() || !file) throw;
      adopt(sqlite::File::replace(std::move(file)));
    }
    work(database());
    return true;
  } catch (const std::exception& error) {
    go_on_in_memory(error.what());
    return false;
  }
}

template <class Work>
void Store::State::run(const Work& work) {
  const std::lock_guard lock(mutex);
  try {
    if (memory || !run_on_file(work)) work(database());
  } catch (const sqlite::Error& error) {
    throw Error(ErrorKind::io, fmt::format("the tuning results that this process remembers: {}", error.what()));
  }
}

template <class Work>
void Store::State::look(const Work& work) {
  {
    const std::lock_guard lock(mutex);
    std::error_code ignored;
    if (!memory && !file && !std::filesystem::exists(sqlite::path_of(store_format, directory), ignored)) return;
  }
  run(work);
}

int bucket_of(Size size) {
  return static_cast<int>(std::lround(std::log2(std::max(pixels(size), 1.0))));
}

// Leaves out the clock and the memory, which some drivers report as they are at the moment.
std::string device_text(const DeviceInfo& device) {
  return fmt::format("{}, {}, {} units", device.name, device.vendor, device.compute_units);
}

std::string driver_text(const DeviceInfo& device, const char* const* environment) {
  std::string text = fmt::format("{} {}, {}", device.platform, device.platform_version, device.driver);
  for (const std::string& variable : ocl::code_environment(environment)) text += ", " + variable;
  return text;
}

Key key_of(const op::Problem& problem, const DeviceInfo& device, const char* const* environment) {
  Key key;
  key.op = problem.op();
  key.work = problem.speed_text();
  key.size_bucket = bucket_of(problem.extent());
  key.device = device_text(device);
  key.driver = driver_text(device, environment);
  key.architecture = device.architecture;
  key.format = library_format;
  key.size = problem.extent();
  key.reach = problem.reach();
  return key;
}

Key key_of(const op::Problem& problem, const DeviceInfo& device) {
  return key_of(problem, device, environ);
}

ReadSchedule rows_of(const op::Problem& problem, const DeviceInfo& device) {
  return [&](const std::string& spelling) { return op::runnable(problem, device, spelling); };
}

Store::Store(const std::filesystem::path& directory) : state_(std::make_unique<State>()) {
  state_->directory = directory;
  state_->path = sqlite::path_of(store_format, directory).string();
  system::note_read(sqlite::path_of(store_format, directory));  // also where the file does not exist yet
}

Store::~Store() = default;

void Store::add(const Key& key, const Trial& trial) {
  decide(key, {&trial, 1});
}

void Store::decide(const Key& key, std::span<const Trial> trials) {
  state_->change([&](const sqlite::Connection& database) { add_rows(database, key, trials); });
}

std::optional<Found> Store::best(const Key& key, const ReadSchedule& read) {
  std::optional<Found> best;
  state_->look([&](const sqlite::Connection& database) {
    if (const auto id = id_of(database, key)) best = best_of(database, {*id, key}, key, read);
  });
  return best;
}

std::optional<Found> Store::find(const Key& key, const ReadSchedule& read) {
  std::optional<Found> found;
  state_->look([&](const sqlite::Connection& database) {
    std::vector<NearKey> near = near_keys(database, key);
    std::ranges::sort(near, {}, [&](const NearKey& each) { return distance(key, each.key); });
    for (const NearKey& each : near) {
      if (std::abs(key.size_bucket - each.key.size_bucket) > key.reach) continue;
      found = best_of(database, each, key, read);
      if (found) return;
    }
  });
  return found;
}

std::optional<op::Choice> Store::choice(const op::Problem& problem, const DeviceInfo& device) {
  const auto found = find(key_of(problem, device), rows_of(problem, device));
  if (!found) return {};
  return op::Choice{found->schedule, reason_of(*found, problem), found->origin};
}

std::vector<Trial> Store::trials(const Key& key) {
  std::vector<Trial> trials;
  state_->look([&](const sqlite::Connection& database) {
    if (const auto id = id_of(database, key))
      for (const Row& row : all_rows(database, *id)) trials.push_back(scaled(row, key.size));
  });
  return trials;
}

std::optional<std::string> Store::why_quarantined(const Key& key, const std::string& schedule) {
  std::optional<std::string> result;
  state_->look([&](const sqlite::Connection& database) { result = store::why_quarantined(database, key, schedule); });
  return result;
}

std::vector<StoredTrial> Store::records(const std::function<bool(const Key&)>& wanted) {
  std::vector<StoredTrial> records;
  state_->look([&](const sqlite::Connection& database) { records = read_records(database, wanted); });
  return records;
}

std::size_t Store::merge(const std::vector<StoredTrial>& records) {
  std::size_t changed = 0;
  state_->change([&](const sqlite::Connection& database) { changed = merge_records(database, records); });
  return changed;
}

std::size_t Store::remove(const std::function<bool(const Key&)>& unwanted) {
  std::size_t changed = 0;
  state_->look([&](const sqlite::Connection& database) { changed = delete_records(database, unwanted); });
  ++state_->changes;
  return changed;
}

namespace {

// File systems note times in steps of some milliseconds.
constexpr std::int64_t step_of_times_ns = 50'000'000;

// A reader makes an empty log where there is none.
Version::File look_at(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0 || found.st_size == 0) return {};
  return {found.st_ino, static_cast<std::uint64_t>(found.st_size),
          found.st_mtim.tv_sec * std::int64_t{1'000'000'000} + found.st_mtim.tv_nsec};
}

}  // namespace

Version Store::version() const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const std::int64_t settled = std::chrono::nanoseconds(now).count() - step_of_times_ns;
  Version version;
  version.own = state_->changes;
  version.files = {look_at(state_->path), look_at(state_->path + "-wal")};
  for (const Version::File& file : version.files) version.may_hide_changes |= file.changed_ns > settled;
  return version;
}

std::filesystem::path Store::file() const {
  return sqlite::path_of(store_format, state_->directory);
}

const std::filesystem::path& Store::directory() const {
  return state_->directory;
}

bool Store::was_read() const {
  const std::lock_guard lock(state_->mutex);
  return state_->was_read;
}

std::string Store::problem() const {
  const std::lock_guard lock(state_->mutex);
  return state_->problem;
}

std::string Store::notice() const {
  const std::lock_guard lock(state_->mutex);
  return state_->notice;
}

std::filesystem::path Store::default_directory() {
  return sqlite::user_directory(store_format.variable, "XDG_DATA_HOME", ".local/share");
}

}  // namespace lenslet::store
