// What the encoder takes beside whole RGB and grey images, what it refuses, and what it keeps from call to call.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>

#include "encode_oracle.hpp"
#include "jpeg/encode_graph.hpp"
#include "ocl/driver_limits.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

std::vector<std::byte> bytes_of_text(std::string_view text) {
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

class Encode : public testing::Test {
 protected:
  static void SetUpTestSuite() { session.emplace(); }
  static void TearDownTestSuite() { session.reset(); }

  static std::string refused(const Image& image, const Jpeg& options, ErrorKind kind = ErrorKind::invalid_argument) {
    return refusal([&] { encode(*session, ImageView(image), options); }, kind);
  }

  static inline std::optional<Session> session;
};

TEST_F(Encode, TakesAViewOfALargerImage) {
  const Image image = make_picture({90, 60}, 3, Picture::smooth, 3);
  const DeviceImage part = session->upload(image).view({13, 7, 50, 41});
  Image cut({50, 41}, image.format());
  for (std::int64_t y = 0; y < 41; ++y) std::copy_n(image.row(y + 7) + 13 * 3, 50 * 3, cut.row(y));
  EXPECT_EQ(encode(*session, part), oracle_file(cut, {}));
}

TEST_F(Encode, CodersServeThreadsAndTurnImagesUpright) {
  const std::unique_ptr<JpegCoders> coders = jpeg_coders(*session, 2);
  const Image image = make_picture({40, 24}, 3, Picture::smooth, 6);
  const DeviceImage pixels = session->upload(image);
  std::vector<std::vector<std::byte>> files(6);
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < files.size(); ++i)
      threads.emplace_back([&, i] { files[i] = coders->encode(pixels, i % 2 == 0 ? "4:2:0" : "4:4:4"); });
  }
  for (std::size_t i = 0; i < files.size(); ++i)
    EXPECT_EQ(files[i], oracle_file(image, {.sampling = i % 2 == 0 ? "4:2:0" : "4:4:4"}));
  EXPECT_THAT(refusal([&] { coders->decode(std::span(files[0]).first(9)); }, ErrorKind::io), HasSubstr("JPEG"));

  const DeviceImage decoded = coders->decode(files[0]).image;
  EXPECT_THAT(refusal([&] { coders->upright(decoded, 6); }, ErrorKind::unsupported), HasSubstr("orientation is 6"));
  coders->prepare_turn(6, {decoded.format(), decoded.size()});
  const Image turned = session->download(coders->upright(decoded, 6)), stored = session->download(decoded);
  ASSERT_EQ(turned.size(), (Size{24, 40}));
  EXPECT_EQ(turned.at(23, 0, 1), stored.at(0, 0, 1));
  EXPECT_EQ(turned.at(0, 39, 2), stored.at(39, 23, 2));
}

TEST_F(Encode, DropsAlphaWhereThatIsAsked) {
  const Image image = make_picture({40, 30}, 3, Picture::smooth, 4);
  Image with_alpha({40, 30}, {SampleType::u8, 4, true});
  for (std::int64_t y = 0; y < 30; ++y)
    for (std::int64_t x = 0; x < 40; ++x) std::copy_n(image.row(y) + 3 * x, 3, with_alpha.row(y) + 4 * x);
  EXPECT_EQ(encode(*session, ImageView(with_alpha), {.drop_alpha = true}), oracle_file(image, {}));
  EXPECT_THAT(refused(with_alpha, {}, ErrorKind::unsupported), HasSubstr("drop_alpha"));
}

TEST_F(Encode, HasTablesOfTheCallers) {
  Jpeg options;
  for (int i = 0; i < 64; ++i) options.luminance_table.push_back(1 + 3 * i);
  options.chrominance_table.assign(64, 255);
  const Image image = make_picture({50, 50}, 3, Picture::noise, 5);
  EXPECT_EQ(encode(*session, ImageView(image), options), oracle_file(image, options));
  options.baseline = false;
  options.chrominance_table.assign(64, 8191);
  EXPECT_EQ(encode(*session, ImageView(image), options), oracle_file(image, options));
}

TEST_F(Encode, KeepsProfileAndExif) {
  const Image image = make_picture({20, 20}, 3, Picture::smooth, 6);
  Jpeg options;
  options.icc.assign(150'000, std::byte{7});  // three segments
  EXPECT_EQ(encode(*session, ImageView(image), options), oracle_file(image, options));
  options.exif = bytes_of_text("MM and so on");
  std::vector<std::byte> file = encode(*session, ImageView(image), options);
  const std::vector<std::byte> segment =
      bytes_of_text(std::string_view("\xff\xe1\0\x14"
                                     "Exif\0\0MM and so on",
                                     22));
  ASSERT_TRUE(std::equal(segment.begin(), segment.end(), file.begin() + 20));  // after JFIF's
  file.erase(file.begin() + 20, file.begin() + 42);
  EXPECT_EQ(file, oracle_file(image, options));
}

TEST_F(Encode, KeepsNothingOfTheCallBefore) {
  JpegEncoder encoder(*session, {.optimize = true});
  for (const auto& [size, kind] :
       {std::pair(Size{300, 200}, Picture::smooth), std::pair(Size{8, 8}, Picture::smooth),
        std::pair(Size{500, 100}, Picture::smooth), std::pair(Size{300, 200}, Picture::noise),
        std::pair(Size{300, 200}, Picture::smooth)}) {
    const Image image = make_picture(size, 3, kind, 8);
    const std::vector<std::byte> wanted = oracle_file(image, {.optimize = true});
    EXPECT_TRUE(std::ranges::equal(encoder.encode({session->upload(image)}).front(), wanted)) << size.width;
  }
  EXPECT_TRUE(encoder.encode({}).empty());
  EXPECT_THAT(encoder.stages(), testing::Contains("stuff"));
  EXPECT_GT(encoder.device_bytes(), 300U * 200 * 2);
}

// One group sums up the chunks in a loop.
TEST_F(Encode, TakesAsManyChunksAsTheDriverHasRounds) {
  const std::uint64_t rounds = ocl::max_loop_rounds(session->device());
  const codec::Groups groups = codec::Groups::for_device(session->device());
  EXPECT_GT(codec::most_chunks(groups, 0), 65500LL * 65500 / 64);
  if (rounds == 0) return;
  const std::int64_t most = codec::most_chunks(groups, rounds), height = 8 * (most / 128);
  const Jpeg options{.restart = 1};
  const Image image = make_picture({1024, height}, 1, Picture::smooth, 9);
  EXPECT_EQ(encode(*session, ImageView(image), options), oracle_file(image, options));
  EXPECT_THAT(refused(Image({1024, height + 8}, image.format()), options, ErrorKind::unsupported),
              HasSubstr("allowed on this device"));
}

TEST_F(Encode, RefusesWhatJpegDoesNotHave) {
  const Image image({8, 8}, {SampleType::u8, 3});
  EXPECT_THAT(refused(image, {.quality = 0}), HasSubstr("quality of 0, allowed: 1 to 100"));
  EXPECT_THAT(refused(image, {.quality = 101}), HasSubstr("quality of 101"));
  EXPECT_EQ(refusal([&] { encode(*session, Session().upload(image)); }),
            "the image is memory of another session; allowed: of the session's own");
  EXPECT_THAT(refused(image, {.sampling = "4:2:1"}), HasSubstr("'4:2:1', allowed: 4:4:4"));
  EXPECT_THAT(refused(image, {.restart = 65536}), HasSubstr("65536, allowed: 0 to 65535"));
  EXPECT_THAT(refused(image, {.luminance_table = {1, 2}}), HasSubstr("2 numbers in the table of luminance"));
  EXPECT_THAT(refused(image, {.chrominance_table = std::vector(64, 256)}), HasSubstr("256, allowed: 1 to 255"));
  EXPECT_THAT(refused(image, {.exif = std::vector<std::byte>(65528)}), HasSubstr("65528"));
  EXPECT_THAT(refused(image, {.icc = std::vector<std::byte>(255 * 65519 + 1)}), HasSubstr("16707346"));
  EXPECT_THAT(refused(Image({65501, 1}, {SampleType::u8, 1}), {}), HasSubstr("width of 65501, allowed: 1 to 65500"));
  EXPECT_THAT(refused(Image({8, 8}, {SampleType::u16, 3}), {}, ErrorKind::unsupported), HasSubstr("u16"));
  EXPECT_THAT(refused(Image({8, 8}, {SampleType::u8, 2}), {}, ErrorKind::unsupported), HasSubstr("2 channels"));
  const DeviceImage layered = session->allocate({8, 8}, {SampleType::u8, 1}, Storage::buffer, 2);
  EXPECT_THAT(refusal([&] { encode(*session, layered); }, ErrorKind::unsupported), HasSubstr("2 layers"));
}

}  // namespace
}  // namespace lenslet
