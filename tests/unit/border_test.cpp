// Borders, compared with rows that are laid out pattern by pattern far beyond both ends.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <lenslet/border.hpp>
#include <lenslet/error.hpp>

namespace lenslet {
namespace {

using Indices = std::vector<std::int64_t>;

Indices ascending(std::int64_t n) {
  Indices result;
  for (std::int64_t i = 0; i < n; ++i) result.push_back(i);
  return result;
}

Indices backward(const Indices& forward) {
  return {forward.rbegin(), forward.rend()};
}

// What repeats for ever to the right of 0, and to the left of it read backward from its end.
Indices period_of(std::int64_t n, Border border) {
  Indices period = ascending(n);
  if (border == Border::wrap) return period;
  Indices back = backward(period);
  if (border == Border::reflect101) back = n == 1 ? Indices{} : Indices(back.begin() + 1, back.end() - 1);
  period.insert(period.end(), back.begin(), back.end());
  return period;
}

// The coordinates that stand at -reach ... reach, by walking step by step.
Indices walk(std::int64_t n, std::int64_t reach, Border border) {
  const Indices period = period_of(n, border);
  std::size_t place = 0;
  for (std::int64_t i = 0; i < reach; ++i) place = place == 0 ? period.size() - 1 : place - 1;
  Indices result;
  for (std::int64_t i = -reach; i <= reach; ++i) {
    result.push_back(period[place]);
    place = place + 1 == period.size() ? 0 : place + 1;
  }
  return result;
}

TEST(Border, PeriodicRulesHoldAtAnyDistance) {
  constexpr std::int64_t reach = 60;
  for (const Border border : {Border::reflect, Border::wrap, Border::reflect101})
    for (std::int64_t n = 1; n <= 5; ++n) {
      const Indices expected = walk(n, reach, border);
      for (std::int64_t i = -reach; i <= reach; ++i)
        EXPECT_EQ(border_index(i, n, border), expected[static_cast<std::size_t>(i + reach)])
            << name_of(border) << " n " << n << " i " << i;
    }
}

TEST(Border, ReplicateAndConstantHoldAtAnyDistance) {
  for (std::int64_t n = 1; n <= 5; ++n)
    for (std::int64_t i = -60; i <= 60; ++i) {
      const bool inside = i >= 0 && i < n;
      EXPECT_EQ(border_index(i, n, Border::constant), inside ? i : -1);
      EXPECT_EQ(border_index(i, n, Border::replicate), inside ? i : (i < 0 ? 0 : n - 1));
    }
}

TEST(Border, HoldsAtTheEndsOf64Bits) {
  for (const Border border : borders)
    for (const std::int64_t i : {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
      const std::int64_t index = border_index(i, 1000, border);
      const bool extends = std::ranges::count(extending_borders, border) > 0 && border != Border::constant;
      EXPECT_GE(index, extends ? 0 : -1);
      EXPECT_LT(index, 1000);
    }
}

// The pattern that help and documents show is what border_index does.
TEST(Border, PatternsAreTrue) {
  for (const Border border : extending_borders) {
    const std::string pattern(pattern_of(border));
    const auto middle = static_cast<std::int64_t>(pattern.find("| abcd |")) + 2;
    ASSERT_GT(middle, 2) << pattern;
    for (std::size_t p = 0; p < pattern.size(); ++p) {
      if (pattern[p] == ' ' || pattern[p] == '|') continue;
      const auto at = static_cast<std::int64_t>(p);
      const std::int64_t gap = at < middle ? 3 : (at >= middle + 4 ? -3 : 0);  // " | "
      const std::int64_t index = border_index(at - middle + gap, 4, border);
      EXPECT_EQ(pattern[p], index < 0 ? 'v' : "abcd"[index]) << pattern << " at " << p;
    }
  }
}

// By the other two no pixel stands for one outside.
TEST(Border, OfWindowsFindNothingOutside) {
  for (const Border border : {Border::centre, Border::discard}) {
    EXPECT_EQ(border_index(3, 4, border), 3);
    for (const std::int64_t i : {-1, 4, 100}) EXPECT_EQ(border_index(i, 4, border), -1);
    EXPECT_EQ(pattern_of(border).find('|'), std::string_view::npos);
  }
}

TEST(Border, EveryNameAndAliasIsKnown) {
  for (const Border border : borders) EXPECT_EQ(parse_border(name_of(border)), border);
  EXPECT_EQ(parse_border("edge"), Border::replicate);
  EXPECT_EQ(parse_border("nearest"), Border::replicate);
  EXPECT_EQ(parse_border("symmetric"), Border::reflect);
  EXPECT_EQ(parse_border("mirror"), Border::reflect101);
  EXPECT_EQ(parse_border("center"), Border::centre);
  EXPECT_EQ(parse_border("valid"), Border::discard);
}

TEST(Border, AnUnknownNameIsAnswered) {
  try {
    parse_border("reflcet");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    EXPECT_STREQ(error.what(),
                 "unknown border 'reflcet': did you mean 'reflect'? "
                 "Allowed: constant, replicate, reflect, wrap, reflect101, centre, discard");
  }
}

}  // namespace
}  // namespace lenslet
