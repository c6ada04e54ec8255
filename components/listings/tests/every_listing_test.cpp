// Every listing is right at a small size; a mistake of print shows, unless it is one that devices may hide.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <lenslet/device.hpp>
#include <lenslet/error.hpp>
#include <lenslet/run_listing.hpp>

#include "limited.hpp"

namespace lenslet::listings {
namespace {

constexpr double small = 0.1;

std::vector<std::string> listing_names() {
  std::vector<std::string> names;
  for (const Listing& listing : all()) names.push_back(listing.name);
  return names;
}

const Session& session() {
  static const Session shared({.cache = false});
  return shared;
}

std::string text_of(const Outcome& outcome) {
  std::string text = outcome.verdict;
  for (const Table& table : outcome.tables)
    for (const std::vector<std::string>& row : table.rows) {
      text += "\n ";
      for (const std::string& cell : row) text += " " + cell;
    }
  return text;
}

class EveryListing : public testing::TestWithParam<std::string> {};

TEST_P(EveryListing, IsRight) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Outcome outcome = run(session(), find(GetParam()), small);
  EXPECT_NE(outcome.state, State::wrong) << text_of(outcome);
  EXPECT_FALSE(outcome.verdict.empty());
}

TEST_P(EveryListing, ShowsItsMistakes) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  for (const Fault& fault : find(GetParam()).faults) {
    const Outcome outcome = run_as_printed(session(), find(GetParam()), fault, small);
    if (fault.effect != Effect::maybe) {
      EXPECT_NE(outcome.state, State::right) << fault.what;
    }
    EXPECT_FALSE(outcome.verdict.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Texts, EveryListing, testing::ValuesIn(listing_names()), [](const auto& one) {
  std::string name = one.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Listings, SayWhatTheyAre) {
  for (const Listing& listing : all()) {
    EXPECT_TRUE(listing.setup || listing.host) << listing.name;
    EXPECT_FALSE(listing.title.empty() || listing.title.ends_with('.')) << listing.name;
    EXPECT_TRUE(listing.what.ends_with('.')) << listing.name;
    EXPECT_FALSE(source_of(listing).empty()) << listing.name;
    ASSERT_FALSE(listing.places.empty()) << listing.name;
    for (const Place& place : listing.places) EXPECT_TRUE(place.text.size() == 3 && place.first > 0) << listing.name;
    for (const Fault& fault : listing.faults)
      EXPECT_TRUE(fault.what.ends_with('.') && fault.cure.ends_with('.')) << listing.name << ": " << fault.what;
  }
}

// Row A02 goes on over several lines of its file.
TEST(Listings, OfARowCanBeOpsStudiesAndPages) {
  EXPECT_EQ(named_for_row("G10"), "op gradient; study gradient");
  EXPECT_TRUE(named_for_row("A02").starts_with("bench/peers/loops.cpp")) << named_for_row("A02");
  EXPECT_TRUE(named_for_row("A02").find("OpenACC and Renderscript") != std::string::npos) << named_for_row("A02");
  EXPECT_EQ(named_for_row("Z99"), "");
  EXPECT_EQ(named_for_row(""), "");
}

TEST(Listings, AreNamedOnceAndFound) {
  const std::vector<std::string> names = listing_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(find("saxpy").name, "saxpy");
  EXPECT_THROW(find("saxpi"), Error);
}

TEST(Listings, OfAKernelWithAnOpAreTimedInTurns) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Comparison comparison = compare(session(), find("saxpy"), 1, 6);
  EXPECT_EQ(comparison.listing_ms.size(), 6u);
  EXPECT_EQ(comparison.lenslet_ms.size(), 6u);
  EXPECT_FALSE(comparison.verdict.empty());
  EXPECT_THROW(compare(session(), find("saxpy"), 1, 2), Error);
}

// The groups are of 8 x 8 then, which the kernel is told.
TEST(Listings, HaveSmallerGroupsOnDevicesOfSmallOnes) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session small_groups = limited([](DeviceInfo& device) { device.max_group = 64; });
  for (const char* name : {"filter-local", "filter-local-two-loops-9x9"}) {
    const Outcome outcome = run(small_groups, find(name), small);
    EXPECT_EQ(outcome.state, State::right) << text_of(outcome);
  }
}

// What runs outside of its buffers is counted, and so are wrong numbers, with the first of them.
TEST(Listings, ThatAreWrongAreFoundOut) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const auto alter = [](listings::Setup& setup) {
    setup.steps[0].range = {.global = {1024}, .group = {64}, .offset = {8}};
  };
  const Outcome outcome =
      run_as_printed(session(), find("saxpy"), {.what = {}, .cure = {}, .options = {}, .alter = alter});
  EXPECT_EQ(outcome.state, State::wrong);
  EXPECT_EQ(outcome.verdict,
            "8 of 1024 numbers of C are wrong; 8 elements outside of C were written, the first 0 behind its end");
  ASSERT_EQ(outcome.tables.size(), 1u);
  EXPECT_EQ(outcome.tables[0].rows.front(), (std::vector<std::string>{"0", "0", "1024"}));
}

}  // namespace
}  // namespace lenslet::listings
