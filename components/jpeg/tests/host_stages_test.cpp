// libjpeg-turbo's separate stages, which a device's are timed beside, must do the same work as the whole.
#include <gtest/gtest.h>

#include "encode_oracle.hpp"
#include "jpeg/host_jpeg.hpp"
#include "jpeg/host_stages.hpp"

namespace lenslet::codec {
namespace {

class HostStagesOf : public testing::TestWithParam<Jpeg> {};

TEST_P(HostStagesOf, APictureMakeWhatTheWholeMakes) {
  const Image image = make_picture({83, 41}, 3, Picture::smooth, 1);
  HostStages stages(image, GetParam());
  EXPECT_EQ(stages.file(), oracle_file(image, GetParam()));

  const HostDecoding decoding = stages.decode();
  for (const HostTime& time : {decoding.codes, decoding.inverse, decoding.pixels}) EXPECT_GT(time.processor_ms, 0);
  const Image whole = host_pixels(stages.file(), parse_header(stages.file()), 1).image;
  for (std::int64_t y = 0; y < whole.height(); ++y)
    EXPECT_TRUE(std::equal(whole.row(y), whole.row(y) + 3 * whole.width(), stages.decoded().row(y))) << "row " << y;

  const HostEncoding encoding = stages.encode();
  for (const HostTime& time : {encoding.codes, encoding.samples, encoding.pixels}) EXPECT_GT(time.processor_ms, 0);
  Jpeg unmarked = GetParam();
  unmarked.restart = 0;  // coefficients are written without markers
  EXPECT_EQ(encoding.coded, oracle_file(image, unmarked));
}

INSTANTIATE_TEST_SUITE_P(Options, HostStagesOf,
                         testing::Values(Jpeg{.quality = 90}, Jpeg{.quality = 30, .sampling = "4:4:4", .restart = 3}));

TEST(HostCoefficients, LieInRowsOrInMcus) {
  const Image image = make_picture({48, 32}, 3, Picture::noise, 2);
  const std::vector<std::byte> file = host_file(image, {});
  const Frame frame = frame_of(parse_header(file));
  const auto rows = host_coefficients(file, frame).coefficients;
  const auto mcus = host_coefficients(file, frame, BlockOrder::mcus).coefficients;
  const auto at = [](const auto& all, std::size_t block) {
    return std::vector(all.begin() + block * block_samples, all.begin() + (block + 1) * block_samples);
  };
  EXPECT_EQ(at(mcus, 0), at(rows, 0));
  EXPECT_EQ(at(mcus, 1), at(rows, 1));
  EXPECT_EQ(at(mcus, 2), at(rows, 6));                  // below the first
  EXPECT_EQ(at(mcus, 4 * 4 + 3), at(rows, 6 * 3 + 3));  // the last of the MCU in the middle of the second row
  EXPECT_EQ(at(mcus, 24 + 5), at(rows, 24 + 5));        // of one block an MCU
}

}  // namespace
}  // namespace lenslet::codec
