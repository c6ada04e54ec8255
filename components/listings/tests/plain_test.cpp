// The numbers that listings take as their inputs, and mistakes whose extent the texts' readers can count.
#include <algorithm>

#include <gmock/gmock.h>

#include <lenslet/device.hpp>
#include <lenslet/run_listing.hpp>

#include "listings/plain.hpp"

namespace lenslet::listings {
namespace {

TEST(Listings, HaveTheRandomNumbersOfTheGnuLibrary) {
  EXPECT_EQ(rand_numbers(2009, 4), (std::vector<double>{1000717115, 1824263957, 1070373502, 160509365}));
}

TEST(Listings, HaveWholeNumbersBelowALimit) {
  const Numbered numbers = whole_numbers(10);
  double greatest = 0;
  for (std::int64_t i = 0; i < 1000; ++i) {
    EXPECT_GE(numbers(i), 0);
    greatest = std::max(greatest, numbers(i));
  }
  EXPECT_EQ(greatest, 9);
}

TEST(Listings, ReadPicturesOutsideAsTheirWaysSay) {
  const std::vector<double> samples{1, 2, 3, 4, 5, 6};
  const Picture picture(samples, {3, 2});
  EXPECT_EQ(picture.zero(-1, 0), 0);
  EXPECT_EQ(picture.nearest(-1, 2), 4);
  EXPECT_EQ(picture.wrapped(-1, 2), 3);
  EXPECT_FALSE(picture.has(3, 0));
}

std::vector<std::vector<std::string>> rows_of(const Outcome& outcome, const std::string& title) {
  const auto found = std::ranges::find(outcome.tables, title, &Table::title);
  return found == outcome.tables.end() ? std::vector<std::vector<std::string>>() : found->rows;
}

using testing::Contains;
using testing::ElementsAre;

// The numbers that the text prints stand beside those of the device, though nothing is wrong.
TEST(Listings, ShowWhatTheTextPrints) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  const Outcome conversions = run(session, find("conversions"), 1);
  EXPECT_EQ(conversions.state, State::right) << conversions.verdict;
  EXPECT_THAT(rows_of(conversions, "whole"),
              ElementsAre(ElementsAre("0, 0", "48", "48"), ElementsAre("0, 1", "98", "98"),
                          ElementsAre("0, 2", "99", "99"), ElementsAre("0, 3", "100", "100"),
                          ElementsAre("1, 0", "248", "248"), ElementsAre("1, 1", "298", "298"),
                          ElementsAre("1, 2", "299", "299"), ElementsAre("1, 3", "300", "300")));
  EXPECT_EQ(rows_of(conversions, "bytes").size(), 4u);
  EXPECT_EQ(rows_of(conversions, "real").size(), 0u);
  const Outcome units = run(session, find("processing-elements"), 1);
  EXPECT_THAT(rows_of(units, ""), Contains(ElementsAre("A10-5800K, GPU: units, thread processors, ALUs",
                                                       "6 x 16 x 4 = 384", "6 x 16 x 4 = 384")));
  EXPECT_THAT(rows_of(run(session, find("groups-on-units"), 1), ""),
              Contains(ElementsAre("16 groups on 12 units", "12 + 4", "12 + 4")));
}

TEST(Listings, HaveWholeNumbersInAllTheirDigits) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  const Listing& pyramid = find("pyramid-lookup");
  EXPECT_THAT(rows_of(run(session, pyramid, 0.1), "addresses"), Contains(ElementsAre("0", "83507542", "83507542")));
  EXPECT_THAT(rows_of(run_as_printed(session, pyramid, pyramid.faults.back(), 0.1), "addresses"),
              ElementsAre(ElementsAre("2", "84548880", "84549420")));
}

// What is said of saxpy, whose check was changed.
std::string verdict_by(const Session& session, const std::function<void(Check&)>& change) {
  Listing saxpy = find("saxpy");
  saxpy.setup = [&change](double scale) {
    listings::Setup setup = find("saxpy").setup(scale);
    change(setup.checks.front());
    return setup;
  };
  return run(session, saxpy, 1).verdict;
}

std::vector<double> zeros(const Values& before) {
  return std::vector<double>(before.at("C").size());
}

// Where the text has two columns, a device may have either, and the verdict names it.
TEST(Listings, AreRightByEitherColumn) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  const auto as_a = [](Check& check) {
    check.or_else = {{"b", zeros}};
    check.column = "a";
  };
  const auto as_b = [](Check& check) {
    check.or_else = {{"b", check.expected}};
    check.expected = zeros;
  };
  const auto as_neither = [](Check& check) {
    check.or_else = {{"b", zeros}};
    check.expected = zeros;
    check.column = "a";
  };
  EXPECT_EQ(verdict_by(session, as_a), "1024 of 1024 numbers are right, as a");
  EXPECT_EQ(verdict_by(session, as_b), "1024 of 1024 numbers are right, as b");
  EXPECT_EQ(verdict_by(session, as_neither), "1024 of 1024 numbers of C are not as a");
}

// A column may allow two numbers for each element.
TEST(Listings, AreRightByEitherNumberOfAColumn) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  const auto right_but_each_second = [](const Check& check, std::size_t first) {
    return [right = check.expected, first](const Values& before) {
      std::vector<double> numbers = right(before);
      for (std::size_t i = first; i < numbers.size(); i += 2) numbers[i] = -1;
      return numbers;
    };
  };
  const auto by_two = [&](Check& check) {
    check.or_else = {{"b", right_but_each_second(check, 0), right_but_each_second(check, 1)}};
    check.expected = zeros;
  };
  EXPECT_EQ(verdict_by(session, by_two), "1024 of 1024 numbers are right, as b");
}

// What each listing, as printed, gets wrong on every device.
TEST(Listings, HaveMistakesOfTheExtentThatWasCounted) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  const std::pair<const char*, const char*> counted[] = {
      {"smooth-clamped-8x6", "24 of 48 numbers of output are wrong"},
      {"filter-separated", "2302 of 2304 numbers of imgOut are wrong"},
      {"bitonic-split", "9 of 9 numbers of directions are wrong"},
  };
  for (const auto& [name, verdict] : counted) {
    const Listing& listing = find(name);
    EXPECT_EQ(run_as_printed(session, listing, listing.faults.front(), 0.1).verdict, verdict) << name;
  }
}

// Where nothing is left, the print has the number that wraps round.
TEST(Listings, HaveLessThanNothingLeftForTheLastGroup) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Listing& listing = find("histogram-rest");
  const Outcome outcome = run_as_printed(Session({.cache = false}), listing, listing.faults.front());
  if (outcome.state == State::not_here) GTEST_SKIP() << outcome.verdict;
  ASSERT_EQ(outcome.tables.size(), 1u);
  EXPECT_EQ(outcome.tables[0].rows, (std::vector<std::vector<std::string>>{{"59", "-11008", "0"}}));
}

// The groups of 64 that the book advises take 48 KB.
TEST(Listings, OfLargeGroupsAreRightWhereLocalMemoryHoldsThem) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  const Listing& listing = find("histogram-private");
  const Outcome outcome = run_as_printed(session, listing, listing.faults.at(1), 0.1);
  const bool holds_them = session.device().local_memory >= 48 * 1024 && session.device().max_group >= 64;
  EXPECT_EQ(outcome.state == State::right, holds_them) << outcome.verdict;
}

}  // namespace
}  // namespace lenslet::listings
