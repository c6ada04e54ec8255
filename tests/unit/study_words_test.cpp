// What is known of studies before they run: their words and how long they take.
#include <gtest/gtest.h>

#include <lenslet/study.hpp>

#include "study/seconds.hpp"
#include "study/terms.hpp"

namespace lenslet::study {
namespace {

TEST(StudyTerms, AreThoseOfTheSource) {
  EXPECT_EQ(terms_of("gradient").at(0).name, "single");
  EXPECT_EQ(find_study("gradient").terms.size(), terms_of("gradient").size());
  EXPECT_TRUE(terms_of("nothing").empty());
}

TEST(StudySeconds, AreFoundByTheStudysName) {
  constexpr char text[] = "# seconds\nbuild 12.5 3\ndot 40 0.5\n";
  EXPECT_EQ(find_seconds(text, "build").cpu, 12.5);
  EXPECT_EQ(find_seconds(text, "dot").gpu, 0.5);
  EXPECT_EQ(find_seconds(text, "dots").cpu, 0);
  EXPECT_EQ(find_seconds("dot forty 1\n", "dot").cpu, 0);
}

}  // namespace
}  // namespace lenslet::study
