// Words that people know lead to ops.
#include <algorithm>
#include <cctype>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/op.hpp>

#include "refusal.hpp"

namespace lenslet {
namespace {

std::string unknown(const std::string& word) {
  return refusal([&] { find_op(word); });
}

TEST(Meaning, AWordThatPeopleKnowNamesTheOp) {
  EXPECT_EQ(unknown("blur"), "unknown op 'blur': here it is 'mean'");
  EXPECT_EQ(unknown("cv2.GaussianBlur"), "unknown op 'cv2.GaussianBlur': here it is 'gaussian'");
  EXPECT_EQ(unknown("gaussian_filter"), "unknown op 'gaussian_filter': here it is 'gaussian'");
  EXPECT_EQ(unknown("rot90"), "unknown op 'rot90': here it is 'rotate degrees=270'");
  EXPECT_EQ(unknown("roberts"), "unknown op 'roberts'; the nearest to it is 'gradient'");
}

TEST(Meaning, ASlipIsForgivenInBoth) {
  EXPECT_EQ(unknown("gausian"), "unknown op 'gausian': did you mean 'gaussian'?");
  EXPECT_EQ(unknown("trasnpose"), "unknown op 'trasnpose': did you mean 'transpose'?");
  EXPECT_EQ(unknown("boxfiltre"), "unknown op 'boxfiltre': did you mean 'mean'?");
}

TEST(Meaning, WhatIsLikeNothingHasNoList) {
  EXPECT_EQ(unknown("photograph"), "unknown op 'photograph'; no op is like it");
  EXPECT_EQ(unknown(""), "unknown op ''; no op is like it");
  EXPECT_EQ(unknown("..."), "unknown op '...'; no op is like it");
  EXPECT_EQ(unknown("percentiles"), "unknown op 'percentiles': did you mean 'rank'?");
  EXPECT_EQ(unknown("neighbours"), "unknown op 'neighbours'; about it are sharpen, knn");
}

TEST(Meaning, AWordFindsOps) {
  const auto names = [](const char* word) {
    std::vector<std::string> found;
    for (const OpInfo* op : ops_about(word)) found.push_back(full_name(*op));
    return found;
  };
  using testing::ElementsAre;
  EXPECT_THAT(names("blur"), ElementsAre("mean", "gaussian", "unsharp")) << "first what is called so";
  EXPECT_THAT(names("ROT"), ElementsAre("rotate"));
  EXPECT_THAT(names("zzz"), ElementsAre());
  EXPECT_THAT(names(""), ElementsAre());
}

TEST(Meaning, SynonymsAreSmallLettersAndNoNames) {
  std::map<std::pair<std::string, bool>, std::string> owners;  // by synonym and kind of op
  const auto expect_plain = [](const std::string& word) {
    EXPECT_TRUE(std::ranges::all_of(word, [](unsigned char c) { return std::islower(c) || std::isdigit(c); })) << word;
    for (const OpInfo& op : all_ops()) EXPECT_NE(op.name, word);
  };
  for (const OpInfo& op : all_ops())
    for (const Synonym& synonym : op.synonyms) {
      expect_plain(synonym.word);
      EXPECT_TRUE(owners.try_emplace({synonym.word, op.of_arrays()}, op.name).second) << synonym.word;
    }
  for (const OpInfo& op : all_ops())  // several may be the nearest to one word
    for (const std::string& word : op.nearest_to) {
      expect_plain(word);
      EXPECT_FALSE(owners.contains({word, op.of_arrays()})) << word << " is an op's synonym";
    }
}

TEST(Meaning, AWordMayBeNearestToSeveralOps) {
  EXPECT_EQ(unknown("cvtColor").substr(0, 50), "unknown op 'cvtColor'; the nearest to it is 'grey'");
}

}  // namespace
}  // namespace lenslet
