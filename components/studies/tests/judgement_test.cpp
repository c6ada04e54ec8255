// Claims judged by times in this file: the result of a comparison, and of several together.
#include <cmath>

#include <gmock/gmock.h>

#include <lenslet/device.hpp>
#include <lenslet/error.hpp>

#include "studies/judgement.hpp"

namespace lenslet::study {
namespace {

using testing::Contains;
using testing::EndsWith;
using testing::Field;
using testing::MatchesRegex;
using testing::StartsWith;

class JudgementTest : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session_.emplace(SessionOptions{.cache = false});
    experiment_.emplace(*session_, options_, report_);
    const std::size_t chart = experiment_->add_chart("chart", "axis");
    report_.charts[chart].lines = {line("quick", around(1, 20)),
                                   line("slow", around(2, 20)),
                                   line("as slow", around(2.01, 20)),
                                   line("wide", {1, 3, 1, 3, 1, 3, 1, 3, 2, 2}),
                                   line("few", {1, 1, 1}),
                                   line("missing", {})};
  }

  static StudyLine line(const char* name, std::vector<double> ms) {
    StudyPoint point;
    point.x = 3;
    point.ms = std::move(ms);
    return {name, {point}};
  }

  static std::vector<double> around(double ms, int count) {
    std::vector<double> values;
    for (int i = 0; i < count; ++i) values.push_back(ms * (1 + 0.01 * (i % 5)));
    return values;
  }

  static ChartPlace at(const char* name) { return {0, name, 3}; }
  Judgement judgement() const { return {*experiment_, ListedClaim{7, "study", "source", "what is claimed", "", {}}}; }

  std::optional<Session> session_;
  StudyOptions options_;
  StudyReport report_;
  std::optional<Experiment> experiment_;
};

TEST_F(JudgementTest, FasterIsTheFirst) {
  const Claim claim = judgement().faster(at("quick"), at("slow")).claim();
  EXPECT_EQ(claim.number, 7);
  EXPECT_EQ(claim.text, "what is claimed");
  EXPECT_EQ(claim.verdict, Verdict::holds);
  ASSERT_EQ(claim.figures.size(), 1u);
  EXPECT_THAT(claim.figures[0].text,
              MatchesRegex("chart, at 3: quick is 2.00 times as fast as slow \\(1.9. to 2.0.\\)"));
  ASSERT_TRUE(claim.figures[0].speed_up.has_value());
  EXPECT_NEAR(claim.figures[0].speed_up->measured.value, 2, 1e-9);
  EXPECT_EQ(claim.figures[0].speed_up->claimed.low, 1);
  EXPECT_TRUE(std::isinf(claim.figures[0].speed_up->claimed.high));
}

// The numbers keep the claim's direction. The words begin with the faster way.
TEST_F(JudgementTest, ARefutedClaimSaysWhatIsFaster) {
  const Claim claim = judgement().faster(at("slow"), at("quick")).claim();
  EXPECT_EQ(claim.verdict, Verdict::does_not_hold);
  EXPECT_THAT(claim.figures.at(0).text, StartsWith("chart, at 3: quick is 2.00 times as fast as slow ("));
  EXPECT_NEAR(claim.figures[0].speed_up->measured.value, 0.5, 1e-9);
}

TEST_F(JudgementTest, OneOfManyChangesIsEnough) {
  const Change gain{at("slow"), at("quick")}, loss{at("quick"), at("slow")}, none{at("slow"), at("as slow")},
      unknown{at("slow"), at("missing")}, hasty{at("slow"), at("few")};
  const auto verdict = [&](const std::vector<Change>& changes) {
    return judgement().gains_somewhere(changes).claim().verdict;
  };
  EXPECT_EQ(verdict({loss, unknown, gain}), Verdict::holds);
  EXPECT_EQ(verdict({loss, loss}), Verdict::does_not_hold);
  EXPECT_EQ(verdict({loss, unknown}), Verdict::undecided);
  EXPECT_EQ(verdict({loss, hasty}), Verdict::undecided);
  EXPECT_EQ(verdict({unknown, hasty}), Verdict::untested);
  EXPECT_EQ(verdict({loss, none}), Verdict::undecided);
}

TEST_F(JudgementTest, AFactorIsTheLeastThatIsClaimed) {
  EXPECT_EQ(judgement().faster(at("quick"), at("slow"), 1.8).claim().verdict, Verdict::holds);
  EXPECT_EQ(judgement().faster(at("quick"), at("slow"), 2.2).claim().verdict, Verdict::does_not_hold);
  EXPECT_THAT(judgement().faster(at("quick"), at("slow"), 2.2).claim().figures.at(0).text,
              EndsWith("), claimed: over 2.20"));
  EXPECT_THAT(judgement().alike(at("quick"), at("slow")).claim().figures.at(0).text,
              EndsWith("), claimed: 0.91 to 1.10"));
}

TEST_F(JudgementTest, NoiseAndFewRunsDecideNothing) {
  EXPECT_EQ(judgement().faster(at("wide"), at("slow")).claim().verdict, Verdict::undecided);
  const Claim hasty = judgement().faster(at("few"), at("slow")).claim();
  EXPECT_EQ(hasty.verdict, Verdict::undecided);
  EXPECT_THAT(hasty.figures.at(0).text, EndsWith("), too few runs to be sure"));
  EXPECT_EQ(judgement().alike(at("few"), at("quick")).claim().verdict, Verdict::undecided);
}

TEST_F(JudgementTest, AlikeIsWithinAFactor) {
  EXPECT_EQ(judgement().alike(at("slow"), at("as slow")).claim().verdict, Verdict::holds);
  EXPECT_EQ(judgement().alike(at("slow"), at("quick")).claim().verdict, Verdict::does_not_hold);
  EXPECT_EQ(judgement().alike(at("quick"), at("slow"), 3).claim().verdict, Verdict::holds);
}

TEST_F(JudgementTest, OneRefutedComparisonRefutesTheClaim) {
  const Claim claim = judgement().faster(at("quick"), at("slow")).shows(false, "a fact").leaves_open("a doubt").claim();
  EXPECT_EQ(claim.verdict, Verdict::does_not_hold);
  EXPECT_EQ(judgement().faster(at("quick"), at("slow")).leaves_open("a doubt").claim().verdict, Verdict::undecided);
}

TEST_F(JudgementTest, WhatWasNotMeasuredLeavesAClaimOpen) {
  const Claim part = judgement().faster(at("quick"), at("slow")).faster(at("quick"), at("missing")).claim();
  EXPECT_EQ(part.verdict, Verdict::undecided);
  EXPECT_THAT(part.figures, Contains(Field(&ClaimFigure::text, "chart: missing at 3: not measured")));
  EXPECT_EQ(judgement().faster(at("missing"), at("nowhere")).claim().verdict, Verdict::untested);
  EXPECT_EQ(judgement().cannot("a reason").claim().verdict, Verdict::untested);
  EXPECT_EQ(judgement().faster(at("quick"), at("slow")).cannot("a remark").claim().verdict, Verdict::holds);
}

// Two charts may have the same lines, so only the title tells their figures apart.
TEST_F(JudgementTest, FiguresNameTheirChart) {
  const std::size_t other = experiment_->add_chart("other chart", "axis");
  report_.charts[other].lines = report_.charts[0].lines;
  const auto there = [other](const char* name) { return ChartPlace{other, name, 3}; };
  const Claim claim = judgement().faster(there("quick"), there("slow")).alike(at("slow"), there("slow")).claim();
  EXPECT_THAT(claim.figures.at(0).text, StartsWith("other chart, at 3: quick is 2.00 times as fast as slow ("));
  EXPECT_THAT(claim.figures.at(1).text,
              StartsWith("chart: slow at 3 is 1.00 times as fast as slow at 3 of other chart ("));
}

TEST_F(JudgementTest, APredictionHoldsWithinItsFactor) {
  const auto by_law = [this](double speed_up, double work = 1) {
    return judgement().predicted(at("slow"), at("quick"), {.law = "a law", .speed_up = speed_up, .work = work}).claim();
  };
  EXPECT_EQ(by_law(2.05).verdict, Verdict::holds);
  EXPECT_EQ(by_law(2.5).verdict, Verdict::does_not_hold);
  EXPECT_EQ(by_law(1.5).verdict, Verdict::does_not_hold);
  EXPECT_EQ(by_law(6.1, 3).verdict, Verdict::holds);
  const Claim claim = by_law(2.05);
  EXPECT_THAT(claim.figures.at(0).text, StartsWith("chart, at 3: quick is 2.00 times as fast as slow ("));
  EXPECT_THAT(claim.figures[0].text, EndsWith("), by a law 2.05, claimed: 1.86 to 2.25"));
}

TEST_F(JudgementTest, APredictionIsOpenWhereTheNoiseHoldsItsEdge) {
  const Prediction prediction{.law = "a law", .speed_up = 1};
  EXPECT_EQ(judgement().predicted(at("wide"), at("slow"), prediction).claim().verdict, Verdict::undecided);
  EXPECT_EQ(judgement().predicted(at("few"), at("quick"), prediction).claim().verdict, Verdict::undecided);
  EXPECT_EQ(judgement().predicted(at("missing"), at("quick"), prediction).claim().verdict, Verdict::untested);
}

TEST_F(JudgementTest, GainsAreComparedByTheirIntervals) {
  const Change none{at("slow"), at("as slow")}, large{at("slow"), at("quick")}, noisy{at("slow"), at("wide")};
  const Claim claim = judgement().gains_less(none, large).claim();
  EXPECT_EQ(claim.verdict, Verdict::holds);
  EXPECT_THAT(claim.figures.at(0).text, EndsWith(", claimed: less than the next"));
  EXPECT_THAT(claim.figures.at(1).text, StartsWith("chart, at 3: quick is 2.00 times as fast as slow ("));
  EXPECT_EQ(judgement().gains_less(large, none).claim().verdict, Verdict::does_not_hold);
  EXPECT_EQ(judgement().gains_less(none, noisy).claim().verdict, Verdict::undecided);
  EXPECT_EQ(judgement().gains_less(none, {at("slow"), at("few")}).claim().verdict, Verdict::undecided);
  EXPECT_EQ(judgement().gains_less(none, {at("slow"), at("missing")}).claim().verdict, Verdict::untested);
}

TEST_F(JudgementTest, SurelyFasterIsBeyondTheNoise) {
  EXPECT_TRUE(surely_faster(*experiment_, at("quick"), at("slow")));
  EXPECT_FALSE(surely_faster(*experiment_, at("slow"), at("quick")));
  EXPECT_FALSE(surely_faster(*experiment_, at("wide"), at("slow")));
  EXPECT_FALSE(surely_faster(*experiment_, at("quick"), at("missing")));
}

TEST_F(JudgementTest, APointThatFailsInARunLeavesTheOthers) {
  const std::size_t chart = experiment_->add_chart("failing", "axis");
  for (const bool fails : {false, true})
    experiment_->add(chart, fails ? "fails" : "works", 1, [fails]() -> Ready {
      const auto runs = std::make_shared<int>(0);
      return {[fails, runs]() -> double {
                if (fails && ++*runs > 4) throw Error(ErrorKind::device, "lost");
                return 1;
              },
              "how"};
    });
  experiment_->measure();
  EXPECT_EQ(experiment_->times(chart, "fails", 1), nullptr);
  EXPECT_EQ(report_.charts[chart].lines[1].points[0].missing, "failed: lost");
  ASSERT_NE(experiment_->times(chart, "works", 1), nullptr);
  EXPECT_EQ(experiment_->times(chart, "works", 1)->size(), 20u);
}

}  // namespace
}  // namespace lenslet::study
