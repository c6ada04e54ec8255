// A tuning run with an executor that knows the times: budgets, the finals, what is remembered and what is left out.
#include "tune/run.hpp"

#include <limits>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stencil/space.hpp"

namespace lenslet::tune {
namespace {

using testing::ElementsAre;

constexpr double infinite = std::numeric_limits<double>::infinity();

op::AnySchedule with_rows(int items_y) {
  Schedule s;
  s.items_y = items_y;
  return op::AnySchedule(s);
}

std::string schedule(int items_y) {
  return with_rows(items_y).spelling();
}

int items_of(const std::string& s) {
  return parse_schedule(s).items_y;
}

int items_of(const op::AnySchedule& s) {
  return s.as<Schedule>().items_y;
}

Trial trial(const std::string& s, double ms, Outcome outcome = Outcome::correct) {
  return {s, outcome, {ms, ms * 0.99, ms * 1.01, 5}, {}};
}

class Known final : public Executor {
 public:
  int copies() override { return 2; }

  std::optional<Trial> attempt(const op::AnySchedule& s, double rival_ms, const std::optional<op::AnySchedule>& proven,
                               std::chrono::steady_clock::time_point) override {
    asked.push_back(items_of(s));
    rivals.push_back(rival_ms);
    provens.push_back(proven ? items_of(*proven) : 0);
    return looks.at(items_of(s));
  }

  std::vector<Measured> compare(const std::vector<op::AnySchedule>& schedules, double) override {
    std::vector<Measured> times;
    if (fails) return times;
    for (const op::AnySchedule& s : schedules) {
      const int items = items_of(s);
      compared.push_back(items);
      times.push_back(finals.contains(items) ? finals[items] : looks.at(items)->time);
    }
    return times;
  }

  std::map<int, std::optional<Trial>> looks;  // by items_y
  std::map<int, Measured> finals;
  bool fails = false;
  std::vector<int> asked, provens, compared;
  std::vector<double> rivals;
};

class RunTest : public testing::Test {
 protected:
  RunTest() {
    for (const auto& [items, ms] : {std::pair(1, 5.0), {2, 2.0}, {4, 2.1}, {8, 9.0}})
      executor.looks[items] = trial(schedule(items), ms);
    memory.add = [this](const Trial& t) { added.push_back(items_of(t.schedule)); };
    memory.decide = [this](std::span<const Trial> trials) {
      for (const Trial& t : trials) decided.push_back(std::string(name_of(standing_of(t))) + " " + to_text(t));
    };
  }

  static std::string to_text(const Trial& t) { return std::to_string(items_of(t.schedule)); }

  tune::Run run() { return tune::Run(executor, space, memory, options, now, {now + seconds, now + seconds}); }

  const std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now();
  std::chrono::seconds seconds{600};
  const stencil::Space space = stencil::space_of([](const Schedule&) { return true; });
  Known executor;
  Memory memory;
  TuneOptions options;
  std::vector<int> added;
  std::vector<std::string> decided;
};

TEST_F(RunTest, GivesEachCandidateItsRivalAndAProvenResult) {
  tune::Run one = run();
  for (const int items : {8, 1, 2, 4}) one.time(with_rows(items));
  EXPECT_THAT(executor.rivals, ElementsAre(infinite, 9.0 * 0.99, 5.0 * 0.99, 2.0 * 0.99));
  EXPECT_THAT(executor.provens, ElementsAre(0, 8, 1, 2));
  EXPECT_THAT(added, ElementsAre(8, 1, 2, 4));
}

TEST_F(RunTest, TimesTheBestAndTheInitialOneAgain) {
  tune::Run one = run();
  for (const int items : {8, 1, 2, 4}) one.time(with_rows(items));
  executor.finals[2] = {2.4, 2.3, 2.5, 31};
  executor.finals[4] = {2.0, 1.9, 2.1, 31};
  const TuneResult result = one.finish(with_rows(8));
  EXPECT_THAT(executor.compared, ElementsAre(2, 4, 8));
  ASSERT_TRUE(result.winner && result.initial);
  EXPECT_EQ(result.winner->schedule, schedule(4));
  EXPECT_EQ(result.winner->time.samples, 31);
  EXPECT_EQ(result.initial->schedule, schedule(8));
  EXPECT_THAT(added, ElementsAre(8, 1, 2, 4));
  EXPECT_THAT(decided, ElementsAre("lost 2", "won 4", "lost 8")) << "the better times are kept, too";
}

TEST_F(RunTest, WhatWonBeforeIsTimedAgainBesideTheBest) {
  tune::Run one = run();
  for (const int items : {8, 1, 2}) one.time(with_rows(items));
  EXPECT_EQ(one.finish(with_rows(8), with_rows(1)).winner->schedule, schedule(2));
  EXPECT_THAT(executor.compared, ElementsAre(2, 1, 8));
}

TEST_F(RunTest, OfManyGoodOnesSoManyAreTimedAgainAsThereIsTimeFor) {
  for (int items = 1; items <= 8; ++items) executor.looks[items] = trial(schedule(items), 1000 + items);
  tune::Run one = run();
  for (int items = 1; items <= 8; ++items) one.time(with_rows(items));
  seconds = std::chrono::seconds(60);
  tune::Run hurried = run();
  for (int items = 1; items <= 8; ++items) hurried.time(with_rows(items));
  one.finish(with_rows(1));
  EXPECT_EQ(executor.compared.size(), 8u);
  executor.compared.clear();
  hurried.finish(with_rows(1));
  EXPECT_THAT(executor.compared, ElementsAre(1, 2, 3, 4, 5));
}

TEST_F(RunTest, WhereTheBestCannotBeTimedInTurnsNothingIsDecided) {
  executor.fails = true;
  tune::Run one = run();
  for (const int items : {8, 2}) one.time(with_rows(items));
  const TuneResult result = one.finish(with_rows(8));
  EXPECT_EQ(result.winner->schedule, schedule(2));
  EXPECT_EQ(standing_of(*result.winner), Standing::look);
  EXPECT_TRUE(decided.empty());
}

TEST_F(RunTest, WithinTheNoiseTheSimplerWins) {
  executor.finals[2] = {2.05, 1.95, 2.15, 31};
  executor.finals[4] = {2.00, 1.90, 2.10, 31};
  tune::Run one = run();
  for (const int items : {4, 2}) one.time(with_rows(items));
  EXPECT_EQ(one.finish(with_rows(1)).winner->schedule, schedule(2));
}

TEST_F(RunTest, WhatIsNotCorrectNeverWins) {
  executor.looks[2] = trial(schedule(2), 0.001, Outcome::wrong);
  executor.looks[4] = trial(schedule(4), 0.002, Outcome::timeout);
  tune::Run one = run();
  EXPECT_EQ(one.time(with_rows(2)), infinite);
  EXPECT_EQ(one.time(with_rows(4)), infinite);
  EXPECT_EQ(one.time(with_rows(8)), 9.0 * 0.99);
  const TuneResult result = one.finish(with_rows(2));
  EXPECT_EQ(result.winner->schedule, schedule(8));
  EXPECT_FALSE(result.initial);
  EXPECT_THAT(added, ElementsAre(2, 4, 8));
  EXPECT_THAT(decided, ElementsAre("won 8"));
}

TEST_F(RunTest, TheQuarantinedIsNotTried) {
  memory.quarantined = [](const std::string& s) { return items_of(s) == 2; };
  tune::Run one = run();
  EXPECT_EQ(one.time(with_rows(2)), infinite);
  EXPECT_TRUE(executor.asked.empty());
  const TuneResult result = one.finish(with_rows(2));
  EXPECT_FALSE(result.winner);
  ASSERT_EQ(result.trials.size(), 1u);
  EXPECT_EQ(result.trials[0].outcome, Outcome::excluded);
  EXPECT_THAT(result.trials[0].detail, testing::HasSubstr("quarantined"));
}

TEST_F(RunTest, EndsAtTheNumberOfCandidates) {
  options.candidates = 2;
  tune::Run one = run();
  EXPECT_TRUE(one.time(with_rows(1)));
  EXPECT_TRUE(one.time(with_rows(2)));
  EXPECT_FALSE(one.time(with_rows(4)));
  EXPECT_EQ(one.finish(with_rows(1)).end, TuneEnd::candidates);
}

TEST_F(RunTest, WithoutTimeTheInitialOneIsTriedAllTheSame) {
  seconds = std::chrono::seconds(0);
  tune::Run one = run();
  EXPECT_TRUE(one.time(with_rows(1)));
  EXPECT_FALSE(one.time(with_rows(2)));
  const TuneResult result = one.finish(with_rows(1));
  EXPECT_EQ(result.end, TuneEnd::time);
  EXPECT_EQ(result.winner->schedule, schedule(1));
}

TEST_F(RunTest, StoppedItEndsWithWhatItHas) {
  bool stop = false;
  options.stop = [&stop] { return stop; };
  tune::Run one = run();
  one.time(with_rows(8));
  one.time(with_rows(2));
  stop = true;
  EXPECT_FALSE(one.time(with_rows(4)));
  const TuneResult result = one.finish(with_rows(8));
  EXPECT_EQ(result.end, TuneEnd::stopped);
  EXPECT_TRUE(executor.compared.empty());
  EXPECT_EQ(result.winner->schedule, schedule(2));
}

TEST_F(RunTest, ACandidateCutShortLeavesNoTrace) {
  executor.looks[2] = std::nullopt;
  tune::Run one = run();
  one.time(with_rows(1));
  EXPECT_FALSE(one.time(with_rows(2)));
  EXPECT_EQ(one.finish(with_rows(1)).trials.size(), 1u);
  EXPECT_THAT(added, ElementsAre(1));
}

TEST_F(RunTest, ReportsAfterEveryCandidateAndBeforeTheFinals) {
  std::vector<std::string> reports;
  options.progress = [&](const TuneProgress& p) {
    reports.push_back(std::to_string(p.tried) + (p.finals ? " finals" : "") +
                      (p.best ? " best " + std::to_string(items_of(p.best->schedule)) : ""));
  };
  executor.looks[8] = trial(schedule(8), 1, Outcome::wrong);
  tune::Run one = run();
  for (const int items : {8, 1, 2, 4}) one.time(with_rows(items));
  one.finish(with_rows(8));
  EXPECT_THAT(reports, ElementsAre("1", "2 best 1", "3 best 2", "4 best 2", "4 finals best 2"));
}

}  // namespace
}  // namespace lenslet::tune
