// Damaged files that the device decodes, compared bit by bit with libjpeg-turbo's pixels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <lenslet/error.hpp>

#include "damage.hpp"
#include "decode_oracle.hpp"
#include "decode_ways.hpp"
#include "effort.hpp"
#include "encode_oracle.hpp"
#include "jpeg/parse.hpp"

namespace lenslet {
namespace {

using F = std::vector<Writing::Factors>;

struct Original {
  Size size;
  Picture picture;
  int quality;
};

std::vector<std::vector<std::byte>> originals_of(const Original& original) {
  std::vector<std::vector<std::byte>> originals;
  for (const int restart : {0, 1, 4, 9})
    for (const F& factors : {F{{1, 1}}, F{{1, 1}, {1, 1}, {1, 1}}, F{{2, 2}, {1, 1}, {1, 1}}})
      originals.push_back(write_jpeg(make_picture(original.size, static_cast<int>(factors.size()), original.picture, 3),
                                     {.factors = factors, .quality = original.quality, .restart = restart}));
  return originals;
}

void expect_equal(codec::Decoder& decoder, const std::vector<std::byte>& file, const std::string& which) {
  const Wanted wanted = wanted_of(file);
  if (!wanted.error.empty()) return;
  const JpegDecoded decoded = std::move(decoder.decode({file}).front());
  ASSERT_EQ(pixel_difference(session_of_decoding().download(decoded.image), wanted.image), "") << which;
}

// This way cannot decode some files: those with fill bytes, and those with codes that do not synchronise.
void expect_equal_of(const std::string& way, const Original& original, int count) {
  const std::vector<std::vector<std::byte>> originals = originals_of(original);
  codec::Decoder decoder = decoder_of(way);
  int left_out = 0;
  for (int i = 0; i < count; ++i) {
    const std::vector<std::byte>& from = originals[static_cast<std::size_t>(i) % originals.size()];
    const std::size_t data = codec::parse_header(from).data;
    try {
      expect_equal(decoder, damaged_file(from, data, static_cast<std::uint32_t>(i)), fmt::format("damage {}", i));
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), ErrorKind::unsupported) << error.what();
      ++left_out;
    }
  }
  EXPECT_LE(left_out, count / 100);
}

class DecodeDamaged : public testing::TestWithParam<std::string> {};

TEST_P(DecodeDamaged, OfAnyKind) {
  expect_equal_of(GetParam(), {{83, 70}, Picture::smooth, 60}, effort() >= 2 ? 20000 : 400);
}

// The files are so small that Oclgrind runs them, too.
TEST_P(DecodeDamaged, OfFewBlocks) {
  expect_equal_of(GetParam(), {{21, 19}, Picture::smooth, 60}, 24);
}

// In files of 100 kB and more, a CPU's items have several sub-sequences.
TEST(DecodeDamagedLarge, OfManySubSequences) {
  expect_equal_of("sync", {{700, 500}, Picture::noise, 97}, effort() >= 2 ? 1200 : 36);
}

// A grey file whose blocks have up to nine bits with five coefficients. Codes of one bit each advance by 16 places, and
// no block has an end.
std::vector<std::byte> file_of_short_codes(int side, std::size_t data_bytes) {
  std::vector<int> words = {0xff, 0xd8, 0xff, 0xdb, 0, 67, 0};
  words.insert(words.end(), 64, 1);
  const auto high = side >> 8, low = side & 255;
  words.insert(words.end(), {0xff, 0xc0, 0, 11, 8, high, low, high, low, 1, 1, 0x11, 0});
  for (const auto& [kind, symbol] : {std::pair(0x00, 0x00), std::pair(0x10, 0xf1)}) {
    words.insert(words.end(), {0xff, 0xc4, 0, 20, kind, 1});
    words.insert(words.end(), 15, 0);
    words.push_back(symbol);
  }
  words.insert(words.end(), {0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0});
  words.insert(words.end(), data_bytes, 0);
  words.insert(words.end(), {0xff, 0xd9});
  std::vector<std::byte> file;
  for (const int word : words) file.push_back(static_cast<std::byte>(word));
  return file;
}

// Such codes never synchronise, and a GPU may have too many items for its rounds.
TEST(DecodeDamagedLarge, HasRoomForTheShortestCodes) {
  const int side = 2048;
  const std::size_t blocks = static_cast<std::size_t>(side) * side / 64;
  codec::Decoder decoder = decoder_of("sync");
  for (const std::size_t data : {blocks * 9 / 8, blocks * 9 / 8 + 40000}) try {
      expect_equal(decoder, file_of_short_codes(side, data), fmt::format("{} bytes", data));
    } catch (const Error& error) {
      EXPECT_NE(session_of_decoding().device().kind, DeviceKind::cpu) << error.what();
      EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    }
}

INSTANTIATE_TEST_SUITE_P(Ways, DecodeDamaged, testing::ValuesIn(decoding_ways),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace lenslet
