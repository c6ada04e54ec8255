// Records to JSON and back.
#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include <lenslet/statistics.hpp>

#include "studies/report/collect.hpp"
#include "studies/report/json.hpp"
#include "synthetic.hpp"

namespace lenslet::report {
namespace {

TEST(ReportJson, ComesBackAsItWas) {
  const Record record = synthetic_record();
  const Record back = parse_record(json_text(record));
  EXPECT_EQ(to_json(back), to_json(record));
  ASSERT_EQ(back.studies.size(), 1u);
  const StudyReport& study = back.studies[0];
  EXPECT_EQ(study.charts[0].lines[0].points[0].ms, (std::vector<double>{1, 2, 3, 4, 100}));
  EXPECT_EQ(study.charts[0].lines[0].points[1].missing, "no images");
  EXPECT_EQ(study.charts[1].y_axis, "x");
  EXPECT_EQ(study.claims[2].verdict, Verdict::does_not_hold);
  EXPECT_EQ(study.timelines[0].spans[1].end_ms, 2);
  EXPECT_EQ(study.sources[1], "// \xc3\xa4\n");
  EXPECT_EQ(back.failures[0].error, "clFinish: CL_OUT_OF_RESOURCES");
  EXPECT_TRUE(back.stopped);
}

TEST(ReportJson, FiguresComeBackWithTheirIntervals) {
  const Record back = parse_record(json_text(synthetic_record()));
  const Claim& claim = back.studies[0].claims[0];
  EXPECT_EQ(claim.why, "Tiles are read once.");
  ASSERT_EQ(claim.figures.size(), 2u);
  EXPECT_FALSE(claim.figures[1].speed_up.has_value());
  ASSERT_TRUE(claim.figures[0].speed_up.has_value());
  EXPECT_EQ(claim.figures[0].speed_up->measured.confidence.high, 2.1);
  EXPECT_EQ(claim.figures[0].speed_up->claimed.low, 1);
  EXPECT_TRUE(std::isinf(claim.figures[0].speed_up->claimed.high));
  EXPECT_EQ(back.studies[0].claims[2].figures.at(0).speed_up->claimed.high, 1.1);
}

// The version before wrote a claim's sentences as one text, without numbers and reasons.
TEST(ReportJson, FiguresOfFormatOneAreSplit) {
  Json json = to_json(synthetic_record());
  json["format"] = 1;
  Json& study = json["studies"][0];
  study.erase("terms");
  for (Json& claim : study["claims"]) {
    claim.erase("why");
    claim["figures"] = "";
  }
  study["claims"][0]["figures"] = "a takes 2.00 times as long as b (1.90 to 2.10); c: not measured";
  const StudyReport back = parse_record(json.dump()).studies.at(0);
  ASSERT_EQ(back.claims[0].figures.size(), 2u);
  EXPECT_EQ(back.claims[0].figures[1].text, "c: not measured");
  EXPECT_TRUE(back.claims[1].figures.empty());
}

TEST(ReportJson, KeysOfTablesComeBackAndMayBeMissing) {
  Record record = synthetic_record();
  record.studies[0].tables[0].keys = 2;
  Json json = to_json(record);
  EXPECT_EQ(parse_record(json.dump()).studies[0].tables[0].keys, 2);
  json["studies"][0]["tables"][0].erase("keys");
  EXPECT_EQ(parse_record(json.dump()).studies[0].tables[0].keys, 1);
}

TEST(ReportJson, WhatLaterVersionsAddedComesBackAndMayBeMissing) {
  Record record = synthetic_record();
  record.studies[0].tables[0].alike = true;
  record.studies[0].ended_early = "CL_OUT_OF_RESOURCES";
  Json json = to_json(record);
  EXPECT_TRUE(parse_record(json.dump()).studies[0].tables[0].alike);
  EXPECT_EQ(parse_record(json.dump()).studies[0].ended_early, "CL_OUT_OF_RESOURCES");
  json["studies"][0]["tables"][0].erase("alike");
  json["studies"][0].erase("ended_early");
  EXPECT_FALSE(parse_record(json.dump()).studies[0].tables[0].alike);
  EXPECT_EQ(parse_record(json.dump()).studies[0].ended_early, "");
}

TEST(ReportJson, TimesKeepEveryBit) {
  Record record = synthetic_record();
  const std::vector<double> ms{0.1, 1e-300, 1.0 / 3, 123456.789012345678};
  record.studies[0].charts[0].lines[0].points[0].ms = ms;
  EXPECT_EQ(parse_record(json_text(record)).studies[0].charts[0].lines[0].points[0].ms, ms);
}

TEST(ReportJson, HasTheLibrarysSummaries) {
  const Json point = to_json(synthetic_record())["studies"][0]["charts"][0]["lines"][0]["points"][0];
  const std::vector<double> ms{1, 2, 3, 4, 100};
  const Summary summary = summarize(ms);
  EXPECT_EQ(point["summary"]["median"], 3);
  EXPECT_EQ(point["summary"]["upper_quartile"], summary.upper_quartile);
  EXPECT_EQ(point["summary"]["high_whisker"], 4);
  EXPECT_EQ(point["summary"]["outliers"], Json({100.0}));
}

TEST(ReportJson, ValuesThatAreNotFiniteAreMissing) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    Record record = synthetic_record();
    record.studies[0].charts[0].lines[0].points[0].ms = {1, bad};
    const StudyPoint point = parse_record(json_text(record)).studies[0].charts[0].lines[0].points[0];
    EXPECT_TRUE(point.ms.empty());
    EXPECT_THAT(point.missing, testing::HasSubstr("not finite"));
  }
}

TEST(ReportJson, TakesAnyBytes) {
  const Record back = parse_record(json_text(synthetic_record("bad \xff\xfe UTF-8 \x01 \"")));
  EXPECT_THAT(fact(back, "name"), testing::StartsWith("bad \xef\xbf\xbd"));
}

TEST(ReportJson, KeepsEachParagraphOfSourcesOnce) {
  const std::vector<std::string> sources{"",   "\n\n",           "one",    "one\n\ntwo\n", "one\n\n\nthree", "\n\n\n",
                                         "\n", "two\n\none\n\n", "\n\none"};
  Record record = synthetic_record();
  record.studies.push_back(record.studies[0]);
  record.studies[1].sources = sources;
  const Json json = to_json(record);
  EXPECT_EQ(std::ranges::count(json["source_parts"], Json("one")), 1);
  EXPECT_EQ(parse_record(json.dump()).studies[1].sources, sources);
}

TEST(Collect, GoesOnBehindAStudyThatFails) {
  Record record;
  std::vector<std::string> failed;
  const auto run = [](const std::string& name) {
    if (name == "second") throw std::runtime_error("the device is gone");
    StudyReport report;
    report.name = name;
    return report;
  };
  collect(record, {"first", "second", "third"},
          {run, [] { return false; }, [&](const std::string& name, const std::exception&) { failed.push_back(name); }});
  EXPECT_EQ(study_names({record}), (std::vector<std::string>{"first", "third"}));
  EXPECT_EQ(record.failures.at(0).error, "the device is gone");
  EXPECT_EQ(failed, std::vector<std::string>{"second"});
  EXPECT_FALSE(record.stopped);
}

TEST(Collect, KeepsWhatWasMeasuredWhenItIsStopped) {
  Record record;
  int ran = 0;
  collect(record, {"first", "second", "third"},
          {[&](const std::string& name) {
             ++ran;
             StudyReport report;
             report.name = name;
             return report;
           },
           [&] { return ran == 2; }, [](const std::string&, const std::exception&) {}});
  EXPECT_EQ(study_names({record}), (std::vector<std::string>{"first", "second"}));
  EXPECT_TRUE(record.stopped);
}

// The record may be seen for the last time between two studies, and must say so.
TEST(Collect, IsStoppedBetweenStudies) {
  Record record;
  std::vector<std::vector<std::string>> seen;
  const auto run = [](const std::string& name) {
    StudyReport report;
    report.name = name;
    return report;
  };
  collect(record, {"first", "second", "third"},
          {run, [] { return false; }, [](const std::string&, const std::exception&) {},
           [&] {
             EXPECT_TRUE(record.stopped);
             seen.push_back(study_names({record}));
           }});
  EXPECT_EQ(seen, (std::vector<std::vector<std::string>>{{"first"}, {"first", "second"}}));
  EXPECT_FALSE(record.stopped);
}

}  // namespace
}  // namespace lenslet::report
