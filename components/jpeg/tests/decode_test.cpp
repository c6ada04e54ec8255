// Files that the device decodes, compared bit by bit with libjpeg-turbo's pixels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <memory>

#include <fmt/format.h>

#include <lenslet/error.hpp>
#include <lenslet/jpeg.hpp>

#include "decode_oracle.hpp"
#include "decode_ways.hpp"
#include "effort.hpp"
#include "encode_oracle.hpp"
#include "jpeg/decode_input.hpp"
#include "jpeg/decoder.hpp"
#include "jpeg/parse.hpp"
#include "ocl/driver_limits.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

class DecodeEqualsLibjpeg : public testing::TestWithParam<std::string> {
 protected:
  // Decodes all files in one call.
  void expect_equal(const std::vector<std::vector<std::byte>>& files, const std::string& what, int scale = 1) {
    if (!decoders_.contains(scale))
      decoders_.emplace(scale, std::make_unique<codec::Decoder>(decoder_of(GetParam(), scale)));
    const std::vector<std::span<const std::byte>> views(files.begin(), files.end());
    const std::vector<JpegDecoded> decoded = decoders_.at(scale)->decode(views);
    ASSERT_EQ(decoded.size(), files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
      const Wanted wanted = wanted_of(files[i], scale);
      ASSERT_EQ(wanted.error, "");
      const std::string differs = pixel_difference(session_of_decoding().download(decoded[i].image), wanted.image);
      ASSERT_EQ(differs, "") << what << ", scale " << scale << ", file " << i << ": " << wanted.image.width() << " x "
                             << wanted.image.height();
      ASSERT_EQ(decoded[i].warnings.empty(), !wanted.has_warnings) << what << ", file " << i;
      EXPECT_EQ(decoded[i].way, way_of(GetParam()));
    }
  }

  std::map<int, std::unique_ptr<codec::Decoder>> decoders_;
  // Images are smaller if the driver ends long loops.
  Size large_ = ocl::max_loop_rounds(session_of_decoding().device()) > 0 ? Size{60, 50} : Size{701, 433};
};

using F = std::vector<Writing::Factors>;
const std::vector<F> all_factors = {{{1, 1}},
                                    {{1, 1}, {1, 1}, {1, 1}},
                                    {{2, 1}, {1, 1}, {1, 1}},
                                    {{2, 2}, {1, 1}, {1, 1}},
                                    {{1, 2}, {1, 1}, {1, 1}},
                                    {{4, 1}, {1, 1}, {1, 1}},
                                    {{1, 4}, {1, 1}, {1, 1}},
                                    {{4, 2}, {1, 1}, {1, 1}},
                                    {{2, 2}, {2, 1}, {2, 1}},
                                    {{2, 2}, {1, 2}, {1, 2}},
                                    {{2, 1}, {2, 1}, {1, 1}},
                                    {{2, 2}, {1, 2}, {2, 1}},
                                    {{1, 1}, {2, 2}, {1, 1}},
                                    {{3, 1}, {1, 1}, {1, 1}},
                                    {{2, 2}},
                                    {{1, 3}, {1, 1}, {1, 1}}};

TEST_P(DecodeEqualsLibjpeg, OfEachSamplingAndSize) {
  const std::vector<int> sides = effort() >= 2 ? std::vector<int>{1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33}
                                               : std::vector<int>{1, 3, 8, 17, 33};
  for (const F& factors : all_factors) {
    std::vector<std::vector<std::byte>> files;
    const Writing writing{.factors = factors};
    for (const int width : sides)
      for (const int height : sides) {
        const auto seed = static_cast<std::uint32_t>(width * 100 + height);
        const Image image = make_picture({width, height}, static_cast<int>(factors.size()), Picture::smooth, seed);
        files.push_back(write_jpeg(image, writing));
      }
    for (const int scale : {1, 2, 4, 8}) expect_equal(files, text_of(writing), scale);
  }
}

// All samplings that fit an MCU of ten blocks, the most allowed, and whose planes reach the image's size by whole
// factors. libjpeg-turbo has no others.
std::vector<F> every_sampling() {
  std::vector<Writing::Factors> each;
  for (int i = 0; i < 16; ++i) each.push_back({1 + i / 4, 1 + i % 4});
  const auto area = [](const Writing::Factors& of) { return of.h * of.v; };
  std::vector<F> all;
  for (const auto& a : each)
    for (const auto& b : each)
      for (const auto& c : each) {
        const int h = std::max({a.h, b.h, c.h}), v = std::max({a.v, b.v, c.v});
        const auto is_whole = [&](const Writing::Factors& of) { return h % of.h == 0 && v % of.v == 0; };
        if (area(a) + area(b) + area(c) <= 10 && is_whole(a) && is_whole(b) && is_whole(c)) all.push_back({a, b, c});
      }
  return all;
}

TEST_P(DecodeEqualsLibjpeg, OfEverySampling) {
  std::vector<std::vector<std::byte>> files;
  for (const F& factors : every_sampling())
    files.push_back(write_jpeg(make_picture({43, 37}, 3, Picture::smooth, 6), {.factors = factors, .restart = 2}));
  EXPECT_GT(files.size(), 100U);
  for (const int scale : {1, 2, 4, 8}) expect_equal(files, "every sampling", scale);
}

TEST_P(DecodeEqualsLibjpeg, OfEachQualityAndRestartInterval) {
  for (const Picture kind : {Picture::smooth, Picture::noise, Picture::extremes}) {
    std::vector<std::vector<std::byte>> files;
    for (const int quality : {1, 25, 75, 100})
      for (const int restart : {0, 1, 3, 1000})
        for (const bool optimize : {false, true})
          for (const F& factors : {all_factors[0], all_factors[1], all_factors[3]}) {
            const Image image = make_picture({41, 27}, static_cast<int>(factors.size()), kind, 5);
            files.push_back(
                write_jpeg(image, {.factors = factors, .quality = quality, .restart = restart, .optimize = optimize}));
          }
    for (const int scale : {1, 2, 4, 8}) expect_equal(files, "qualities", scale);
  }
}

TEST_P(DecodeEqualsLibjpeg, OfLargerImages) {
  for (const int restart : {0, 7}) {
    const Image image = make_picture(large_, 3, Picture::smooth, 8);
    std::vector<std::vector<std::byte>> files;
    files.push_back(write_jpeg(image, {.quality = 95, .restart = restart}));
    expect_equal(files, "one");
    files.push_back(
        write_jpeg(make_picture({large_.height, large_.width}, 1, Picture::noise, 9), {.factors = {{1, 1}}}));
    files.push_back(write_jpeg(image, {.factors = all_factors[1], .restart = 7, .rgb = true}));
    expect_equal(files, "three");
  }
  const Image many = make_picture({520, 520}, 1, Picture::smooth, 10);
  expect_equal({write_jpeg(many, {.factors = {{1, 1}}, .restart = 1})}, "4225 intervals");
}

INSTANTIATE_TEST_SUITE_P(Ways, DecodeEqualsLibjpeg, testing::ValuesIn(decoding_ways),
                         [](const auto& each) { return each.param; });

std::vector<std::byte> small_file(const Writing& writing) {
  return write_jpeg(make_picture({37, 29}, static_cast<int>(writing.factors.size()), Picture::smooth, 4), writing);
}

std::string refusal_of(std::span<const std::byte> file, const JpegDecoding& options = {}) {
  try {
    decode(session_of_decoding(), file, options);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Decode, LeavesManyShortStretchesWholeOnGpus) {
  const Session& session = session_of_decoding();
  DeviceInfo gpu = session.device();
  gpu.kind = DeviceKind::gpu;
  gpu.compute_units = 2;
  codec::InputMemory memory(state_of(session).queue);
  codec::DecodeCall call;
  const auto entropy_of = [&](Size size) {
    const std::vector<std::byte> bytes =
        write_jpeg(make_picture(size, 1, Picture::noise, 11), {.factors = {{1, 1}}, .restart = 4});
    codec::DeviceFile file{bytes, codec::parse_header(bytes), {}};
    file.frame = codec::frame_of(file.header);
    codec::Entropy entropy = codec::Entropy::parts;
    codec::prepare(memory, {&file, 1}, 1, entropy, gpu, call);
    return entropy;
  };
  EXPECT_EQ(entropy_of({256, 64}), codec::Entropy::whole) << "64 intervals";
  EXPECT_EQ(entropy_of({256, 56}), codec::Entropy::parts) << "56 intervals";
}

TEST(Decode, LeavesToLibjpegWhatTheDeviceCannot) {
  const F ycc = all_factors[3];
  const std::pair<Writing, const char*> writings[] = {{{.factors = ycc, .progressive = true}, "it is progressive"},
                                                      {{.factors = ycc, .arithmetic = true}, "it is arithmetic"},
                                                      {{.factors = ycc, .own_scans = true}, "several scans"}};
  for (const auto& [writing, reason] : writings) {
    const std::vector<std::byte> file = small_file(writing);
    for (const int scale : {1, 2, 8}) {
      const JpegDecoded decoded = decode(session_of_decoding(), file, {.scale = scale});
      EXPECT_EQ(decoded.way, "host");
      EXPECT_THAT(decoded.reason, testing::HasSubstr(reason));
      EXPECT_EQ(pixel_difference(session_of_decoding().download(decoded.image), wanted_of(file, scale).image), "");
    }
    EXPECT_THAT(refusal_of(file, {.way = "sync"}), testing::HasSubstr(reason));
  }
}

// On a blank page, an item that begins within a block's code never synchronises. The items are those of GPUs.
TEST(Decode, LeavesToLibjpegCodesThatDoNotSynchronise) {
  const bool ends_loops = ocl::max_loop_rounds(session_of_decoding().device()) > 0;  // before they come to that
  Image page({4096, 1024}, {SampleType::u8, 1});
  std::fill_n(page.data(), page.stride() * page.height(), std::byte{250});
  const std::vector<std::byte> blank = write_jpeg(page, {.factors = {{1, 1}}}), small = small_file({});
  const std::vector<JpegDecoded> decoded = decoder_of("gpu_").decode({small, blank});
  EXPECT_EQ(decoded[0].way, "sync");
  EXPECT_EQ(pixel_difference(session_of_decoding().download(decoded[0].image), wanted_of(small).image), "");
  EXPECT_EQ(decoded[1].way, "coefficients");
  EXPECT_THAT(decoded[1].reason, testing::HasSubstr(ends_loops ? "ends loops" : "its codes do not synchronise"));
  EXPECT_EQ(pixel_difference(session_of_decoding().download(decoded[1].image), page), "");
  EXPECT_THROW(decoder_of("gpu_sync").decode({blank}), Error);
}

// Parts of the data then cannot tell whose blocks they hold.
TEST(Decode, LeavesToLibjpegComponentsOfTheSameTables) {
  const Writing rgb{.factors = {{1, 1}, {1, 1}, {1, 1}}, .rgb = true};
  const JpegDecoded decoded = decode(session_of_decoding(), small_file(rgb));
  EXPECT_EQ(decoded.way, "coefficients");
  EXPECT_THAT(decoded.reason, testing::HasSubstr("the same Huffman tables"));
  EXPECT_EQ(pixel_difference(session_of_decoding().download(decoded.image), wanted_of(small_file(rgb)).image), "");
  Writing with_markers = rgb;
  with_markers.restart = 2;
  EXPECT_EQ(decode(session_of_decoding(), small_file(with_markers)).way, "sync");
}

// libjpeg-turbo decodes such an MCU twice, and keeps some values of the first time.
TEST(Decode, LeavesToLibjpegFillBytesWithinTheData) {
  std::vector<std::byte> file = write_jpeg(make_picture({200, 90}, 3, Picture::noise, 6), {});
  const auto data = file.begin() + static_cast<std::ptrdiff_t>(codec::parse_header(file).data);
  const std::vector<std::byte> stuffed = {std::byte{0xff}, std::byte{0}};
  file.insert(std::search(data, file.end(), stuffed.begin(), stuffed.end()), std::byte{0xff});
  const JpegDecoded decoded = decode(session_of_decoding(), file);
  EXPECT_EQ(decoded.way, "coefficients");
  EXPECT_EQ(pixel_difference(session_of_decoding().download(decoded.image), wanted_of(file).image), "");
  const bool ends_loops = ocl::max_loop_rounds(session_of_decoding().device()) > 0;  // before they come to that
  const auto names_it = testing::HasSubstr(ends_loops ? "ends loops" : "fill bytes");
  EXPECT_THAT(decoded.reason, names_it);
  EXPECT_THAT(refusal_of(file, {.way = "restart"}), names_it);
}

TEST(Decode, MultipliesInksOfCmyk) {
  const std::vector<std::byte> file = small_file({.factors = {{1, 1}, {1, 1}, {1, 1}, {1, 1}}});
  const JpegDecoded decoded = decode(session_of_decoding(), file);
  const Image found = session_of_decoding().download(decoded.image), inks = wanted_of(file).image;
  EXPECT_THAT(decoded.reason, testing::HasSubstr("4 components"));
  for (int c = 0; c < 3; ++c) EXPECT_EQ(found.at(5, 7, c), std::floor(inks.at(5, 7, c) * inks.at(5, 7, 3) / 255 + 0.5));
}

// More MCUs than one work-item clears. The memory holds coefficients of other files before.
TEST(Decode, MakesMuchThatIsLostGrey) {
  std::vector<std::vector<std::byte>> files;
  for (const F& factors : {all_factors[0], all_factors[3]}) {
    const Image image = make_picture({2048, 1024}, static_cast<int>(factors.size()), Picture::smooth, 7);
    files.push_back(write_jpeg(image, {.factors = factors}));
    files.push_back(small_file({.factors = factors}));
  }
  JpegDecoder decoder(session_of_decoding());
  decoder.decode({files.begin(), files.end()});
  for (const std::size_t i : {0, 2}) files[i].resize(3000);
  const std::vector<JpegDecoded> decoded = decoder.decode({files.begin(), files.end()});
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Image found = session_of_decoding().download(decoded[i].image);
    EXPECT_EQ(pixel_difference(found, wanted_of(files[i]).image), "") << i;
    EXPECT_EQ(decoded[i].warnings.empty(), i % 2 == 1) << i;
  }
}

TEST(Decode, RefusesDamageWhereThatIsStrict) {
  std::vector<std::byte> file = small_file({});
  file.resize(file.size() - 40);
  EXPECT_FALSE(decode(session_of_decoding(), file).warnings.empty());
  EXPECT_THAT(refusal_of(file, {.strict = true}), testing::HasSubstr("MCUs have lost data"));
}

TEST(Decode, NamesWhatIsWrong) {
  const std::vector<std::byte> file = small_file({});
  EXPECT_THAT(refusal_of(file, {.max_pixels = 1000}), testing::HasSubstr("37 x 29 pixels; allowed: up to 1000"));
  EXPECT_THAT(refusal_of(file, {.scale = 3}), testing::HasSubstr("a scale of 3; allowed: 1, 2, 4, 8"));
  EXPECT_THAT(refusal_of(file, {.way = "gpu"}), testing::HasSubstr("the way 'gpu'; allowed: restart, sync"));
  EXPECT_THAT(refusal_of(std::span(file).first(20)), testing::HasSubstr("ends at byte 20, before its coded data"));
  EXPECT_THAT(refusal_of(std::span(file).subspan(2)), testing::HasSubstr("no JPEG file"));
  std::vector<std::byte> lossless = file;
  const std::vector<std::byte> frame = {std::byte{0xff}, std::byte{0xc0}};
  std::ranges::search(lossless, frame).begin()[1] = std::byte{0xc3};
  EXPECT_THAT(refusal_of(lossless), testing::HasSubstr("is lossless; allowed: baseline"));
  for (std::size_t bytes = 0; bytes < 600; ++bytes)
    EXPECT_NE(refusal_of(std::span(file).first(bytes), {.strict = true}), "") << bytes;
}

}  // namespace
}  // namespace lenslet
