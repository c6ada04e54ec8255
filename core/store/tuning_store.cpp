// The public class of the store. Where the store itself would go on in memory, this one throws.
#include <lenslet/tuning_store.hpp>

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>

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

bool same_case(const StoredTrial& a, const StoredTrial& b) {
  const auto identity = [](const StoredTrial& t) {
    return std::tuple(t.op, t.work, t.device, t.driver, t.architecture, t.format, store::bucket_of(t.size));
  };
  return identity(a) == identity(b);
}

// The key of a quarantine, which holds for every size.
std::string quarantine_text(const StoredTrial& t) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}", t.op, t.work, t.device, t.driver, t.architecture, t.format,
                     t.trial.schedule);
}

std::set<std::string> quarantined(const std::vector<StoredTrial>& trials) {
  std::set<std::string> texts;
  for (const StoredTrial& trial : trials)
    if (trial.trial.outcome == Outcome::wrong || trial.trial.outcome == Outcome::timeout)
      texts.insert(quarantine_text(trial));
  return texts;
}

void find_chosen(StoredCase& one, const std::set<std::string>& quarantine) {
  const auto chosen = std::ranges::find_if(one.trials, [&](const StoredTrial& trial) {
    return trial.trial.outcome == Outcome::correct && !quarantine.contains(quarantine_text(trial));
  });
  if (chosen == one.trials.end()) return;
  one.chosen = static_cast<std::size_t>(chosen - one.trials.begin());
  if (standing_of(chosen->trial) != Standing::won) return;
  one.ties = static_cast<int>(std::ranges::count_if(one.trials, [&](const StoredTrial& trial) {
    return standing_of(trial.trial) == Standing::tied && trial.unix_time == chosen->unix_time;
  }));
}

}  // namespace

struct TuningStore::State {
  store::Store store;

  void check() const {
    if (const std::string problem = store.problem(); !problem.empty()) throw Error(ErrorKind::io, problem);
  }
};

std::size_t StoredCase::count(Outcome outcome) const {
  return static_cast<std::size_t>(
      std::ranges::count(trials, outcome, [](const StoredTrial& stored) { return stored.trial.outcome; }));
}

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

std::vector<StoredCase> TuningStore::cases(const StoredFilter& filter) const {
  const std::vector<StoredTrial> all = trials(filter);
  const std::set<std::string> quarantine = quarantined(all);
  std::vector<StoredCase> cases;
  for (const StoredTrial& trial : all) {
    if (cases.empty() || !same_case(trial, cases.back().trials.front())) cases.emplace_back();
    cases.back().trials.push_back(trial);
  }
  for (StoredCase& each : cases) find_chosen(each, quarantine);
  return cases;
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
