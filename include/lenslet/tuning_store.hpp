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
  int format = 0;  // of schedules and kernels; results of another than library_format are of no use
  Size size;       // of the image that was timed
  Trial trial;
  std::string library;  // the version that measured it
  std::int64_t unix_time = 0;
};

// Throws invalid_argument with the field at fault unless this version of the library could have measured that.
void check(const StoredTrial& trial);

// An empty text fits everything.
struct StoredFilter {
  std::string op;      // exactly
  std::string device;  // a part of its name, upper or lower case
};

// What a device is stored as.
std::string device_key(const DeviceInfo& device);
std::string driver_key(const DeviceInfo& device);

class TuningStore {
 public:
  // An empty directory: LENSLET_DATA_DIR, else the user's data directory. Makes nothing until something is added.
  explicit TuningStore(const std::filesystem::path& directory = {});
  ~TuningStore();

  std::filesystem::path file() const;

  // By op, work, device, driver and size; of each the fastest first. Rows that are no results are passed over. Throws
  // io where the file cannot be read.
  std::vector<StoredTrial> trials(const StoredFilter& filter = {}) const;

  // All or nothing. Of two trials of one schedule the later is kept; a quarantined one stays. Returns how many were
  // taken. Throws io where they cannot be stored, and what check() throws.
  std::size_t add(const std::vector<StoredTrial>& trials);

  // Both return how many trials were deleted, all or none, and throw io where that cannot be.
  std::size_t clear(const StoredFilter& filter = {});
  // Deletes what no run can find any more: trials of another format, and those of this machine's `devices` under
  // drivers that these no longer have.
  std::size_t prune(const std::vector<DeviceInfo>& devices);

  std::string notice() const;  // what became of a damaged file; empty where there was none

 private:
  struct State;
  std::unique_ptr<State> state_;
};

struct ForeignTrials {
  std::vector<StoredTrial> trials;  // in the order of TuningStore's
  std::size_t passed_over = 0;      // what check() refuses: results of a newer version, or of nobody's
};

// What another's store holds, which may be anybody's: the file is neither changed nor made, nor one beside it. Throws
// io where there is no sound store.
ForeignTrials read_tuning_store(const std::filesystem::path& directory, const StoredFilter& filter = {});

}  // namespace lenslet
