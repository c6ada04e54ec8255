// What is made of records: claims side by side, Markdown, and the page's data.
#include <gmock/gmock.h>

#include "studies/report/claims.hpp"
#include "studies/report/html.hpp"
#include "studies/report/machine.hpp"
#include "studies/report/markdown.hpp"
#include "synthetic.hpp"

namespace lenslet::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(Claims, StandSideBySideByNumber) {
  std::vector<Record> records{synthetic_record("A"), synthetic_record("B")};
  records[1].studies[0].claims.erase(records[1].studies[0].claims.begin() + 2);
  records[1].studies[0].claims[1].verdict = Verdict::holds;
  const std::vector<JudgedClaim> claims = judged_claims(records);
  ASSERT_EQ(claims.size(), 4u);
  EXPECT_THAT(std::vector<int>({claims[0].number, claims[1].number, claims[2].number, claims[3].number}),
              ElementsAre(3, 7, 7, 9));
  EXPECT_EQ(claims[0].judged[1], nullptr);
  EXPECT_EQ(claims[2].text, "And smaller.");
  EXPECT_EQ(claims[2].judged[0]->verdict, Verdict::undecided);
  EXPECT_EQ(claims[2].judged[1]->verdict, Verdict::holds);
}

TEST(Claims, MissingPointsByReason) {
  const std::vector<MissingPoints> missing = missing_points(synthetic_record().studies[0]);
  ASSERT_EQ(missing.size(), 1u);
  EXPECT_EQ(missing[0].reason, "no images");
  EXPECT_EQ(missing[0].count, 2u);
}

TEST(Labels, AreDifferentForEqualDevices) {
  EXPECT_THAT(device_labels({synthetic_record("A"), synthetic_record("B"), synthetic_record("A")}),
              ElementsAre("A (1)", "B", "A (2)"));
  Record later = synthetic_record("A");
  later.time = "2026-02-01T00:00:00Z";
  EXPECT_THAT(device_labels({synthetic_record("A"), later}), ElementsAre("A, 2026-01-31", "A, 2026-02-01"));
}

TEST(Labels, NameMachineRuntimeAndDay) {
  Record pocl = synthetic_record("pthread"), later = pocl;
  pocl.device["kind"] = "cpu";
  pocl.device["platform"] = "Portable Computing Language";
  later.time = "2026-02-01T00:00:00Z";
  EXPECT_THAT(dated_labels({pocl, later, synthetic_record("GPU"), synthetic_record("GPU")}),
              ElementsAre("A processor, 4 processors by PoCL, 2026-01-31", "pthread, 2026-02-01", "GPU, 2026-01-31 (1)",
                          "GPU, 2026-01-31 (2)"));
}

TEST(Machine, IsNamedByItsProcessor) {
  EXPECT_EQ(processor_name("processor\t: 0\nmodel name\t: A CPU\nmodel name\t: B\n"), "A CPU");
  EXPECT_EQ(processor_name("processor\t: 0\n"), "");
  EXPECT_THAT(this_machine(), HasSubstr(" processor"));
}

TEST(Markdown, HasVerdictsFiguresMediansAndNotes) {
  const std::string text = markdown({synthetic_record("A"), synthetic_record("B")});
  EXPECT_THAT(text, HasSubstr("| number | claim | study | A, 2026-01-31 | B, 2026-01-31 |"));
  EXPECT_THAT(text, HasSubstr("| 7 | Local memory is faster. | [gradient](#gradient) | holds | holds |"));
  EXPECT_THAT(text, HasSubstr("**7.** Local memory is faster. *Tiles are read once.*\n\n"));
  EXPECT_THAT(text, HasSubstr("B, 2026-01-31: **holds**\n\n<details><summary>2 figures</summary>\n\n"
                              "* b is 2.00 times as fast as a (1.90 to 2.10)\n* c: not measured\n\n</details>"));
  EXPECT_THAT(text, HasSubstr("| single | 3 | - | - |"));
  EXPECT_THAT(text, HasSubstr("| a line | 0.1 |"));
  EXPECT_THAT(text, HasSubstr("| a\\|b | c |\n| --- | --- |\n| 1 | &lt;2> |"));
  EXPECT_THAT(text, HasSubstr("* A note with &lt;/script> and"));
  EXPECT_THAT(text, HasSubstr("* Without times, 2 points: no images"));
  EXPECT_THAT(text, HasSubstr("`sync` failed on A, 2026-01-31: clFinish: CL_OUT_OF_RESOURCES"));
  EXPECT_THAT(text, HasSubstr("<!-- study gradient -->"));
}

#ifdef LENSLET_TEST_HTML
std::string data_of(const std::string& page) {
  const std::string begin = "<script id=\"data\" type=\"application/json\">";
  const std::size_t place = page.find(begin) + begin.size();
  return page.substr(place, page.find("</script>", place) - place);
}

TEST(Html, DataCannotEndItsElement) {
  const std::string page = html({synthetic_record("</script><!-- <script>")}), data = data_of(page);
  const Json json = Json::parse(data);
  EXPECT_EQ(json["labels"][0], "</script><!-- <script>");
  EXPECT_EQ(data.find('<'), std::string::npos);
  EXPECT_EQ(json["claims"].size(), 4u);
  EXPECT_THAT(page, Not(HasSubstr("@DATA@")));
  EXPECT_THAT(page, Not(HasSubstr("@SCRIPT@")));
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Html, DataHaveEachTextOnceAndNothingThatFollowsFromTheRuns) {
  const std::string data = data_of(html({synthetic_record("A"), synthetic_record("B")}));
  for (const std::string text : {"__kernel void f() {}", "16x16 | how", "Tiles are read once."})
    EXPECT_EQ(count_of(data, text), 1u) << text;
  EXPECT_EQ(count_of(data, "b is 2.00 times as fast as a"), 2u) << "each device has its own figures";
  for (const std::string name : {"lower_quartile", "outliers", "source_parts"})
    EXPECT_EQ(count_of(data, name), 0u) << name;
  const Json json = Json::parse(data);
  for (const Json& record : json["records"]) {
    const Json& point = record["studies"][0]["charts"][1]["lines"][0]["points"][0];
    EXPECT_EQ(point["ms"], Json({0.1}));
    EXPECT_EQ(json["parts"][point["how"][0].get<std::size_t>()], "16x16 | how");
  }
}
#endif

}  // namespace
}  // namespace lenslet::report
