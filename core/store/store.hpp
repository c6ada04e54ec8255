// The tuning store: what was measured on this machine, for later processes. File format: docs/formats.md.
//
// It is one SQLite file in the user's data directory. Many processes can use it at once. A trial is on the disk when
// add() returns, so a kill loses at most the trial that is being made. Where the file cannot be used, everything is
// kept in memory for this process, and problem() says why.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/image.hpp>
#include <lenslet/tune.hpp>
#include <lenslet/tuning_store.hpp>

#include "op/problem.hpp"

#pragma GCC visibility push(default)
namespace lenslet::store {

// The version of the kernels and of the meaning of schedules. Results of another version are not used. Raise it when a
// skeleton changes so much that old times mislead.
inline constexpr int library_format = 2;

// What a tuning result depends on, and so the key that it is stored under. docs/formats.md describes it.
struct Key {
  std::string op;  // full name
  // What decides speed. Of images: masks' sides and number, types, channels, border, alpha; not the taps' values. Of
  // arrays: types, sides, choices.
  std::string work;
  int size_bucket = 0;  // log2 of the number of pixels or elements, rounded to the nearest integer
  std::string device;   // name, vendor and number of compute units
  // Platform, its version, driver version, and environment variables that change the generated code.
  std::string driver;
  std::string architecture;  // the same for devices of one kind
  int format = 0;            // library_format
  Size size;                 // that was measured; times refer to it. Not compared
  int reach = 64;            // results of sizes so many buckets away may be taken. Not compared
};

int bucket_of(Size size);
std::string device_text(const DeviceInfo& device);
std::string driver_text(const DeviceInfo& device, const char* const* environment);

// Make the key of a problem on a device. Without `environment` the key has the variables of this process.
Key key_of(const op::Problem& problem, const DeviceInfo& device);
Key key_of(const op::Problem& problem, const DeviceInfo& device, const char* const* environment);

struct Found {
  Trial trial;
  op::AnySchedule schedule;       // the trial's
  Origin origin = Origin::exact;  // how near the key is to the wanted one
  Key key;                        // the key that it was measured for
  int ties = 0;                   // if it won: other schedules that tie with it
};

// Reads the schedule of a row. Absent for a text that is no schedule, and for a schedule that cannot run.
using ReadSchedule = std::function<std::optional<op::AnySchedule>(const std::string& spelling)>;

// Returns what reads the schedules that the device can run. The problem and the device must outlive it.
ReadSchedule rows_of(const op::Problem& problem, const DeviceInfo& device);

// What a store was like when it was asked. Two that are the same have the same results.
struct Version {
  struct File {
    std::uint64_t inode = 0, bytes = 0;
    std::int64_t changed_ns = 0;  // 0 for a file that is missing or empty
    bool operator==(const File&) const = default;
  };
  std::array<File, 2> files;  // the database, and its log
  std::uint64_t own = 0;      // how often this process has changed it through this Store

  // Whether the files were changed so lately that a change after this one may leave the same times.
  bool may_hide_changes = false;

  bool is_still(const Version& now) const { return !may_hide_changes && files == now.files && own == now.own; }
};

// Safe to use from several threads.
class Store {
 public:
  // No file is opened before it is needed. With an empty directory everything is kept in memory, and problem() says so.
  explicit Store(const std::filesystem::path& directory = default_directory());
  ~Store();

  // Adds a trial in one durable transaction. It replaces an earlier trial of the same schedule, unless that is
  // quarantined. A look does not replace a trial that was timed in turns.
  void add(const Key& key, const Trial& trial);

  // Adds trials that were timed in turns, in one durable transaction. Trials of earlier timings in turns become looks.
  void decide(const Key& key, std::span<const Trial> trials);

  // Returns this key's first correct trial, in the order of ranking.hpp, whose schedule can be read.
  std::optional<Found> best(const Key& key, const ReadSchedule& read);

  // Returns the best trial of the nearest key that has one. Only keys of the same op, work and format are near.
  std::optional<Found> find(const Key& key, const ReadSchedule& read);

  // Returns the schedule that find() finds for a problem on a device, with how it was measured.
  std::optional<op::Choice> choice(const op::Problem& problem, const DeviceInfo& device);

  // Lists all trials of this key in the order of ranking.hpp. Times of another size in the key's bucket are scaled to
  // the key's size.
  std::vector<Trial> trials(const Key& key);

  // Read, merge and delete whole rows whose keys pass the test. The last two use one transaction each, and return how
  // many trials changed.
  std::vector<StoredTrial> records(const std::function<bool(const Key&)>& wanted);
  std::size_t merge(const std::vector<StoredTrial>& records);
  std::size_t remove(const std::function<bool(const Key&)>& unwanted);

  // Returns why the schedule is quarantined for this op and work under this driver, for any size: it was wrong or hung.
  // Absent where it is not.
  std::optional<std::string> why_quarantined(const Key& key, const std::string& schedule);

  // Returns what the store is like now. This asks the file system and not the database.
  Version version() const;

  const std::filesystem::path& directory() const;
  std::filesystem::path file() const;
  std::string problem() const;  // why nothing can be stored; empty where storing works
  bool was_read() const;        // where there is a problem: whether the file's results are known all the same
  std::string notice() const;   // what became of a damaged file; empty where there was none

  // LENSLET_DATA_DIR, else $XDG_DATA_HOME/lenslet, else ~/.local/share/lenslet.
  static std::filesystem::path default_directory();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet::store
#pragma GCC visibility pop
