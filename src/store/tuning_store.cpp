// The public face of the store: where the store itself would go on in memory, this one throws.
#include <lenslet/tuning_store.hpp>

#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>
#include <unistd.h>

#include <lenslet/error.hpp>

#include "sqlite/snapshot.hpp"
#include "store/records.hpp"
#include "store/rows.hpp"
#include "store/store.hpp"

namespace lenslet {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

store::KeyTest fits(const StoredFilter& filter) {
  return [op = filter.op, device = lower(filter.device)](const store::Key& key) {
    return (op.empty() || key.op == op) && lower(key.device).find(device) != std::string::npos;
  };
}

void check_all(const std::vector<StoredTrial>& trials) {
  for (std::size_t i = 0; i < trials.size(); ++i) {
    try {
      check(trials[i]);
    } catch (const Error& error) {
      throw Error(error.kind(), fmt::format("trial {}: {}", i, error.what()));
    }
  }
}

bool is_valid(const StoredTrial& trial) {
  try {
    check(trial);
    return true;
  } catch (const Error&) {
    return false;
  }
}

ForeignTrials read_foreign(const sqlite::Connection& database, const store::KeyTest& wanted) {
  ForeignTrials result{store::read_records(database, wanted)};
  std::erase_if(result.trials, [](const StoredTrial& trial) { return !is_valid(trial); });
  result.passed_over = store::count_records(database, wanted) - result.trials.size();
  return result;
}

}  // namespace

struct TuningStore::State {
  store::Store store;

  void check() const {
    if (const std::string problem = store.problem(); !problem.empty()) throw Error(ErrorKind::io, problem);
  }
};

std::string device_key(const DeviceInfo& device) {
  return store::device_text(device);
}

std::string driver_key(const DeviceInfo& device) {
  return store::driver_text(device, environ);
}

TuningStore::TuningStore(const std::filesystem::path& directory)
    : state_(new State{store::Store(directory.empty() ? store::Store::default_directory() : directory)}) {}

TuningStore::~TuningStore() = default;

std::filesystem::path TuningStore::file() const {
  return state_->store.file();
}

std::vector<StoredTrial> TuningStore::trials(const StoredFilter& filter) const {
  std::vector<StoredTrial> records = state_->store.records(fits(filter));
  if (!state_->store.was_read()) state_->check();
  return records;
}

std::size_t TuningStore::add(const std::vector<StoredTrial>& trials) {
  check_all(trials);
  const std::size_t changed = state_->store.merge(trials);
  state_->check();
  return changed;
}

std::size_t TuningStore::clear(const StoredFilter& filter) {
  const std::size_t changed = state_->store.remove(fits(filter));
  state_->check();
  return changed;
}

std::size_t TuningStore::prune(const std::vector<DeviceInfo>& devices) {
  std::set<std::string> present, usable;
  for (const DeviceInfo& device : devices) {
    present.insert(device_key(device));
    usable.insert(device_key(device) + "\n" + driver_key(device));
  }
  const std::size_t changed = state_->store.remove([&](const store::Key& key) {
    if (key.format != store::library_format) return true;
    return present.contains(key.device) && !usable.contains(key.device + "\n" + key.driver);
  });
  state_->check();
  return changed;
}

std::string TuningStore::notice() const {
  return state_->store.notice();
}

ForeignTrials read_tuning_store(const std::filesystem::path& directory, const StoredFilter& filter) {
  const std::filesystem::path file = TuningStore(directory).file();
  try {
    return read_foreign(sqlite::snapshot(store::store_format, file), fits(filter));
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    throw Error(ErrorKind::io, fmt::format("'{}' is no store that can be read: {}", file.string(), error.what()));
  }
}

}  // namespace lenslet
