// What is read of files before their pixels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

#include "decode_oracle.hpp"
#include "encode_oracle.hpp"
#include "jpeg/parse.hpp"

namespace lenslet {
namespace {

std::vector<std::byte> file_of_headers(const Writing& writing) {
  return write_jpeg(make_picture({37, 29}, static_cast<int>(writing.factors.size()), Picture::smooth, 4), writing);
}

TEST(JpegHeaders, SayWhatAFileHas) {
  const JpegInfo info = read_jpeg_info(file_of_headers({.restart = 5}));
  EXPECT_EQ(info.size, (Size{37, 29}));
  EXPECT_EQ(info.kind, "baseline");
  EXPECT_EQ(info.color, "YCbCr");
  EXPECT_EQ(info.sampling, "4:2:0");
  EXPECT_EQ(info.restart, 5);
  EXPECT_EQ(info.scans, 1);
  EXPECT_EQ(info.quantization.size(), 2U);
  EXPECT_EQ(info.huffman_tables, 4);
  EXPECT_EQ(info.way, "sync");
  EXPECT_GT(read_jpeg_info(file_of_headers({.progressive = true})).scans, 1);
}

// A file with parts of a colour profile. They have these numbers and say that there are `all`.
std::vector<std::byte> file_with_profile(const std::vector<int>& numbers, int all) {
  constexpr std::string_view name("ICC_PROFILE\0", 12);
  std::vector<std::byte> file = file_of_headers({}), segments;
  for (const int number : numbers) {
    for (const int byte : {0xff, 0xe2, 0, 17}) segments.push_back(static_cast<std::byte>(byte));
    std::ranges::transform(name, std::back_inserter(segments), [](char c) { return static_cast<std::byte>(c); });
    for (const int byte : {number, all, 100 + number}) segments.push_back(static_cast<std::byte>(byte));
  }
  file.insert(file.begin() + 2, segments.begin(), segments.end());
  return file;
}

TEST(JpegHeaders, HaveAColourProfileOnlyWhole) {
  const codec::Header whole = codec::parse_header(file_with_profile({2, 1, 3}, 3));
  EXPECT_THAT(whole.icc, testing::ElementsAre(std::byte{101}, std::byte{102}, std::byte{103}));
  EXPECT_THAT(whole.warnings, testing::IsEmpty());
  const std::vector<int> wrong[] = {{1, 3}, {1, 2}, {1, 2, 2, 3}, {0, 1, 2, 3}, {1, 2, 3, 4}};
  for (const std::vector<int>& numbers : wrong) {
    const codec::Header header = codec::parse_header(file_with_profile(numbers, 3));
    EXPECT_THAT(header.icc, testing::IsEmpty());
    EXPECT_THAT(header.warnings, testing::ElementsAre(testing::HasSubstr("missing or doubled"))) << numbers.size();
  }
}

}  // namespace
}  // namespace lenslet
