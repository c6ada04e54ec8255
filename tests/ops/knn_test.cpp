// Neighbours that can be counted by hand, and what cannot be searched.
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "refusal.hpp"
#include "support.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

Array rows(const std::vector<float>& values, std::int64_t dimensions) {
  return Array::of(values).reshaped({static_cast<std::int64_t>(values.size()) / dimensions, dimensions});
}

Result search(const std::vector<Array>& inputs, const Value& k, const char* metric = "l2") {
  return session().run({"knn", {{"k", k}, {"metric", std::string(metric)}, {"classify", inputs.size() == 3}}}, inputs);
}

std::string complaint(const std::vector<Array>& inputs, std::int64_t k) {
  return refusal([&] { search(inputs, k); });
}

template <class T>
std::vector<T> list(const Array& array) {
  return {array.as<T>().begin(), array.as<T>().end()};
}

class Knn : public DeviceTest {};

TEST_F(Knn, TakesTheLowerIndexAndTheLowerClassOfEquals) {
  const Array points = rows({5, 3, 4, 6, 9}, 1), labels = Array::of<std::int32_t>({2, -1, 2, -1, 0});
  const Result result = search({points, labels, rows({4.5f, 9}, 1)}, std::int64_t{4});
  EXPECT_EQ(list<std::uint32_t>(result.arrays[0]), (std::vector<std::uint32_t>{0, 2, 1, 3, 4, 3, 0, 2}));
  EXPECT_EQ(list<float>(result.arrays[1]), (std::vector<float>{.25f, .25f, 2.25f, 2.25f, 0, 9, 16, 25}));
  EXPECT_EQ(list<std::int32_t>(result.arrays[2]), (std::vector<std::int32_t>{-1, 2}));
}

TEST_F(Knn, MeasuresByEachMetric) {
  const Array points = rows({3, 4, 0, 0, 0, -2}, 2), query = rows({0, 1}, 2);
  EXPECT_EQ(list<float>(search({points, query}, std::int64_t{3}).arrays[1]), (std::vector<float>{1, 9, 18}));
  EXPECT_EQ(list<float>(search({points, query}, std::int64_t{3}, "l1").arrays[1]), (std::vector<float>{1, 3, 6}));
  const Array cosines = search({points, query}, std::int64_t{3}, "cosine").arrays[1];
  EXPECT_NEAR(cosines.at(0), 0.2, 1e-6);
  EXPECT_NEAR(cosines.at(1), 1, 1e-6);
  EXPECT_NEAR(cosines.at(2), 2, 1e-6);
}

TEST_F(Knn, PutsWhatIsNoNumberLast) {
  const float infinite = std::numeric_limits<float>::infinity();
  const Result result = search({rows({std::nanf(""), infinite, 7}, 1), rows({0}, 1)}, std::int64_t{3});
  EXPECT_EQ(list<std::uint32_t>(result.arrays[0]), (std::vector<std::uint32_t>{2, 1, 0}));
  EXPECT_TRUE(std::isnan(result.arrays[1].at(2)));
}

TEST_F(Knn, TakesTheRootOfThePointsForK) {
  const Result result = search({rows(std::vector<float>(1000, 1), 1), rows({0}, 1)}, auto_number);
  EXPECT_EQ(result.arrays[0].type().shape, (std::vector<std::int64_t>{1, 32}));
}

TEST_F(Knn, NamesWhatItReturns) {
  const Array points = rows({5, 3, 4}, 1), labels = Array::of<std::int32_t>({2, -1, 2});
  const std::vector<std::string> all{"indices", "distances", "classes"};
  const Result without = search({points, points}, std::int64_t{1});
  EXPECT_EQ(without.names, (std::vector<std::string>{"indices", "distances"}));
  EXPECT_EQ(without.arrays.size(), 2u);
  EXPECT_EQ(search({points, labels, points}, std::int64_t{1}).names, all);
}

TEST(KnnCall, ClassifiesWhereLabelsStandBehindThePoints) {
  const ArrayType points{SampleType::f32, {9, 2}}, labels{SampleType::i32, {9}};
  const Call plain{"knn"}, classify{"knn", {{"classify", true}}}, without{"knn", {{"classify", false}}};
  EXPECT_EQ(implied_call(plain, {points, labels}).arguments, classify.arguments);
  EXPECT_EQ(implied_call(plain, {points, points}).arguments, plain.arguments);
  EXPECT_EQ(implied_call(without, {points, labels}).arguments, without.arguments);
  EXPECT_EQ(input_names(classify), (std::vector<std::string>{"points", "labels", "queries"}));
  EXPECT_EQ(work_outputs(array_work(classify, {points, labels, points})).size(), 3u);
}

TEST_F(Knn, TellsWhatCannotBeSearched) {
  const Array points = rows({1, 2, 3, 4, 5, 6}, 2), query = rows({1, 2}, 2);
  EXPECT_THAT(complaint({points, query}, 4), HasSubstr("k is 4 with 3 points"));
  EXPECT_THAT(complaint({points, query}, 1025), HasSubstr("1025"));
  EXPECT_THAT(complaint({points, query}, -1), HasSubstr("-1"));
  EXPECT_THAT(complaint({points, query}, 0), HasSubstr("k is '0', allowed: an integer from 1 to 1024, or auto"));
  EXPECT_THAT(complaint({points, rows({1, 2, 3}, 3)}, 1), HasSubstr("queries have 3 dimensions, points 2"));
  EXPECT_THAT(complaint({points, Array::of<float>({1, 2})}, 1), HasSubstr("queries are f32 [2]"));
  EXPECT_THAT(complaint({Array({SampleType::f32, {0, 2}}), query}, 1), HasSubstr("0 points"));
  EXPECT_THAT(complaint({points, Array::of<std::int32_t>({1, 2}), query}, 1), HasSubstr("labels are i32 [2]"));
  EXPECT_THAT(complaint({points, Array::of<float>({1, 2, 3}), query}, 1), HasSubstr("labels are f32 [3]"));
}

}  // namespace
}  // namespace lenslet
