// The tuning store: what was measured on this machine, kept for the next process. File format: docs/formats.md.
//
// One SQLite file in the user's data directory, safe with many processes at once. A trial is on the disk when add()
// returns, so that a kill loses at most the trial that is being made. Where there is no place for the file, everything
// is kept in memory for the process, and problem() says why.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <lenslet/tune.hpp>
#include <lenslet/tuning_store.hpp>

#include "op/problem.hpp"
#include "store/key.hpp"

namespace lenslet::store {

// How near the key of what was found is to the one that was asked for, nearest first.
enum class Match : std::uint8_t { exact, nearest_size, other_driver, same_architecture };

struct Found {
  Trial trial;
  op::AnySchedule schedule;  // the trial's
  Match match = Match::exact;
  Key key;       // what it was measured for
  int ties = 0;  // of other schedules with it, where it won
};

// Reads the schedule of a row; nothing for a text that is none, and for a schedule that cannot run.
using ReadSchedule = std::function<std::optional<op::AnySchedule>(const std::string& spelling)>;

// Reads schedules that the device can run. The problem and the device outlive the result.
ReadSchedule rows_of(const op::Problem& problem, const DeviceInfo& device);

// Safe to use from several threads.
class Store {
 public:
  // Opens no file until one is needed. With an empty directory it works in memory alone, and problem() says so.
  explicit Store(const std::filesystem::path& directory = default_directory());
  ~Store();

  // Adds a trial in one durable transaction. A later trial of the same schedule takes the place of the earlier, unless
  // that one is quarantined, or was timed in turns and the later is a look.
  void add(const Key& key, const Trial& trial);

  // Adds trials that were timed in turns, in one durable transaction. What was timed in turns before counts as a look.
  void decide(const Key& key, std::span<const Trial> trials);

  // Returns the first among this key's correct trials, in the order of ranking.hpp, whose schedule can be read.
  std::optional<Found> best(const Key& key, const ReadSchedule& read);

  // Returns the best of the nearest key that has one. No key of another op, work or format is near.
  std::optional<Found> find(const Key& key, const ReadSchedule& read);

  // Lists all trials of this key in the order of ranking.hpp. Times of another size of its bucket are told as if they
  // had been taken for this one.
  std::vector<Trial> trials(const Key& key);

  // Read, merge and delete whole rows, of the keys that the test lets pass; the last two in one transaction each, which
  // return how many trials changed.
  std::vector<StoredTrial> records(const std::function<bool(const Key&)>& wanted);
  std::size_t merge(const std::vector<StoredTrial>& records);
  std::size_t remove(const std::function<bool(const Key&)>& unwanted);

  // Tells whether the schedule was wrong or hung for this op and work under this driver, whatever the size.
  std::optional<std::string> why_quarantined(const Key& key, const std::string& schedule);

  const std::filesystem::path& directory() const;
  std::filesystem::path file() const;
  std::string problem() const;  // why nothing can be stored; empty while it can
  bool was_read() const;        // with a problem: are the file's results known all the same?
  std::string notice() const;   // what became of a damaged file; empty where there was none

  // LENSLET_DATA_DIR, else $XDG_DATA_HOME/lenslet, else ~/.local/share/lenslet.
  static std::filesystem::path default_directory();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace lenslet::store
