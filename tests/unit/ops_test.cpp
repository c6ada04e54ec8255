// What holds for every op, and what each op makes of its arguments.
#include "ops/filter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <lenslet/error.hpp>

#include "fake_window.hpp"
#include "kernels.hpp"
#include "matrix.hpp"

namespace lenslet::ops {
namespace {

using stencil::FakeWindow;
using stencil::Stencil;
using stencil::Truth;
using stencil::window3x3;
using testing::ElementsAre;
using testing::HasSubstr;

using Given = std::map<std::string, Value>;

Stencil make(std::string_view op, const Given& given, SampleType type = SampleType::u8) {
  const op::OpPtr found = op::find(op, ValueKind::image);
  return found->stencil(Arguments(found->info, given), type);
}

std::string message_of(std::string_view op, const Given& given) {
  try {
    make(op, given);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    return error.what();
  }
  return "nothing was thrown";
}

Truth truth_of(const Stencil& stencil, const stencil::Window& window) {
  return stencil.reference(window).at(0);
}

void expect_exact(double value, const Truth& truth) {
  EXPECT_EQ(truth.low, value);
  EXPECT_EQ(truth.high, value);
}

void expect_near(double value, const Truth& truth) {
  EXPECT_LE(truth.low, value);
  EXPECT_GE(truth.high, value);
  EXPECT_LT(truth.high - truth.low, 1e-5 * std::abs(value) + 1e-12);
}

class EveryOp : public testing::TestWithParam<std::string> {
 protected:
  const op::Op& op() const { return *op_; }

 private:
  op::OpPtr op_ = op::find(GetParam(), ValueKind::image);
};

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const op::Op& op : op::registry())
    if (op.problem && !op.info.pipeline) result.push_back(op.info.name);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Ops, EveryOp, testing::ValuesIn(names()), [](const auto& op) { return op.param; });

TEST(Ops, AreTheElevenOfTheFoundation) {
  EXPECT_THAT(names(), testing::IsSupersetOf({"brightness", "filter2d", "gaussian", "gradient", "laplacian", "mean",
                                              "median", "scharr", "sharpen", "smooth", "sobel"}));
}

TEST_P(EveryOp, DescribesItself) {
  const OpInfo& info = op().info;
  EXPECT_TRUE(info.summary.ends_with('.'));
  EXPECT_THAT(info.details, HasSubstr("Equals"));
  EXPECT_FALSE(info.outputs.empty());
  for (const Parameter& parameter : info.parameters) {
    EXPECT_TRUE(parameter.summary.ends_with('.')) << parameter.name;
    EXPECT_LE(parameter.minimum, parameter.maximum) << parameter.name;
    EXPECT_EQ(parameter.choices.empty(), parameter.kind != ParameterKind::choice) << parameter.name;
  }
}

TEST_P(EveryOp, WorksWithItsDefaults) {
  for (const SampleType type : filter_types) EXPECT_NO_THROW(make(GetParam(), {}, type));
}

TEST_P(EveryOp, HasSamplesThatMakeSoundStencils) {
  ASSERT_FALSE(op().samples.empty());
  for (const Given& sample : op().samples)
    for (const SampleType type : filter_types) {
      const Stencil stencil = make(GetParam(), sample, type);
      EXPECT_TRUE(stencil.reference);
      EXPECT_FALSE(stencil.masks.empty() && stencil.body.empty());
      EXPECT_TRUE(stencil.body.empty() || !kernel_source(stencil.body).empty());
      for (const stencil::Mask& mask : stencil.masks) {
        EXPECT_EQ(mask.taps.size(), static_cast<std::size_t>(mask.width * mask.height));
        EXPECT_EQ(mask.width % 2, 1);
        EXPECT_EQ(mask.height % 2, 1);
        EXPECT_LE(mask.width / 2, stencil.radius_x);
        EXPECT_LE(mask.height / 2, stencil.radius_y);
      }
      const std::size_t outputs = stencil.body.empty() ? stencil.masks.size() : 1;
      EXPECT_EQ(stencil.outputs.size(), outputs);
    }
}

// The range holds a value for each output, and neither asks for a pixel beyond the radius.
TEST_P(EveryOp, HasAReferenceWithinItsWindow) {
  for (const Given& sample : op().samples) {
    const Stencil stencil = make(GetParam(), sample);
    const auto check = [&](int dx, int dy) {
      EXPECT_LE(std::abs(dx), stencil.radius_x);
      EXPECT_LE(std::abs(dy), stencil.radius_y);
    };
    const FakeWindow window([&](int dx, int dy) { return check(dx, dy), 128.0 + 3 * dx - dy; },
                            [&](int dx, int dy) { return check(dx, dy), true; });
    const auto truths = stencil.reference(window);
    EXPECT_EQ(truths.size(), stencil.outputs.size());
    for (const Truth& truth : truths) EXPECT_LE(truth.low, truth.high);
  }
}

TEST(Filter2d, TakesMasks) {
  EXPECT_THAT(make("filter2d", {{"mask", matrix("1 2 3; -4 5 0.6; 7 8 9")}}).masks[0].taps,
              ElementsAre(1, 2, 3, -4, 5, 0.6, 7, 8, 9));
  const Stencil tall = make("filter2d", {{"mask", Matrix(3, 1, {1, 2, 4})}, {"flip", true}});
  EXPECT_EQ(tall.radius_x, 0);
  EXPECT_EQ(tall.radius_y, 1);
  EXPECT_THAT(tall.masks[0].taps, ElementsAre(4, 2, 1));
}

TEST(Filter2d, NamesWhatIsWrongWithAMask) {
  const auto message = [](const Value& mask) { return message_of("filter2d", {{"mask", mask}}); };
  EXPECT_THAT(message(Matrix()), HasSubstr("filter2d: mask is 'auto', allowed: rows of numbers"));
  EXPECT_THAT(message(std::string("1 2 1")), HasSubstr("filter2d: mask is '1 2 1', allowed: rows of numbers"));
  EXPECT_THAT(message(Matrix(1, 3, {1, std::nan(""), 3})), HasSubstr("mask is '1 nan 3'"));
  EXPECT_THAT(message(matrix("1 2")), HasSubstr("has 2 columns"));
  EXPECT_THAT(message(matrix("1; 2")), HasSubstr("has 2 rows"));
  EXPECT_THAT(message(Matrix(1, 33, Numbers(33, 1))), HasSubstr("has 33 columns, allowed: an odd number from 1 to 31"));
  EXPECT_THAT(message(matrix("1e39")), HasSubstr("mask tap is 1e+39"));
}

TEST(Filter2d, CorrelatesAndConvolves) {
  const auto window = window3x3({1, 2, 3, 4, 5, 6, 7, 8, 9});
  const Matrix mask(3, 3, {1, 0, 0, 0, 0, 0, 0, 0, -3});
  expect_exact(1 - 27, truth_of(make("filter2d", {{"mask", mask}}), window));
  expect_exact(9 - 3, truth_of(make("filter2d", {{"mask", mask}, {"flip", true}}), window));
  expect_exact(-26 + 7, truth_of(make("filter2d", {{"mask", mask}, {"delta", 7.0}}), window));
}

TEST(Gaussian, TakesMissingSizesFromWhatIsGiven) {
  const auto size = [](const Given& given, SampleType type) {
    const stencil::Mask mask = make("gaussian", given, type).masks.at(0);
    return std::pair(mask.width, mask.height);
  };
  EXPECT_EQ(size({}, SampleType::u8), std::pair(7, 7));
  EXPECT_EQ(size({}, SampleType::f32), std::pair(9, 9));
  EXPECT_EQ(size({{"sigma", 2.0}, {"sigma_y", 1.0}}, SampleType::u8), std::pair(13, 7));
  EXPECT_EQ(size({{"sigma", 0.0}, {"ksize", 5L}}, SampleType::u8), std::pair(5, 5));
  EXPECT_EQ(size({{"ksize", 5L}, {"ksize_y", 3L}}, SampleType::u8), std::pair(5, 3));
  EXPECT_EQ(size({{"ksize_y", 3L}}, SampleType::u8), std::pair(7, 3));
  EXPECT_EQ(size({{"ksize", 127L}}, SampleType::u8), std::pair(127, 127));
}

TEST(Gaussian, RefusesWhatHasNoSize) {
  EXPECT_THAT(message_of("gaussian", {{"sigma", 0.0}}), HasSubstr("sigma is 0 and ksize is 0"));
  EXPECT_THAT(message_of("gaussian", {{"sigma", -1.0}}), HasSubstr("sigma is '-1"));
  EXPECT_THAT(message_of("gaussian", {{"sigma", 40.0}}), HasSubstr("241 pixels"));
  EXPECT_THAT(message_of("gaussian", {{"ksize", 4L}}), HasSubstr("gaussian: ksize is 4, allowed: an odd number"));
  EXPECT_THAT(message_of("mean", {{"ksize_y", 128L}}),
              HasSubstr("the window is 3 x 128; allowed: odd sides up to 255"));
  EXPECT_THAT(message_of("gaussian", {{"ksize", 129L}}), HasSubstr("129"));
}

TEST(Derivatives, RefuseWhatIsNone) {
  EXPECT_THAT(message_of("sobel", {{"dx", 0L}}), HasSubstr("dx and dy are both 0"));
  EXPECT_THAT(message_of("sobel", {{"ksize", 2L}}), HasSubstr("ksize is 2, allowed for sobel: 1, 3, 5, 7"));
  EXPECT_THAT(message_of("scharr", {{"dy", 1L}}), HasSubstr("dx is 1 and dy is 1"));
  EXPECT_THAT(message_of("scharr", {{"ksize", 4L}}), HasSubstr("allowed for scharr: 3, 5, 7, 9"));
  EXPECT_THAT(message_of("laplacian", {{"ksize", 6L}}), HasSubstr("allowed for laplacian: 1, 3, 5, 7"));
  EXPECT_THAT(message_of("gradient", {{"operator", std::string("scharr")}, {"ksize", 1L}}), HasSubstr("scharr"));
  EXPECT_THAT(message_of("median", {{"ksize", 4L}}), HasSubstr("median: ksize is 4, allowed: an odd number up to 255"));
  EXPECT_THAT(message_of("median", {{"ksize_y", 2L}}), HasSubstr("ksize_y is 2, allowed: an odd number up to 255"));
  EXPECT_THAT(message_of("median", {{"ksize", 257L}}), HasSubstr("257"));
  EXPECT_THAT(message_of("rank", {{"rank", 9L}}), HasSubstr("rank is 9, allowed in a window of 9 samples: -9 to 8"));
  EXPECT_THAT(message_of("rank", {{"rank", -10L}}), HasSubstr("rank is -10"));
  EXPECT_THAT(message_of("rank", {{"rank", 2L}, {"percentile", 20.0}}), HasSubstr("allowed: one of them"));
  EXPECT_THAT(message_of("sobel", {{"dx", 2L}, {"both", true}}), HasSubstr("both is given with dx 2 and dy 0"));
  EXPECT_THAT(message_of("scharr", {{"dy", 1L}, {"both", true}}), HasSubstr("both is given with dx 1 and dy 1"));
}

TEST(Derivatives, OfBothDirectionsHaveTwoOutputs) {
  const auto ramp = FakeWindow([](int dx, int dy) { return 100.0 + 2 * dx + 5 * dy; });
  for (const char* op : {"sobel", "scharr"}) {
    const Stencil stencil = make(op, {{"both", true}});
    EXPECT_THAT(stencil.outputs, ElementsAre("dx", "dy"));
    const auto truths = stencil.reference(ramp);
    const double weight = op == std::string("sobel") ? 4 : 16;
    expect_exact(weight * 2 * 2, truths[0]);
    expect_exact(weight * 2 * 5, truths[1]);
  }
}

TEST(Mean, DividesOnce) {
  EXPECT_EQ(make("mean", {{"ksize", 5L}, {"ksize_y", 3L}}).scale, 1 / 15.0);
  expect_near(5, truth_of(make("mean", {}), window3x3({1, 2, 3, 4, 5, 6, 7, 8, 9})));
}

TEST(Sharpen, WeighsByAmount) {
  EXPECT_THAT(make("sharpen", {}).masks[0].taps, ElementsAre(0, -1, 0, -1, 5, -1, 0, -1, 0));
  EXPECT_THAT(make("sharpen", {{"amount", 0.5}}).masks[0].taps, ElementsAre(0, -0.5, 0, -0.5, 3, -0.5, 0, -0.5, 0));
}

TEST(Brightness, IsAStraightLine) {
  const auto window = window3x3({0, 0, 0, 0, 30, 0, 0, 0, 0});
  expect_exact(70, truth_of(make("brightness", {{"delta", 40.0}}), window));
  expect_near(-39 + 200.5, truth_of(make("brightness", {{"scale", -1.3}, {"delta", 200.5}}), window));
}

TEST(Smooth, DividesByWhatExists) {
  const std::vector<double> pixels{0, 2, 0, 3, 5, 7, 0, 11, 0};
  const auto at = [&](int dx, int dy) { return pixels[static_cast<std::size_t>(3 * (dy + 1) + dx + 1)]; };
  const FakeWindow inner(at), corner(at, [](int dx, int dy) { return dx >= 0 && dy >= 0; });
  const FakeWindow edge(at, [](int dx, int) { return dx <= 0; }), alone(at, [](int dx, int dy) { return !dx && !dy; });
  const Stencil smooth = make("smooth", {});
  expect_near(28 / 5.0, truth_of(smooth, inner));
  expect_near(23 / 3.0, truth_of(smooth, corner));
  expect_exact(21 / 4.0, truth_of(smooth, edge));
  expect_exact(5, truth_of(smooth, alone));
  expect_near(28 / 5.0, truth_of(make("smooth", {{"edge", std::string("border")}}), corner));
}

TEST(Gradient, HasTwoNorms) {
  const auto ramp = FakeWindow([](int dx, int dy) { return 100.0 + 3 * dx - 4 * dy; });
  expect_near(8 * 5, truth_of(make("gradient", {}), ramp));
  expect_exact(8 * 7, truth_of(make("gradient", {{"norm", std::string("l1")}}), ramp));
  expect_near(32 * 5, truth_of(make("gradient", {{"operator", std::string("scharr")}}), ramp));
}

TEST(Gradient, TakesBothAnswersAtTheThreshold) {
  const auto ramp = FakeWindow([](int dx, int dy) { return 100.0 + 3 * dx - 4 * dy; });
  const auto at = [&](double threshold, SampleType type) {
    return truth_of(make("gradient", {{"threshold", threshold}}, type), ramp);
  };
  expect_exact(255, at(39.99, SampleType::u8));
  expect_exact(0, at(40.01, SampleType::u8));
  expect_exact(65535, at(39.99, SampleType::u16));
  expect_exact(1, at(39.99, SampleType::f32));
  EXPECT_EQ(at(40, SampleType::u8).low, 0);
  EXPECT_EQ(at(40, SampleType::u8).high, 255);
}

TEST(Gradient, FollowsNaN) {
  const auto window = FakeWindow([](int, int) { return std::numeric_limits<double>::quiet_NaN(); });
  EXPECT_TRUE(std::isnan(truth_of(make("gradient", {}, SampleType::f32), window).low));
  const Truth edge = truth_of(make("gradient", {{"threshold", 1.0}}, SampleType::f32), window);
  EXPECT_EQ(edge.low, 0);
  EXPECT_EQ(edge.high, 1);
}

TEST(Median, IsTheMiddle) {
  expect_exact(4, truth_of(make("median", {}), window3x3({9, 1, 4, 8, 2, 7, 3, 100, 0})));
  const FakeWindow shuffled([](int dx, int dy) { return (7 * (5 * (dy + 2) + dx + 2)) % 25; });
  expect_exact(12, truth_of(make("median", {{"ksize", 5L}}), shuffled));
  EXPECT_EQ(make("median", {{"ksize", 255L}, {"ksize_y", 1L}}).rank, 127);
  const auto with_nan = window3x3({1, 2, 3, 4, std::numeric_limits<double>::quiet_NaN(), 6, 7, 8, 9});
  EXPECT_TRUE(std::isinf(truth_of(make("median", {}, SampleType::f32), with_nan).low));
}

TEST(Rank, IsThatOfTheSortedSamples) {
  const auto window = window3x3({9, 1, 4, 8, 2, 7, 3, 100, 0});
  expect_exact(0, truth_of(make("rank", {{"rank", 0L}}), window));
  expect_exact(100, truth_of(make("rank", {{"rank", -1L}}), window));
  expect_exact(2, truth_of(make("rank", {{"rank", 2L}}), window));
  expect_exact(4, truth_of(make("rank", {}), window));
}

TEST(Rank, OfAPercentileIsSciPys) {
  const auto rank_of = [](double percentile) { return make("rank", {{"percentile", percentile}}).rank; };
  EXPECT_EQ(rank_of(0), 0);
  EXPECT_EQ(rank_of(20), 1);
  EXPECT_EQ(rank_of(50), 4);
  EXPECT_EQ(rank_of(99), 8);
  EXPECT_EQ(rank_of(100), 8);
}

}  // namespace
}  // namespace lenslet::ops
