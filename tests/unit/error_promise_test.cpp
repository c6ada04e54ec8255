// Users of the library catch one type: whatever they hand over, no exception of the standard library comes back.
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include <lenslet/array_file.hpp>
#include <lenslet/lenslet.hpp>

namespace lenslet {
namespace {

void expect_error(const std::string& what, const std::function<void()>& call) {
  try {
    call();
    ADD_FAILURE() << what << ": no error";
  } catch (const Error& error) {
    EXPECT_STRNE(error.what(), "") << what;
  } catch (const std::exception& error) {
    ADD_FAILURE() << what << ": " << error.what();
  }
}

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();

TEST(ErrorPromise, HoldsForValuesOnTheHost) {
  expect_error("negative image", [] { Image({-1, 5}, {SampleType::u8, 1}); });
  expect_error("image of too many bytes", [] { Image({huge, huge}, {SampleType::f32, 4}); });
  expect_error("array of too many bytes", [] { Array({SampleType::f64, {huge, huge}}); });
  expect_error("array of negative sides", [] { Array({SampleType::f64, {-3}}); });
  expect_error("element of another type", [] { Array({SampleType::u8, {3}}).as<float>(); });
  expect_error("pixels of 9 channels", [] { Image({1, 1}, {SampleType::u8, 9}); });
}

TEST(ErrorPromise, HoldsForTexts) {
  expect_error("schedule", [] { parse_schedule("buffer.window.999999999999999999999"); });
  expect_error("schedule of nothing", [] { parse_schedule(""); });
  expect_error("border", [] { parse_border("none"); });
  expect_error("tune", [] { parse_tune("\xff"); });
  expect_error("op", [] { find_op("no.such"); });
  expect_error(".npy", [] { parse_npy("\x93NUMPY\1"); });
  expect_error("CSV", [] { parse_csv("1,2\n3\n"); });
  expect_error("selector", [] { find_device("99999999999999999999999"); });
}

class ErrorPromiseOnDevice : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  std::optional<Session> session;
  Image image{{8, 6}, {SampleType::u8, 1}};
  Array array{{SampleType::f32, {4}}};
};

TEST_F(ErrorPromiseOnDevice, HoldsForCalls) {
  expect_error("no such op", [&] { session->run({"no such op"}, image); });
  expect_error("an argument too many", [&] { session->run({"mean", {{"size", 3.0}}}, image); });
  expect_error("an argument of another kind", [&] { session->run({"mean", {{"ksize", std::string("wide")}}}, image); });
  expect_error("an op of arrays for an image", [&] { session->run({"reduce.sum"}, image); });
  expect_error("an op of images for an array", [&] { session->run({"sharpen"}, std::vector<Array>{array}); });
  expect_error("no inputs", [&] { session->run({"reduce.sum"}, std::vector<Array>{}); });
  expect_error("a work without inputs", [&] { session->plan(Work{{"sharpen"}, {}, {}}); });
  expect_error("a forced schedule", [&] { session->run({"sharpen"}, image, {.schedule = "fast"}); });
  expect_error("a negative size", [&] { session->allocate({-4, 4}, {SampleType::u8, 1}); });
  expect_error("a huge array", [&] { session->allocate({SampleType::f64, {huge / 8}}); });
}

TEST_F(ErrorPromiseOnDevice, HoldsForPlansOfArrays) {
  const Plan plan = session->plan(array_work({"map", {{"expression", std::string("x + 1")}}}, {array.type()}));
  expect_error("an image for a plan of arrays", [&] { plan.run(session->upload(image)); });
  expect_error("the pixels of an array", [&] { static_cast<void>(plan.output_format()); });
  expect_error("an array of another type", [&] { plan.run({session->upload(Array({SampleType::u8, {4}}))}); });
  expect_error("no inputs", [&] { plan.run({}); });
}

TEST_F(ErrorPromiseOnDevice, HoldsForTuningAndVerification) {
  expect_error("tuning nothing", [&] { tune_op(*session, Work{{"sharpen"}, {}, {}}, {}); });
  expect_error("a pattern of no schedule", [&] {
    tune_op(*session, image_work({"sharpen"}, {SampleType::u8, 1}, {8, 8}), {.only = "nothing[", .worker = false});
  });
  expect_error("explaining nothing", [&] { explain(*session, Work{{"sharpen"}, {}, {}}); });
}

}  // namespace
}  // namespace lenslet
