// What tuning stored on this machine, to look at, move and delete. docs/formats.md describes the file.
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

namespace lenslet {

// A trial with all that it depends on.
struct StoredTrial {
  std::string op;
  std::string work;    // types, channels, border, window: see docs/formats.md
  std::string device;  // as device_key() spells it
  std::string driver;
  std::string architecture;
  int format = 0;  // of schedules and kernels; results of a format other than library_format are of no use
  Size size;       // of the image that was timed; of arrays, the elements of all inputs x 1
  Trial trial;
  std::string library;  // the version that measured it
  std::int64_t unix_time = 0;
};

// What was tried for one case: an op with its work, on a device under a driver, for sizes that count as one.
struct StoredCase {
  std::vector<StoredTrial> trials;  // in the order of TuningStore::trials()
  std::optional<std::size_t>
      chosen;    // which of them a plan takes, if its call can run it; nothing where none is correct
  int ties = 0;  // how many others cannot be told apart from it

  std::size_t count(Outcome outcome) const;
};

// Throws invalid_argument that names the wrong field unless this version of the library could have measured that.
void check(const StoredTrial& trial);

// Chooses trials. An empty text fits everything.
struct StoredFilter {
  std::string op;      // the op's full name
  std::string device;  // a part of the device's name, upper or lower case
};

// Return the texts under which a device and its driver are stored.
std::string device_key(const DeviceInfo& device);
std::string driver_key(const DeviceInfo& device);

class TuningStore {
 public:
  // An empty directory stands for LENSLET_DATA_DIR, else the user's data directory. No file is made until a trial is
  // added.
  explicit TuningStore(const std::filesystem::path& directory = {});
  ~TuningStore();

  std::filesystem::path file() const;

  // Lists trials by op, work, device, driver and size. Of each of these what was timed in turns stands first, the
  // winner before the others, then looks, the fastest first, then what has no time. Rows that are no results are passed
  // over. Throws io where the file cannot be read.
  std::vector<StoredTrial> trials(const StoredFilter& filter = {}) const;

  // Lists the same by case.
  std::vector<StoredCase> cases(const StoredFilter& filter = {}) const;

  // Stores all trials or none. Of two trials of one schedule the later is kept, but a quarantined one stays. Returns
  // how many were taken. Throws io where they cannot be stored, and what check() throws.
  std::size_t add(const std::vector<StoredTrial>& trials);

  // Deletes the trials that the filter chooses, all or none, and returns how many they were. Throws io where that
  // fails.
  std::size_t clear(const StoredFilter& filter = {});

  // Deletes, in the same way, what no run can find any more: trials of another format, and those of this machine's
  // `devices` under drivers that these no longer have.
  std::size_t prune(const std::vector<DeviceInfo>& devices);

  std::string notice() const;  // what became of a damaged file; empty where there was none

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ForeignTrials {
  std::vector<StoredTrial> trials;  // in the order of TuningStore::trials()
  std::size_t passed_over = 0;      // rows that check() refuses: of a newer version, or no results at all
};

// Reads a store that may be anybody's: neither the file nor anything beside it is changed or made. Throws io where
// there is no sound store.
ForeignTrials read_tuning_store(const std::filesystem::path& directory, const StoredFilter& filter = {});

}  // namespace lenslet
