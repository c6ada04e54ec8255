// Tables of several devices, cell by cell.
#include "studies/report/compare.hpp"

#include <gmock/gmock.h>

#include "studies/report/html.hpp"
#include "studies/report/markdown.hpp"
#include "synthetic.hpp"

namespace lenslet::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

using Rows = std::vector<std::vector<std::string>>;

// A record of one study, whose only table has these rows.
Record record(const std::string& device, Rows rows) {
  Record result = synthetic_record(device);
  result.studies[0].name = "sampler";
  result.studies[0].tables = {{"Samples", {"coordinate", "texel", "clamp", "mirror"}, std::move(rows), 2, true}};
  return result;
}

const Rows samples = {{"-0.1", "edge", "1", "1 (1 or 2)"}, {"0.05", "centre", "1", "1"}, {"0.1", "edge", "2", "2"}};

TableComparison only(const std::vector<Record>& records) {
  const std::vector<TableComparison> all = compared_tables(records, "sampler");
  EXPECT_THAT(all, SizeIs(1));
  return all.at(0);
}

TEST(Compare, EqualTablesSaySo) {
  const TableComparison comparison = only({record("A", samples), record("B", samples)});
  EXPECT_EQ(comparison.title, "Samples");
  EXPECT_EQ(comparison.result, "All 6 cells are the same on A and B.");
  EXPECT_THAT(comparison.differing.rows, IsEmpty());
}

TEST(Compare, WhatDiffersIsListedAndTexelEdgesAreToldApart) {
  Rows other = samples;
  other[0][3] = "2 (1 or 2)";
  other[2][2] = "3";
  other[1][3] = "5, wrong";
  const TableComparison comparison = only({record("A", samples), record("B", other)});
  EXPECT_EQ(comparison.result, "3 of 6 cells differ between A and B: 1 at texel centre, 2 at texel edge.");
  EXPECT_THAT(comparison.differing.columns, ElementsAre("coordinate", "texel", "column", "A", "B"));
  EXPECT_THAT(comparison.differing.rows, ElementsAre(ElementsAre("-0.1", "edge", "mirror", "1 (1 or 2)", "2 (1 or 2)"),
                                                     ElementsAre("0.05", "centre", "mirror", "1", "5, wrong"),
                                                     ElementsAre("0.1", "edge", "clamp", "2", "3")));
}

TEST(Compare, RowsAreFoundByTheirKeysAndMissingOnesLeftOut) {
  Rows other = {samples[2], samples[0]};  // in another order, and one is missing
  other[0][2] = "-";
  const TableComparison comparison = only({record("A", samples), record("B", other)});
  EXPECT_EQ(comparison.result, "All 3 cells are the same on A and B.");
  EXPECT_EQ(only({record("A", samples), record("B", {})}).result, "No cell has values of A and B.");
}

TEST(Compare, ThreeDevicesDifferWhereOneDoes) {
  Rows other = samples, none = samples;
  other[0][2] = "7";
  none[0][2] = "-";
  const TableComparison comparison = only({record("A", samples), record("B", none), record("C", other)});
  EXPECT_EQ(comparison.result, "1 of 6 cells differ between A, B and C: 1 at texel edge.");
  EXPECT_THAT(comparison.differing.rows, ElementsAre(ElementsAre("-0.1", "edge", "clamp", "1", "-", "7")));
}

TEST(Compare, RowsWithoutKeysAreFoundByTheirPlace) {
  std::vector<Record> records{record("A", samples), record("A", samples)};
  for (Record& one : records) one.studies[0].tables = {{"Facts", {"units"}, {{"2"}, {"4"}}, 0, true}};
  records[1].studies[0].tables[0].rows[1] = {"8"};
  const TableComparison comparison = only(records);
  EXPECT_EQ(comparison.result, "1 of 2 cells differ between A (1) and A (2).");
  EXPECT_THAT(comparison.differing.columns, ElementsAre("row", "column", "A (1)", "A (2)"));
  EXPECT_THAT(comparison.differing.rows, ElementsAre(ElementsAre("2", "units", "4", "8")));
}

TEST(Compare, OnlyTablesThatTwoDevicesHave) {
  std::vector<Record> records{record("A", samples), record("B", samples)};
  EXPECT_THAT(compared_tables({records[0]}, "sampler"), IsEmpty());
  EXPECT_THAT(compared_tables(records, "group"), IsEmpty());
  records[1].studies[0].tables[0].title = "Another";
  EXPECT_THAT(compared_tables(records, "sampler"), IsEmpty());
}

TEST(Compare, NoTablesOfMeasurements) {
  std::vector<Record> records{record("A", samples), record("B", samples)};
  for (Record& one : records) one.studies[0].tables[0].alike = false;
  EXPECT_THAT(compared_tables(records, "sampler"), IsEmpty());
}

TEST(Compare, NoTablesWithOtherKeys) {
  std::vector<Record> records{record("A", samples), record("B", samples)};
  records[1].studies[0].tables[0].keys = 1;
  EXPECT_THAT(compared_tables(records, "sampler"), IsEmpty());
}

TEST(Compare, ReportsShowIt) {
  Rows other = samples;
  other[0][3] = "2 (1 or 2)";
  const std::vector<Record> records{record("A", samples), record("B", other)};
  const std::string text = markdown(records);
  EXPECT_THAT(text, HasSubstr("**Samples, compared.** 1 of 6 cells differ between A and B: 1 at texel edge.\n\n"));
  EXPECT_THAT(text, HasSubstr("| coordinate | texel | column | A | B |"));
  EXPECT_THAT(text, HasSubstr("| -0.1 | edge | mirror | 1 (1 or 2) | 2 (1 or 2) |"));
  EXPECT_THAT(markdown({records[0]}), Not(HasSubstr("compared.")));
#ifdef LENSLET_TEST_HTML
  EXPECT_THAT(html(records), HasSubstr("\"result\":\"1 of 6 cells differ between A and B: 1 at texel edge.\""));
#endif
}

Record named(const std::string& device, const std::string& study) {
  Record result = record(device, samples);
  result.studies[0].name = study;
  result.stopped = false;
  return result;
}

TEST(Joined, RecordsOfOneDeviceWithOtherStudiesAreOne) {
  const std::vector<Record> records = joined({named("A", "sampler"), named("B", "sampler"), named("A", "dot")});
  ASSERT_THAT(records, SizeIs(2));
  EXPECT_THAT(study_names(records), ElementsAre("sampler", "dot"));
  EXPECT_THAT(records[0].studies, SizeIs(2));
}

TEST(Joined, TheSameStudyTwiceIsCompared) {
  EXPECT_THAT(joined({named("A", "sampler"), named("A", "sampler")}), SizeIs(2));
}

TEST(Joined, OtherMachinesAndDaysAreCompared) {
  Record elsewhere = named("A", "dot"), later = elsewhere;
  elsewhere.machine = "Another";
  later.time = "2027-01-01T00:00:00Z";
  EXPECT_THAT(joined({named("A", "sampler"), elsewhere, later}), SizeIs(3));
}

TEST(Joined, OtherOptionsAreCompared) {
  Record longer = named("A", "dot");
  longer.runs += 1;
  EXPECT_THAT(joined({named("A", "sampler"), longer}), SizeIs(2));
}

TEST(Joined, AStudyThatAStopCutShortStaysTheLast) {
  Record stopped = named("A", "sampler");
  stopped.stopped = true;
  const std::vector<Record> records = joined({stopped, named("A", "dot"), named("A", "dot")});
  ASSERT_THAT(records, SizeIs(2));
  EXPECT_THAT(study_names(records), ElementsAre("dot", "sampler"));
  EXPECT_TRUE(records[0].stopped);
}

TEST(Joined, AStudyThatAStopCutShortGivesWay) {
  Record stopped = named("A", "sampler");
  stopped.stopped = true;
  Record whole = named("A", "sampler");
  whole.studies[0].summary = "whole";
  for (const std::vector<Record>& records : {joined({stopped, whole}), joined({whole, stopped})}) {
    ASSERT_THAT(records, SizeIs(1));
    ASSERT_THAT(records[0].studies, SizeIs(1));
    EXPECT_EQ(records[0].studies[0].summary, "whole");
    EXPECT_FALSE(records[0].stopped);
  }
}

}  // namespace
}  // namespace lenslet::report
