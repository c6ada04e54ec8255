// The tuning store: whatever fails, a trial that it reported as stored is there afterwards, in the store or in what was
// set aside, and the store can be used.
#include "store/store.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include <lenslet/schedule.hpp>
#include <lenslet/session.hpp>

#include "../unit/ocl_test_support.hpp"
#include "kinds.hpp"
#include "sqlite/snapshot.hpp"
#include "store/records.hpp"
#include "store/rows.hpp"
#include "stored_key.hpp"

namespace lenslet::failures {
namespace {

namespace fs = std::filesystem;

Trial trial(int number) {
  Schedule schedule;
  schedule.group_width = number;
  return {to_string(schedule), Outcome::correct, {1, 1, 1, 5, false}, {}};
}

StoredTrial stored(int number) {
  const store::Key key = stored_key();
  return {key.op, key.work, key.device, key.driver, key.architecture, key.format, key.size, trial(number), "0", number};
}

bool everything(const store::Key&) {
  return true;
}

class StoreFailures : public testing::TestWithParam<Failure> {
 protected:
  // The registries are made before anything fails: GCC 12 destroys parts of an aggregate twice whose making throws.
  StoreFailures() { all_ops(); }

  // The schedules in the store and in what was set aside.
  std::set<std::string> kept() const {
    std::set<std::string> schedules;
    store::Store store(folder());
    for (const StoredTrial& each : store.records(everything)) schedules.insert(each.trial.schedule);
    EXPECT_EQ(store.problem(), "");
    for (const auto& entry : fs::directory_iterator(folder()))
      if (entry.path().extension().string().starts_with(".bad-") && !entry.path().string().ends_with("-wal") &&
          !entry.path().string().ends_with("-shm"))
        for (const StoredTrial& each : set_aside(entry.path())) schedules.insert(each.trial.schedule);
    return schedules;
  }

  static std::vector<StoredTrial> set_aside(const fs::path& file) {
    try {
      return store::read_records(sqlite::snapshot(store::store_format, file), everything);
    } catch (const sqlite::Error&) {  // of one that was set aside before it had tables
      return {};
    }
  }

  bool may_be_set_aside() const { return GetParam().code == SQLITE_CORRUPT; }
  bool was_set_aside() const { return fs::exists(folder() / "tuning.sqlite.bad-1"); }
  const fs::path& folder() const { return folder_.path(); }
  void fill() const {
    store::Store store(folder());
    for (int i = 1; i <= 3; ++i) store.add(stored_key(), trial(i));
    ASSERT_EQ(store.problem(), "");
  }

 private:
  ocl::TemporaryDirectory folder_;
};

TEST_P(StoreFailures, WhatWasReportedAsAddedIsThere) {
  std::set<std::string> reported;
  each_failure([&](int n) {
    store::Store store(folder());
    if (survives(GetParam(), n, [&] { store.add(stored_key(), trial(n)); })) {
      if (store.problem().empty()) reported.insert(trial(n).schedule);
      EXPECT_EQ(store.trials(stored_key()).empty(), false) << "kept for the process";
    }
    const std::set<std::string> found = kept();
    EXPECT_TRUE(std::ranges::includes(found, reported));
    EXPECT_TRUE(may_be_set_aside() || !was_set_aside());
  });
  EXPECT_FALSE(reported.empty());
}

TEST_P(StoreFailures, LookingUpFindsOrFails) {
  fill();
  const auto any = [](const std::string& spelling) { return std::optional(op::AnySchedule(parse_schedule(spelling))); };
  each_failure([&](int n) {
    store::Store store(folder());
    std::optional<store::Found> found;
    const bool done = survives(GetParam(), n, [&] { found = store.find(stored_key(), any); });
    EXPECT_TRUE(found || !done || !store.problem().empty() || was_set_aside());
    EXPECT_EQ(kept().size(), 3u);
    EXPECT_TRUE(may_be_set_aside() || !was_set_aside());
  });
}

TEST_P(StoreFailures, AMergeIsAllOrNothing) {
  each_failure([&](int n) {
    const std::set<std::string> before = kept();
    store::Store store(folder());
    const bool done = survives(GetParam(), n, [&] { store.merge({stored(2 * n), stored(2 * n + 1)}); });
    const std::size_t added = kept().size() - before.size();
    EXPECT_TRUE(added == 0 || added == 2) << added;
    EXPECT_TRUE(added == 2 || !done || !store.problem().empty());
  });
}

TEST_P(StoreFailures, ADeletionIsAllOrNothing) {
  each_failure([&](int n) {
    fill();
    store::Store store(folder());
    const bool done = survives(GetParam(), n, [&] { store.remove(everything); });
    if (may_be_set_aside()) return;
    const std::size_t left = kept().size();
    EXPECT_TRUE(left == 0 || left == 3) << left;
    EXPECT_TRUE(left == 0 || !done || !store.problem().empty());
  });
}

TEST_P(StoreFailures, ReadingAnothersStoreChangesNothing) {
  fill();
  each_failure([&](int n) {
    std::size_t count = 3;
    survives(GetParam(), n, [&] { count = read_tuning_store(folder()).trials.size(); });
    EXPECT_EQ(count, 3u);
    EXPECT_FALSE(was_set_aside());
  });
}

INSTANTIATE_TEST_SUITE_P(Each, StoreFailures, testing::ValuesIn(all_failures()), name_of);

}  // namespace
}  // namespace lenslet::failures
