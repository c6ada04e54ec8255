// The list of claims: it is complete and fits the studies, wrong lists are refused, and comparisons are found.
#include <regex>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/device.hpp>
#include <lenslet/study.hpp>

#include "studies/judgement.hpp"
#include "studies/study.hpp"

namespace lenslet::study {
namespace {

using testing::HasSubstr;

TEST(ClaimsTxt, IsWhole) {
  std::set<std::string> sources, studies, texts;
  for (const auto& [name, title] : all_claims().sources) {
    EXPECT_FALSE(title.empty()) << name;
    EXPECT_TRUE(sources.insert(name).second) << name;
  }
  for (const StudyInfo& info : all_studies()) {
    EXPECT_TRUE(studies.insert(info.name).second) << info.name;
    EXPECT_TRUE(info.summary.ends_with(".")) << info.name;
    EXPECT_FALSE(info.claims.empty()) << info.name;
  }
  std::set<std::string> registered;
  for (const Study& one : registry()) registered.insert(one.name);
  EXPECT_EQ(studies, registered);
  for (const auto& [user, term] : all_claims().terms) EXPECT_TRUE(studies.contains(user)) << user << ": " << term.name;
  for (const auto& [user, note] : all_claims().notes)
    EXPECT_TRUE(studies.contains(user) && note.ends_with(".")) << note;
  int before = 0;
  for (const ListedClaim& claim : all_claims().claims) {
    EXPECT_GE(claim.number, before);
    before = claim.number;
    EXPECT_TRUE(sources.contains(claim.source)) << claim.number << ": " << claim.source;
    EXPECT_TRUE(studies.contains(claim.study)) << claim.number << ": " << claim.study;
    EXPECT_TRUE(claim.text.ends_with(".")) << claim.number;
    EXPECT_TRUE(claim.why.ends_with(".")) << claim.number;
    EXPECT_TRUE(texts.insert(claim.text).second) << claim.number << ": said twice";
    EXPECT_FALSE(claim.comparisons.empty()) << claim.number;
  }
}

TEST(ClaimsTxt, HasLinesThatGoOn) {
  const ClaimList list = parse_claims("note dot One\n  two.\n\n# nothing\nclaim 7 study book\nsays A\n  b.\nwhy C.\n");
  EXPECT_EQ(list.notes.at(0).second, "One two.");
  EXPECT_EQ(list.claims.at(0).text, "A b.");
  EXPECT_EQ(list.claims.at(0).why, "C.");
}

TEST(ClaimsTxt, HasLinesOfWindows) {
  const ClaimList list = parse_claims("claim 1 a b\r\nsays One\r\n  two.\r\n\r\nfaster 2 | a | b @ 3\r\n");
  EXPECT_EQ(list.claims.at(0).text, "One two.");
  EXPECT_EQ(list.claims.at(0).comparisons.at(0).sides.at(1).place, "3");
}

TEST(ClaimsTxt, SaysWhatIsWrong) {
  const auto message = [](const char* text) -> std::string {
    try {
      parse_claims(text);
    } catch (const std::logic_error& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(message("# nothing\n\n"), "");
  EXPECT_THAT(message("says Too early."), HasSubstr("line 1: the first claim is yet to come"));
  EXPECT_THAT(message("term gradient single"), HasSubstr("line 1: term STUDY WORD | MEANING"));
  EXPECT_THAT(message("\nclaim seven study book"), HasSubstr("line 2: claim NUMBER STUDY SOURCE"));
  const std::string begun = "claim 7 study book\n";
  EXPECT_THAT(message((begun + "slower | a | b").c_str()), HasSubstr("line 2: 'slower' is none of"));
  EXPECT_THAT(message((begun + "faster | a").c_str()), HasSubstr("1 sides; faster has 2"));
  EXPECT_THAT(message((begun + "faster 0 | a | b").c_str()), HasSubstr("'0' is no number above 0"));
  EXPECT_THAT(message((begun + "faster x | a | b").c_str()), HasSubstr("'x' is no number above 0"));
  EXPECT_THAT(message((begun + "faster | | b").c_str()), HasSubstr("a side without a line"));
}

class ListedComparisons : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session_.emplace(SessionOptions{.cache = false});
    experiment_.emplace(*session_, options_, report_);
    add("first chart", {}, {{"a", {1, 2}}, {"b", {2, 4}}});
    add("second, by words", {"x, y", "z"}, {{"a", {4, 1}}, {"b", {2, 2}}});
  }

  // Adds a line with values at 0, 1, ...
  void add(const char* title, std::vector<std::string> categories,
           const std::vector<std::pair<std::string, std::vector<double>>>& lines) {
    StudyChart& chart = report_.charts.emplace_back();
    chart.title = title;
    chart.categories = std::move(categories);
    for (const auto& [name, values] : lines) {
      StudyLine& line = chart.lines.emplace_back();
      line.name = name;
      for (std::size_t i = 0; i < values.size(); ++i)
        line.points.push_back({.x = static_cast<double>(i),
                               .ms = std::vector<double>(9, values[i]),
                               .how = {},
                               .source = -1,
                               .missing = {}});
    }
  }

  Verdict verdict(const std::string& comparison) const {
    const ClaimList list = parse_claims("claim 7 study book\nsays So it is.\n" + comparison);
    return Judgement(*experiment_, list.claims.front()).listed().claim().verdict;
  }

  std::optional<Session> session_;
  StudyOptions options_;
  StudyReport report_;
  std::optional<Experiment> experiment_;
};

TEST_F(ListedComparisons, FindTheirPlaces) {
  EXPECT_EQ(verdict("faster | a | b"), Verdict::holds);
  EXPECT_EQ(verdict("faster 2.5 | a | b"), Verdict::does_not_hold);
  EXPECT_EQ(verdict("faster 1/3 | b | a"), Verdict::holds);
  EXPECT_EQ(verdict("faster | a | b | 0 1"), Verdict::holds);
  EXPECT_EQ(verdict("faster | [second] a | b"), Verdict::holds);
  EXPECT_EQ(verdict("faster | [second] a @ x, y | b @ x, y"), Verdict::does_not_hold);
  EXPECT_EQ(verdict("faster | [second] a @ z | [first chart] b @ 0"), Verdict::holds);
  EXPECT_EQ(verdict("alike | a @ 1 | b @ 0"), Verdict::holds);
  EXPECT_EQ(verdict("alike | a | b; a"), Verdict::does_not_hold);
}

TEST_F(ListedComparisons, OfManyPlacesOneMayBeEnough) {
  EXPECT_EQ(verdict("faster | [second] a | b | 0 1"), Verdict::does_not_hold);
  EXPECT_EQ(verdict("somewhere | [second] b | a | 0 1"), Verdict::holds);
  EXPECT_EQ(verdict("gains-less | b @ 0 | a @ 0 | [second] a @ x, y | a @ z"), Verdict::holds);
}

// The source says about 17 times: half of that is enough, and more is, too.
TEST_F(ListedComparisons, OfAboutANumberHoldFromHalfOfItOn) {
  const auto verdict_of_40 = [this](double memory_ms) {
    report_.charts.clear();
    add("From host to device", {}, {{"the device's own memory", {memory_ms}}, {"write", {100}}});
    add("From device to host", {}, {{"read", {100}}});
    add("4096 bytes in pieces, from host to device", {}, {{"writes, one wait", {9, 1, 9}}});
    add("4096 bytes in pieces, from device to host", {}, {{"reads, one wait", {9, 1, 9}}});
    return Judgement(*experiment_, 40).listed().claim().verdict;
  };
  EXPECT_EQ(verdict_of_40(100 / 17.0), Verdict::holds);
  EXPECT_EQ(verdict_of_40(10), Verdict::holds);
  EXPECT_EQ(verdict_of_40(1), Verdict::holds);
  EXPECT_EQ(verdict_of_40(12.5), Verdict::does_not_hold);
}

// What is said of "about N times" is judged by half of it, which the words say, too.
TEST(ClaimsTxt, TellsWhereAboutANumberBegins) {
  int found = 0;
  for (const ListedClaim& claim : all_claims().claims) {
    std::smatch words;
    if (!std::regex_search(claim.text, words, std::regex("about (\\d+) times"))) continue;
    ++found;
    const double least = std::stod(words[1]) / 2;
    EXPECT_THAT(claim.text, HasSubstr(fmt::format("over {}", least))) << claim.number;
    EXPECT_EQ(claim.comparisons.front().factor, least) << claim.number;
  }
  EXPECT_EQ(found, 3);
}

TEST_F(ListedComparisons, WithoutTimesTellNothing) {
  EXPECT_EQ(verdict("faster | a | c"), Verdict::untested);
  EXPECT_EQ(verdict("faster | [third] a | b"), Verdict::untested);
  EXPECT_EQ(verdict("judged | by somebody"), Verdict::untested);
}

}  // namespace
}  // namespace lenslet::study
