// What is known of studies before they run: their words and times.
#include <gtest/gtest.h>

#include <lenslet/study.hpp>

#include "studies/study.hpp"

namespace lenslet::study {
namespace {

TEST(StudyTerms, AreThoseOfTheSource) {
  EXPECT_EQ(find_study("gradient").terms.at(0).name, "single");
  EXPECT_EQ(find_study("storage").terms.at(0).name, "16 x 16");
  EXPECT_TRUE(find_study("dot").terms.empty());
}

TEST(StudySeconds, AreFoundByTheStudysName) {
  constexpr char text[] = "# seconds\nbuild 12.5 3\ndot 40 0.5\n";
  EXPECT_EQ(find_seconds(text, "build").first, 12.5);
  EXPECT_EQ(find_seconds(text, "dot").second, 0.5);
  EXPECT_EQ(find_seconds(text, "dots").first, 0);
  EXPECT_EQ(find_seconds("dot forty 1\n", "dot").first, 0);
}

}  // namespace
}  // namespace lenslet::study
