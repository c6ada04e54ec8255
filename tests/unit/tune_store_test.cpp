// The tuning store: what is found, and in which order.
#include "store/store.hpp"

#include <thread>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tune_store_support.hpp"

namespace lenslet::store {
namespace {

TEST_F(StoreTest, FindsTheFastestAlsoAfterReopening) {
  {
    Store store(directory() / "made" / "on demand");
    store.add(a_key(), timed(rows(1), 3));
    store.add(a_key(), timed(rows(2), 1));
    store.add(a_key(), timed(rows(4), 2));
    store.add(a_key(), failed(rows(8), Outcome::build_failed));
  }
  Store store(directory() / "made" / "on demand");
  EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(2));
  EXPECT_EQ(store.best(a_key(), any)->trial.time.median_ms, 1);
  EXPECT_EQ(store.best(a_key(), any)->trial.time.samples, 5);
  const std::vector<Trial> trials = store.trials(a_key());
  ASSERT_EQ(trials.size(), 4u);
  EXPECT_EQ(trials[0].schedule, rows(2));
  EXPECT_EQ(trials[2].schedule, rows(1));
  EXPECT_EQ(trials[3].outcome, Outcome::build_failed);
  EXPECT_EQ(trials[3].detail, "a reason");
  EXPECT_EQ(store.problem(), "");
  EXPECT_EQ(store.notice(), "");
}

TEST_F(StoreTest, LookingUpMakesNoFile) {
  Store store(directory() / "nothing");
  EXPECT_EQ(store.best(a_key(), any), std::nullopt);
  EXPECT_EQ(store.find(a_key(), any), std::nullopt);
  EXPECT_FALSE(store.why_quarantined(a_key(), rows(1)));
  EXPECT_FALSE(std::filesystem::exists(directory() / "nothing"));
}

Trial in_turns(int items_y, double ms, Standing standing) {
  Trial trial = timed(rows(items_y), ms);
  trial.detail = name_of(standing);
  return trial;
}

TEST_F(StoreTest, WhatWonInTurnsHoldsWhateverAShortLookSays) {
  Store store(directory());
  store.add(a_key(), timed(rows(8), 17.9));
  store.decide(a_key(), std::vector{in_turns(2, 20.1, Standing::tied), in_turns(1, 20.2, Standing::won),
                                    in_turns(4, 21.0, Standing::lost)});
  EXPECT_EQ(store.find(a_key(), any)->trial.schedule, rows(1));
  EXPECT_EQ(store.find(a_key(), any)->ties, 1);
  std::vector<std::string> order;
  for (const Trial& trial : store.trials(a_key())) order.push_back(trial.schedule);
  EXPECT_EQ(order, (std::vector{rows(1), rows(2), rows(4), rows(8)}));
}

TEST_F(StoreTest, ALookTakesNoPlaceOfWhatWasTimedInTurns) {
  Store store(directory());
  store.decide(a_key(), std::vector{in_turns(1, 20, Standing::won), in_turns(2, 21, Standing::lost)});
  store.add(a_key(), timed(rows(1), 15));
  EXPECT_EQ(store.best(a_key(), any)->trial.time.median_ms, 20);
  store.add(a_key(), failed(rows(1), Outcome::wrong));
  EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(2));
}

TEST_F(StoreTest, TheLastTimingInTurnsHolds) {
  Store store(directory());
  store.decide(a_key(), std::vector{in_turns(1, 10, Standing::won), in_turns(2, 11, Standing::lost)});
  store.decide(a_key(), std::vector{in_turns(4, 12, Standing::won), in_turns(2, 13, Standing::lost)});
  EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(4)) << "in a noisy hour all take longer";
  EXPECT_EQ(standing_of(store.trials(a_key()).back()), Standing::look);
}

TEST_F(StoreTest, ManyShortLooksDoNotHideWhatWasTimedLonger) {
  Store store(directory());
  Trial lucky = timed(rows(1), 0.5);
  lucky.time.samples = 2;
  store.add(a_key(), lucky);
  store.add(a_key(), timed(rows(2), 0.9));
  EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(2));
}

TEST_F(StoreTest, TimesOfAnotherSizeAreToldForTheOneThatIsAskedFor) {
  Store store(directory());
  Key larger = a_key();
  larger.size = {1024, 1280};
  store.add(larger, timed(rows(1), 5));
  EXPECT_DOUBLE_EQ(store.trials(a_key()).front().time.median_ms, 4);
}

TEST_F(StoreTest, ComparesTimesPerPixel) {
  Store store(directory());
  Key larger = a_key();
  larger.size = {1200, 1200};
  store.add(larger, timed(rows(2), 1.2));
  store.add(a_key(), timed(rows(1), 1.0));
  EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(2));
}

TEST_F(StoreTest, TheLaterTrialHoldsUnlessTheEarlierIsQuarantined) {
  Store store(directory());
  store.add(a_key(), timed(rows(1), 1));
  store.add(a_key(), timed(rows(1), 2));
  EXPECT_EQ(store.trials(a_key()).size(), 1u);
  EXPECT_EQ(store.best(a_key(), any)->trial.time.median_ms, 2);
  store.add(a_key(), failed(rows(1), Outcome::wrong));
  store.add(a_key(), timed(rows(1), 1));
  EXPECT_EQ(store.best(a_key(), any), std::nullopt);
  EXPECT_EQ(store.trials(a_key()).front().outcome, Outcome::wrong);
}

TEST_F(StoreTest, QuarantineHoldsForAllSizesUnderOneDriver) {
  Store store(directory());
  store.add(a_key(), failed(rows(1), Outcome::timeout));
  store.add(a_key(), failed(rows(2), Outcome::launch_failed));
  Key other_size = a_key(), other_driver = a_key(), other_work = a_key();
  other_size.size_bucket = 10;
  other_driver.driver = "repaired";
  other_work.work = "another";
  EXPECT_TRUE(store.why_quarantined(a_key(), rows(1)));
  EXPECT_TRUE(store.why_quarantined(other_size, rows(1)));
  EXPECT_FALSE(store.why_quarantined(other_driver, rows(1)));
  EXPECT_FALSE(store.why_quarantined(other_work, rows(1)));
  EXPECT_FALSE(store.why_quarantined(a_key(), rows(2)));
  store.add(other_size, timed(rows(1), 1));
  EXPECT_EQ(store.find(a_key(), any), std::nullopt);
  store.add(other_driver, timed(rows(1), 1));
  EXPECT_EQ(store.find(a_key(), any), std::nullopt) << "hangs here, whatever it does elsewhere";
  EXPECT_EQ(store.find(other_driver, any)->trial.schedule, rows(1));
}

// Adds what is nearer and nearer, each with a schedule of its own, and expects it to be found.
TEST_F(StoreTest, TheNearestKeyIsFound) {
  Store store(directory());
  const auto expect = [&](const Key& key, int items_y, Origin origin) {
    store.add(key, timed(rows(items_y), 1));
    const auto found = store.find(a_key(), any);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->trial.schedule, rows(items_y));
    EXPECT_EQ(found->origin, origin);
    EXPECT_EQ(found->key.size_bucket, key.size_bucket);
  };
  Key key = a_key();
  key.device = key.driver = "another";
  expect(key, 1, Origin::same_architecture);
  key.device = a_key().device;
  key.size_bucket = 12;
  expect(key, 2, Origin::other_driver);
  key.size_bucket = 26;
  expect(key, 3, Origin::other_driver);
  key.driver = a_key().driver;
  expect(key, 4, Origin::nearest_size);
  key.size_bucket = 17;
  expect(key, 5, Origin::nearest_size);
  expect(a_key(), 6, Origin::exact);
}

TEST_F(StoreTest, NothingOfAnotherOpWorkFormatOrArchitectureIsNear) {
  Store store(directory());
  Key op = a_key(), work = a_key(), format = a_key(), architecture = a_key();
  op.op = "mean";
  work.work = "u8x1";
  format.format = 2;
  architecture.architecture = architecture.device = "unlike";
  for (const Key& key : {op, work, format, architecture}) store.add(key, timed(rows(1), 1));
  EXPECT_EQ(store.find(a_key(), any), std::nullopt);
}

TEST_F(StoreTest, AnUnusableWinnerGivesWayToTheNext) {
  Store store(directory());
  store.add(a_key(), timed(rows(1), 1));
  store.add(a_key(), timed(rows(2), 2));
  const auto found = store.find(
      a_key(), [](const std::string& spelling) { return spelling == rows(1) ? std::nullopt : any(spelling); });
  ASSERT_TRUE(found);
  EXPECT_EQ(found->trial.schedule, rows(2));
}

TEST_F(StoreTest, AScheduleThatThisVersionCannotReadIsPassedOver) {
  Store store(directory());
  store.add(a_key(), timed(rows(1), 1));
  store.add(a_key(), timed(rows(2), 2));
  sql("UPDATE trials SET schedule = 'tape.recorder' WHERE median_ms = 1");
  EXPECT_EQ(store.best(a_key(), any)->trial.schedule, rows(2));
  EXPECT_EQ(store.find(a_key(), any)->trial.schedule, rows(2));
}

TEST_F(StoreTest, ThreadsMayShareIt) {
  Store store(directory());
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&store, thread] {
      for (int i = 1; i <= 8; ++i) {
        Schedule schedule = parse_schedule(rows(i));
        schedule.group_width = 1 << thread;
        store.add(a_key(), timed(to_string(schedule), i));
        EXPECT_TRUE(store.best(a_key(), any));
      }
    });
  threads.clear();
  EXPECT_EQ(store.trials(a_key()).size(), 32u);
}

}  // namespace
}  // namespace lenslet::store
