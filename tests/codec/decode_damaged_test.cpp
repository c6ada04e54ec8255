// Damaged files that are decoded on the device, to the bit beside libjpeg-turbo's pixels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "codec/parse.hpp"
#include "damage.hpp"
#include "decode_oracle.hpp"
#include "decode_ways.hpp"
#include "effort.hpp"
#include "encode_oracle.hpp"

namespace lenslet {
namespace {

using F = std::vector<Writing::Factors>;

class DecodeDamaged : public testing::TestWithParam<std::string> {
 protected:
  void expect_equal_of(Size size, int count) {
    std::vector<std::vector<std::byte>> originals;
    for (const int restart : {0, 1, 4, 9})
      for (const F& factors : {F{{1, 1}}, F{{1, 1}, {1, 1}, {1, 1}}, F{{2, 2}, {1, 1}, {1, 1}}})
        originals.push_back(write_jpeg(make_picture(size, static_cast<int>(factors.size()), Picture::smooth, 3),
                                       {.factors = factors, .quality = 60, .restart = restart}));
    codec::Decoder decoder = decoder_of(GetParam());
    int left_out = 0;  // what this way cannot have: fill bytes, codes that do not synchronise
    for (int i = 0; i < count; ++i) {
      const std::vector<std::byte>& original = originals[static_cast<std::size_t>(i) % originals.size()];
      const std::size_t data = codec::parse_header(original).data;
      const std::vector<std::byte> file = damaged_file(original, data, static_cast<std::uint32_t>(i));
      const Wanted wanted = wanted_of(file);
      if (!wanted.error.empty()) continue;
      try {
        const JpegDecoded decoded = std::move(decoder.decode({file}).front());
        const Image found = session_of_decoding().download(decoded.image);
        ASSERT_EQ(pixel_difference(found, wanted.image), "") << "damage " << i;
      } catch (const Error& error) {
        ASSERT_EQ(error.kind(), ErrorKind::unsupported) << error.what();
        ++left_out;
      }
    }
    EXPECT_LE(left_out, count / 100);
  }
};

TEST_P(DecodeDamaged, OfAnyKind) {
  expect_equal_of({83, 70}, effort() >= 2 ? 20000 : 400);
}

// So small that Oclgrind runs them, too.
TEST_P(DecodeDamaged, OfFewBlocks) {
  expect_equal_of({21, 19}, 24);
}

INSTANTIATE_TEST_SUITE_P(Ways, DecodeDamaged, testing::ValuesIn(decoding_ways),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace lenslet
