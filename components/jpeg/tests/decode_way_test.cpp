// The way in which a file is decoded, by rules and by measurements.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>
#include <lenslet/jpeg.hpp>
#include <lenslet/way_times.hpp>

#include "decode_oracle.hpp"
#include "encode_oracle.hpp"
#include "jpeg/measured_way.hpp"
#include "ocl/driver_limits.hpp"
#include "refusal.hpp"
#include "system/temporary_folder.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

std::vector<std::byte> file_of(Size size, int restart) {
  return write_jpeg(make_picture(size, 3, Picture::smooth, 7), {.restart = restart});
}

// A session without stored times.
class MeasuredWay : public testing::Test {
 protected:
  void SetUp() override {
    if (ocl::max_loop_rounds(session_.device()) > 0) GTEST_SKIP() << "the driver ends long loops";
  }

  void keep(const std::vector<std::byte>& file, const std::map<std::string, double>& ms, int scale = 1) {
    WayTimes times;
    for (const auto& [way, median] : ms) times.by[way] = {median, median, median, 3, true};
    keep_way_times(session_, codec::way_case(codec::parse_header(file), 1, scale).work(), times);
  }

  std::string way_of(const std::vector<std::byte>& file, const JpegDecoding& options = {}) {
    return decode(session_, file, options).way;
  }

  system::TemporaryFolder folder_{{"lenslet.sqlite"}};
  Session session_{{.data_directory = folder_.path()}};
};

TEST_F(MeasuredWay, IsTakenForFilesThatAreAlike) {
  const std::vector<std::byte> file = file_of({61, 43}, 2);
  EXPECT_EQ(way_of(file), "sync");
  keep(file, {{"restart", 3.5}, {"sync", 4}, {"coefficients", 9}});
  const JpegDecoded decoded = decode(session_, file);
  EXPECT_EQ(decoded.way, "restart");
  EXPECT_EQ(decoded.reason, "the fastest that was measured here: coefficients 9 ms, restart 3.5 ms, sync 4 ms");
  EXPECT_EQ(pixel_difference(session_.download(decoded.image), wanted_of(file).image), "");
  EXPECT_EQ(way_of(file_of({75, 40}, 3)), "restart");  // about as many pixels and MCUs between markers
  EXPECT_EQ(way_of(file_of({61, 43}, 5)), "sync");     // fewer markers
  EXPECT_EQ(way_of(file_of({61, 43}, 0)), "sync");     // none
  EXPECT_EQ(way_of(file_of({400, 400}, 2)), "sync");   // far larger
  EXPECT_EQ(way_of(file, {.scale = 2}), "sync");
  EXPECT_EQ(way_of(file, {.way = "coefficients"}), "coefficients");  // the way that is asked for comes first
  keep(file, {{"restart", 3.5}, {"coefficients", 2}});
  EXPECT_EQ(way_of(file), "coefficients");
}

TEST_F(MeasuredWay, IsOneThatThereIs) {
  const std::vector<std::byte> file = file_of({61, 43}, 2);
  keep(file, {{"host", 1}, {"some.other", 2}, {"sync", 3}});
  EXPECT_EQ(way_of(file), "sync");
  keep(file, {{"quantum", 1}, {"host", 2}});
  EXPECT_EQ(way_of(file), "sync");
}

TEST_F(MeasuredWay, IsFoundByTimingAll) {
  const std::vector<std::byte> file = file_of({161, 143}, 4);
  const WayTimes times = tune_decoding(session_, {file});
  ASSERT_EQ(times.by.size(), 3U);
  for (const auto& [way, time] : times.by) EXPECT_GE(time.samples, 1) << way;
  EXPECT_EQ(way_of(file), times.fastest());
  EXPECT_EQ(tune_decoding(session_, {file_of({161, 143}, 0)}).by.count("restart"), 0U);
}

TEST_F(MeasuredWay, IsOfFilesThatTheDeviceDecodesWhole) {
  std::vector<std::byte> file = file_of({161, 143}, 0);
  file.resize(file.size() / 2);
  EXPECT_THAT(refusal([&] { tune_decoding(session_, {file}); }, ErrorKind::io), HasSubstr("damaged"));
  EXPECT_THAT(refusal([&] { tune_decoding(session_, {}); }), HasSubstr("no JPEG files to time"));
  const std::vector<std::byte> progressive =
      write_jpeg(make_picture({61, 43}, 3, Picture::smooth, 7), {.progressive = true});
  EXPECT_THAT(refusal([&] { tune_decoding(session_, {progressive}); }, ErrorKind::unsupported),
              HasSubstr("it is progressive"));
}

}  // namespace
}  // namespace lenslet
