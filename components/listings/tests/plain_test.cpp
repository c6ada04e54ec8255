// The numbers that listings take as their inputs, and mistakes whose extent the texts' readers can count.
#include <algorithm>

#include <gtest/gtest.h>

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

// What each listing, as printed, gets wrong on every device.
TEST(Listings, HaveMistakesOfTheExtentThatWasCounted) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session({.cache = false});
  const std::pair<const char*, const char*> counted[] = {
      {"smooth-clamped-8x6", "24 of 48 numbers of output are wrong"},
      {"filter-separated", "2302 of 2304 numbers of imgOut are wrong"},
  };
  for (const auto& [name, verdict] : counted) {
    const Listing& listing = find(name);
    EXPECT_EQ(run_as_printed(session, listing, listing.faults.front(), 0.1).verdict, verdict) << name;
  }
}

}  // namespace
}  // namespace lenslet::listings
