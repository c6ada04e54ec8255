// Results that others wrote: what is believed, whether it is added, read from the user's store or from another's.
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <lenslet/tuning_store.hpp>

#include "refusal.hpp"
#include "tune_store_support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr std::int64_t latest = std::numeric_limits<std::int64_t>::max();

StoredTrial a_trial() {
  return {.op = "gaussian",
          .work = "f32x1",
          .device = "some device",
          .driver = "some driver",
          .architecture = "some architecture",
          .format = 2,
          .size = {640, 480},
          .trial = store::timed(store::rows(1), 1),
          .library = "0.1.0",
          .unix_time = 1767323045};
}

StoredTrial of_arrays() {
  StoredTrial stored = a_trial();
  stored.op = "sort";
  stored.size = {1000, 1};
  stored.trial.schedule = "radix.g256";
  return stored;
}

template <class Change>
std::string refused(StoredTrial stored, const Change& change) {
  change(stored);
  return refusal([&] { check(stored); });
}

TEST(StoredTrialCheck, TakesWhatThisVersionMeasures) {
  check(a_trial());
  check(of_arrays());
  StoredTrial failed = a_trial();
  failed.trial = store::failed(store::rows(1), Outcome::wrong);
  check(failed);
  StoredTrial oldest = a_trial(), newest = a_trial();
  oldest.unix_time = 0;
  newest.unix_time = 253402300799;
  check(oldest);
  check(newest);
}

TEST(StoredTrialCheck, NamesTheFieldAtFault) {
  EXPECT_EQ(refused(a_trial(), [](StoredTrial& t) { t.unix_time = latest; }),
            "'unix_time' is 9223372036854775807; allowed: 0 to 253402300799");
  EXPECT_THAT(refused(a_trial(), [](StoredTrial& t) { t.unix_time = -1; }), HasSubstr("'unix_time' is -1"));
  EXPECT_THAT(refused(a_trial(), [](StoredTrial& t) { t.trial.time.samples = -3; }), HasSubstr("'samples' is -3"));
  EXPECT_THAT(refused(a_trial(), [](StoredTrial& t) { t.format = -1; }), HasSubstr("'format' is -1"));
  EXPECT_THAT(refused(a_trial(), [](StoredTrial& t) { t.size.width = 0; }), HasSubstr("'width' is 0; allowed: 1 to"));
  EXPECT_THAT(refused(a_trial(), [](StoredTrial& t) { t.size.height = latest; }), HasSubstr("'height' is 92"));
  EXPECT_THAT(refused(of_arrays(), [](StoredTrial& t) { t.size.height = 2; }), HasSubstr("allowed: 1 to 1"));
  EXPECT_THAT(refused(a_trial(), [](StoredTrial& t) { t.trial.time.low_ms = 0; }), HasSubstr("'lower_quartile' is 0"));
  EXPECT_THAT(refused(a_trial(), [](StoredTrial& t) { t.trial.time.median_ms = INFINITY; }),
              HasSubstr("'time' is inf"));
  EXPECT_THAT(refused(a_trial(), [](StoredTrial& t) { t.op = "gauss"; }), HasSubstr("gauss"));
  EXPECT_THAT(refused(a_trial(), [](StoredTrial& t) { t.trial.schedule = "sideways"; }), HasSubstr("sideways"));
  EXPECT_THAT(refused(of_arrays(), [](StoredTrial& t) { t.trial.schedule = "a b"; }), HasSubstr("'schedule' is 'a b'"));
}

class TuningStoreTest : public store::StoreTest {
 protected:
  void add(const StoredTrial& trial) const { TuningStore(directory()).add({trial}); }

  // Bytes, names and times of all that lies in the folder.
  std::string listed() const {
    std::string text;
    for (const auto& entry : fs::directory_iterator(directory())) {
      struct stat status {};
      EXPECT_EQ(::stat(entry.path().c_str(), &status), 0);
      text += fmt::format("{} {} {}.{} {}\n", entry.path().string(), status.st_ino, status.st_mtim.tv_sec,
                          status.st_mtim.tv_nsec, entry.is_regular_file() ? contents(entry.path()) : "");
    }
    return text;
  }

  std::string unreadable() const {
    const std::string before = listed();
    const std::string reason = refusal([&] { read_tuning_store(directory()); }, ErrorKind::io);
    EXPECT_EQ(listed(), before);
    return reason;
  }
};

TEST_F(TuningStoreTest, AddsAllOrNothing) {
  StoredTrial bad = a_trial();
  bad.unix_time = latest;
  const std::string reason = refusal([&] { TuningStore(directory()).add({a_trial(), bad}); });
  EXPECT_THAT(reason, HasSubstr("trial 1: 'unix_time' is"));
  EXPECT_TRUE(TuningStore(directory()).trials().empty());
}

TEST_F(TuningStoreTest, RowsThatAreNoResultsArePassedOver) {
  for (const char* damage : {"unix_time = 9223372036854775807", "samples = -1", "samples = 1.5", "width = 0",
                             "median_ms = 'fast'", "outcome = 'so-so'", "schedule = x'00ff'"}) {
    add(a_trial());
    EXPECT_EQ(TuningStore(directory()).trials().size(), 1u);
    sql(fmt::format("UPDATE trials SET {}", damage).c_str());
    EXPECT_TRUE(TuningStore(directory()).trials().empty()) << damage;
    EXPECT_EQ(read_tuning_store(directory()).passed_over, 1u) << damage;
    EXPECT_EQ(TuningStore(directory()).clear(), 1u);
  }
}

TEST_F(TuningStoreTest, ARowOfTheFarFutureGivesWay) {
  add(a_trial());
  sql("UPDATE trials SET unix_time = 9223372036854775807");
  EXPECT_EQ(TuningStore(directory()).add({a_trial()}), 1u);
  EXPECT_EQ(TuningStore(directory()).trials().size(), 1u);
}

TEST_F(TuningStoreTest, AnothersStoreIsReadAndNotTouched) {
  add(a_trial());
  StoredTrial unknown = of_arrays();
  add(unknown);
  sql("UPDATE keys SET op = 'of tomorrow' WHERE op = 'sort'");
  const std::string before = listed();
  const ForeignTrials read = read_tuning_store(directory());
  ASSERT_EQ(read.trials.size(), 1u);
  EXPECT_EQ(read.trials[0].op, "gaussian");
  EXPECT_EQ(read.passed_over, 1u);
  EXPECT_EQ(listed(), before);
}

TEST_F(TuningStoreTest, AStoreThatIsOpenIsReadWithItsLog) {
  TuningStore open(directory());
  open.add({a_trial()});
  ASSERT_GT(fs::file_size(file().string() + "-wal"), 0u);
  const std::string before = listed();
  EXPECT_EQ(read_tuning_store(directory()).trials.size(), 1u);
  EXPECT_EQ(listed(), before);
}

TEST_F(TuningStoreTest, WhatIsNoStoreIsAnErrorAndStays) {
  std::ofstream(file()) << "the diary of somebody else";
  EXPECT_THAT(unreadable(), HasSubstr("'" + file().string() + "' is no store that can be read: "));
  fs::remove(file());
  sql("CREATE TABLE diary (day)");
  EXPECT_THAT(unreadable(), HasSubstr("it is of application 0x0 and version 0"));
  fs::remove(file());
  fs::create_directory(file());
  EXPECT_THAT(unreadable(), HasSubstr("it is not an ordinary file"));
  fs::remove(file());
  EXPECT_THAT(unreadable(), HasSubstr("No such file"));
}

TEST_F(TuningStoreTest, AStoreOfANewerVersionIsAnErrorAndStays) {
  add(a_trial());
  sql("PRAGMA user_version = 99");
  EXPECT_THAT(unreadable(), HasSubstr("of format version 99, of a newer Lenslet"));
}

TEST_F(TuningStoreTest, AnythingBesideTheTablesIsAnError) {
  for (const char* more : {"CREATE VIEW more AS SELECT 1", "CREATE TABLE more (x)",
                           "CREATE TRIGGER more AFTER INSERT ON trials BEGIN DELETE FROM trials; END"}) {
    add(a_trial());
    sql(more);
    EXPECT_THAT(unreadable(), HasSubstr("it has other tables, indices, views or triggers")) << more;
    fs::remove(file());
  }
}

}  // namespace
}  // namespace lenslet
