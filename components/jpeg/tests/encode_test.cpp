// Files that the device encodes, compared byte by byte with libjpeg-turbo's.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "effort.hpp"
#include "encode_oracle.hpp"
#include "jpeg/encoder.hpp"

namespace lenslet {
namespace {

// Groups of one work-item, as on CPUs, and groups of GPUs.
const codec::Groups serial{1, 24}, parallel{64, 64};

class EncodeEqualsLibjpeg : public testing::TestWithParam<codec::Groups> {
 protected:
  void expect_equal(const std::vector<Image>& images, const Jpeg& options) {
    std::vector<DeviceImage> uploaded;
    for (const Image& image : images) uploaded.push_back(session().upload(image));
    codec::Encoder encoder(session(), options, GetParam());
    const auto files = encoder.encode(uploaded);
    ASSERT_EQ(files.size(), images.size());
    for (std::size_t i = 0; i < images.size(); ++i) {
      const std::vector<std::byte> wanted = oracle_file(images[i], options);
      ASSERT_TRUE(std::ranges::equal(files[i], wanted))
          << text_of(options, images[i].size(), images[i].format().channels) << ", image " << i << ": "
          << file_difference(files[i], wanted);
    }
  }

  // The session ends before the program does: a driver's globals may be gone by then.
  static void SetUpTestSuite() { open_session = std::make_unique<Session>(); }
  static void TearDownTestSuite() { open_session.reset(); }
  static const Session& session() { return *open_session; }

 private:
  static inline std::unique_ptr<Session> open_session;
};

TEST_P(EncodeEqualsLibjpeg, ForSmallSizes) {
  int turn = 0;
  for (const char* sampling : all_samplings)
    for (const int channels : {3, 1}) {
      std::vector<Image> images;
      for (std::int64_t h = 1; h <= 33; ++h)
        for (std::int64_t w = 1; w <= 33; ++w)
          if (effort() >= 2 || (w * 7 + h * 5 + turn) % 10 == 0)
            images.push_back(make_picture({w, h}, channels, static_cast<Picture>((w + h) % 3),
                                          static_cast<std::uint32_t>(w * 64 + h)));
      Jpeg options{.quality = 1 + (37 * ++turn) % 100, .sampling = sampling, .restart = turn % 3};
      options.baseline = turn % 2 == 0;
      expect_equal(images, options);
    }
}

TEST_P(EncodeEqualsLibjpeg, ForEveryQuality) {
  for (int quality = 1; quality <= 100; quality += effort() >= 2 ? 1 : 9)
    for (const Picture kind : {Picture::smooth, Picture::noise, Picture::extremes})
      expect_equal({make_picture({70, 41}, 3, kind, 5)}, {.quality = quality, .baseline = false});
}

TEST_P(EncodeEqualsLibjpeg, WithTablesOfItsOwn) {
  for (const char* sampling : all_samplings)
    expect_equal({make_picture({130, 75}, 3, Picture::smooth, 1), make_picture({9, 9}, 1, Picture::noise, 2),
                  make_picture({64, 64}, 3, Picture::extremes, 3)},
                 {.quality = 75, .sampling = sampling, .restart = 5, .optimize = true});
}

TEST_P(EncodeEqualsLibjpeg, OverManyChunksAndRestarts) {
  for (const int restart : {0, 1, 7, 8, 100, 65535})
    expect_equal({make_picture({300, 200}, 3, Picture::smooth, 9), make_picture({333, 111}, 3, Picture::noise, 4)},
                 {.quality = 97, .restart = restart});
}

TEST_P(EncodeEqualsLibjpeg, OfAFewBlocks) {
  for (const bool optimize : {false, true})
    expect_equal({make_picture({33, 19}, 3, Picture::smooth, 2), make_picture({9, 17}, 1, Picture::noise, 7)},
                 {.restart = 2, .optimize = optimize});
}

INSTANTIATE_TEST_SUITE_P(Serial, EncodeEqualsLibjpeg, testing::Values(serial));
INSTANTIATE_TEST_SUITE_P(Parallel, EncodeEqualsLibjpeg, testing::Values(parallel));

}  // namespace
}  // namespace lenslet
