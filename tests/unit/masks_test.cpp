// Masks against published numbers: OpenCV's own output, and tables in its documentation.
#include "stencil/masks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include <lenslet/error.hpp>

namespace lenslet::stencil {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

double sum(const Mask& mask) {
  return std::accumulate(mask.taps.begin(), mask.taps.end(), 0.0);
}

template <class Make>
std::string message_of(Make make) {
  try {
    make();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    return error.what();
  }
  return "nothing was thrown";
}

// Printed by cv2.getGaussianKernel (OpenCV 4.14).
TEST(GaussianTaps, EqualOpenCv) {
  struct Row {
    int ksize;
    double sigma;
    Taps taps;
  };
  const Row rows[] = {
      {3, 0.85, {0.2501382072444948, 0.4997235855110102, 0.2501382072444948}},
      {5, 2.5, {0.16892958930566962, 0.2147515968689763, 0.2326376276507082, 0.2147515968689763, 0.16892958930566962}},
      {7,
       1.0,
       {0.004433048175243744, 0.05400558262241449, 0.24203622937611435, 0.39905027965245493, 0.24203622937611435,
        0.05400558262241449, 0.004433048175243744}},
      {11,
       0,
       {0.008812229292562288, 0.027143577143479373, 0.06511405659938269, 0.12164907301380962, 0.1769983568313557,
        0.20056541423882085, 0.1769983568313557, 0.12164907301380962, 0.06511405659938269, 0.027143577143479373,
        0.008812229292562288}}};
  for (const Row& row : rows)
    EXPECT_THAT(gaussian_taps(row.ksize, row.sigma), testing::Pointwise(testing::DoubleNear(1e-15), row.taps));
}

TEST(GaussianTaps, HaveOpenCvsTablesWithoutSigma) {
  EXPECT_THAT(gaussian_taps(1, 0), ElementsAre(1));
  EXPECT_THAT(gaussian_taps(3, 0), ElementsAre(0.25, 0.5, 0.25));
  EXPECT_THAT(gaussian_taps(5, 0), ElementsAre(0.0625, 0.25, 0.375, 0.25, 0.0625));
  EXPECT_THAT(gaussian_taps(7, 0), ElementsAre(0.03125, 0.109375, 0.21875, 0.28125, 0.21875, 0.109375, 0.03125));
  EXPECT_THAT(gaussian_taps(9, 0), ElementsAre(0.015625, 0.05078125, 0.1171875, 0.19921875, 0.234375, 0.19921875,
                                               0.1171875, 0.05078125, 0.015625));
}

TEST(GaussianTaps, AreFiniteForTheSmallestSigma) {
  EXPECT_THAT(gaussian_taps(3, 1e-200), ElementsAre(0, 1, 0));
}

TEST(GaussianKsize, IsOpenCvs) {
  EXPECT_EQ(gaussian_ksize(1, SampleType::u8), 7);
  EXPECT_EQ(gaussian_ksize(1, SampleType::f32), 9);
  EXPECT_EQ(gaussian_ksize(2, SampleType::u8), 13);
  EXPECT_EQ(gaussian_ksize(2, SampleType::u16), 17);
  EXPECT_EQ(gaussian_ksize(3.3, SampleType::f16), 27);
  EXPECT_EQ(gaussian_ksize(0.4, SampleType::f32), 5);
  EXPECT_THAT(message_of([] { gaussian_ksize(30, SampleType::u8); }), HasSubstr("sigma is 30"));
}

TEST(Sobel, IsOpenCvs) {
  EXPECT_THAT(sobel_mask(1, 0, 3).taps, ElementsAre(-1, 0, 1, -2, 0, 2, -1, 0, 1));
  EXPECT_THAT(sobel_mask(0, 1, 3).taps, ElementsAre(-1, -2, -1, 0, 0, 0, 1, 2, 1));
  EXPECT_THAT(derivative_taps(1, 5), ElementsAre(-1, -2, 0, 2, 1));
  EXPECT_THAT(derivative_taps(2, 5), ElementsAre(1, 0, -2, 0, 1));
  EXPECT_THAT(derivative_taps(0, 7), ElementsAre(1, 6, 15, 20, 15, 6, 1));
  EXPECT_THAT(derivative_taps(1, 7), ElementsAre(-1, -4, -5, 0, 5, 4, 1));
  EXPECT_THAT(derivative_taps(2, 7), ElementsAre(1, 2, -1, -4, -1, 2, 1));
}

TEST(Sobel, HasNoSmoothingWithKsize1) {
  const Mask dx = sobel_mask(1, 0, 1);
  EXPECT_EQ(dx.width, 3);
  EXPECT_EQ(dx.height, 1);
  EXPECT_THAT(dx.taps, ElementsAre(-1, 0, 1));
  EXPECT_THAT(sobel_mask(2, 1, 1).taps, ElementsAre(-1, 2, -1, 0, 0, 0, 1, -2, 1));
  EXPECT_EQ(message_of([] { sobel_mask(1, 0, 4); }), "ksize is 4, allowed for sobel: 1, 3, 5, 7");
}

TEST(Laplacian, IsOpenCvs) {
  EXPECT_THAT(laplacian_mask(1).taps, ElementsAre(0, 1, 0, 1, -4, 1, 0, 1, 0));
  EXPECT_THAT(laplacian_mask(3).taps, ElementsAre(2, 0, 2, 0, -8, 0, 2, 0, 2));
  for (const int ksize : {1, 3, 5, 7}) EXPECT_EQ(sum(laplacian_mask(ksize)), 0) << ksize;
}

TEST(Scharr, HasSixTapsAtItsBorder) {
  EXPECT_THAT(scharr_mask(3).taps, ElementsAre(-3, 0, 3, -10, 0, 10, -3, 0, 3));
  const Mask wide = scharr_mask(7);
  EXPECT_EQ(std::count(wide.taps.begin(), wide.taps.end(), 0.0), 49 - 6);
  EXPECT_EQ(wide.at(6, 0), 0.03125);
  EXPECT_DOUBLE_EQ(wide.at(6, 3), 10.0 / 96);
  EXPECT_EQ(wide.at(0, 6), -0.03125);
  EXPECT_EQ(scharr_mask(5).at(4, 2), 0.15625);
  EXPECT_EQ(scharr_mask(5).at(4, 0), 0.046875);
  EXPECT_EQ(scharr_mask(9).at(8, 8), 0.0234375);
}

TEST(Scharr, GivesTheSlopeOfARamp) {
  for (const int ksize : {5, 7, 9}) {
    const Mask mask = scharr_mask(ksize);
    double slope = 0;
    for (int y = 0; y < ksize; ++y)
      for (int x = 0; x < ksize; ++x) slope += mask.at(x, y) * x;
    EXPECT_DOUBLE_EQ(slope, 1) << ksize;
  }
}

TEST(Masks, AreTransposedAndRotated) {
  const Mask mask{3, 1, {1, 2, 3}};
  EXPECT_EQ(transposed(mask).height, 3);
  EXPECT_EQ(transposed(mask).width, 1);
  EXPECT_THAT(transposed(scharr_mask(3)).taps, ElementsAre(-3, -10, -3, 0, 0, 0, 3, 10, 3));
  EXPECT_THAT(rotated(mask).taps, ElementsAre(3, 2, 1));
}

TEST(Masks, OfAnEvenBoxHaveZerosAtTheEnd) {
  const Mask box = box_mask(2, 1);
  EXPECT_EQ(box.width, 3);
  EXPECT_EQ(box.height, 1);
  EXPECT_THAT(box.taps, ElementsAre(1, 1, 0));
  EXPECT_THAT(box_mask(1, 4).taps, ElementsAre(1, 1, 1, 1, 0));
}

TEST(Masks, RefuseEvenAndHugeSides) {
  EXPECT_EQ(message_of([] { box_mask(0, 3); }), "mask side is 0, allowed: 1 to 255");
  EXPECT_THAT(message_of([] { box_mask(3, 257); }), HasSubstr("257"));
  EXPECT_THAT(message_of([] { gaussian_taps(0, 1); }), HasSubstr("mask side is 0"));
}

TEST(Linear, TakesTheLargestMasksRadius) {
  const Stencil stencil = linear({sobel_mask(1, 0, 1), sobel_mask(0, 1, 1)}, 1, 0, SampleType::u8);
  EXPECT_EQ(stencil.radius_x, 1);
  EXPECT_EQ(stencil.radius_y, 1);
  EXPECT_EQ(linear({Mask{3, 1, {1, 2, 3}}}, 1, 0, SampleType::u8).radius_y, 0);
}

TEST(Linear, TakesWhatAFloatHolds) {
  EXPECT_THAT(message_of([] { linear({Mask{1, 1, {1e39}}}, 1, 0, SampleType::f32); }), HasSubstr("mask tap is 1e+39"));
  EXPECT_THAT(message_of([] { linear({box_mask(1, 1)}, -1e300, 0, SampleType::f32); }), HasSubstr("scale is -1e+300"));
  EXPECT_EQ(linear({Mask{1, 1, {1e-40}}}, 1, 0, SampleType::f32).masks[0].taps[0], 0);
}

}  // namespace
}  // namespace lenslet::stencil
