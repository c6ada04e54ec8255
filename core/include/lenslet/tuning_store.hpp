// The tuning results on this machine: list, add and delete them. docs/formats.md describes the file.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <lenslet/device.hpp>
#include <lenslet/image.hpp>
#include <lenslet/tune.hpp>

#pragma GCC visibility push(default)
namespace lenslet {

// A trial, and everything that it depends on.
struct StoredTrial {
  std::string op;
  std::string work;    // types, channels, border, window: see docs/formats.md
  std::string device;  // as device_key() spells it
  std::string driver;
  std::string architecture;
  int format = 0;  // version of schedules and kernels; only results of library_format are used
  Size size;       // of the image that was timed; for arrays: the elements of all inputs x 1
  Trial trial;
  std::string library;  // version of the library that measured it
  std::int64_t unix_time = 0;
};

// All trials of one case: one op and work, on one device under one driver, for sizes that count as the same.
struct StoredCase {
  std::vector<StoredTrial> trials;  // in the order of TuningStore::trials()
  std::optional<std::size_t>
      chosen;    // index of the trial that a plan takes if its call can run it; absent where no trial is correct
  int ties = 0;  // other trials that may be as fast: the difference is within the noise

  std::size_t count(Outcome outcome) const;  // trials with this outcome
};

// Throws invalid_argument, with the wrong field, for a trial that this version of the library cannot have measured. A
// name of TimedWork's form (way_times.hpp) passes: components that are not here measure such work.
void check(const StoredTrial& trial);

// Chooses trials. An empty text matches everything.
struct StoredFilter {
  std::string op;      // the op's full name
  std::string device;  // a part of the device's name, in upper or lower case
};

// Return the texts under which the store has a device and its driver.
std::string device_key(const DeviceInfo& device);
std::string driver_key(const DeviceInfo& device);

class TuningStore {
 public:
  // An empty directory stands for LENSLET_DATA_DIR, else the user's data directory. The file is made when the first
  // trial is added.
  explicit TuningStore(const std::filesystem::path& directory = {});
  ~TuningStore();

  std::filesystem::path file() const;  // the store's file, which need not exist

  // Lists trials by op, work, device, driver and size. Within these, trials that were timed in turns come first, with
  // the winner in front; then looks, the fastest first; then trials without a time. Invalid rows are skipped. Throws io
  // where the file cannot be read.
  std::vector<StoredTrial> trials(const StoredFilter& filter = {}) const;

  // Lists the same trials, grouped by case. Throws as trials() does.
  std::vector<StoredCase> cases(const StoredFilter& filter = {}) const;

  // Stores all trials or none. A trial replaces an earlier one of the same schedule, unless the earlier one is
  // quarantined. Returns how many were stored. Throws io where they cannot be stored, and what check() throws.
  std::size_t add(const std::vector<StoredTrial>& trials);

  // Deletes the trials that the filter matches, all or none. Returns how many were deleted. Throws io where that fails.
  std::size_t clear(const StoredFilter& filter = {});

  // Deletes trials that no run can use any more, as clear() does: those of another format, and those of this machine's
  // `devices` under drivers that the devices no longer have.
  std::size_t prune(const std::vector<DeviceInfo>& devices);

  std::string notice() const;  // what became of a damaged file; empty where there was none

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ForeignTrials {
  std::vector<StoredTrial> trials;  // in the order of TuningStore::trials()
  std::size_t passed_over = 0;      // rows that check() refuses: from a newer version, or invalid
};

// Reads a store of unknown origin. Changes and makes no file. Throws io where there is no sound store.
ForeignTrials read_tuning_store(const std::filesystem::path& directory, const StoredFilter& filter = {});

}  // namespace lenslet
#pragma GCC visibility pop
