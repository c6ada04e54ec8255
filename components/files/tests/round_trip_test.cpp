// Every offered format x type x channels comes back: to the bit, or nearly for the lossy ones.
#include <fstream>
#include <iterator>

#include "support.hpp"

namespace lenslet::test {
namespace {

using testing::HasSubstr;

struct Case {
  std::string suffix;
  SampleType type;
};

std::string name_of_case(const testing::TestParamInfo<Case>& info) {
  return info.param.suffix.substr(1) + "_" + std::string(name_of(info.param.type));
}

std::vector<Case> all_cases() {
  std::vector<Case> result;
  for (const FileFormat& format : writable_formats())
    for (const SampleType type : format.types) result.push_back({format.suffix, type});
  return result;
}

bool is_lossy(const std::string& suffix) {
  const bool is_jpeg = suffix.starts_with(".jp") && suffix != ".jp2";
  return is_jpeg || suffix == ".webp" || suffix == ".avif" || suffix == ".heic" || suffix == ".gif";
}

const PixelFormat (&layouts(SampleType type))[6] {
  static PixelFormat formats[6];
  int i = 0;
  for (const auto& [channels, alpha] : {std::pair{1, false}, {2, true}, {3, false}, {4, true}, {2, false}, {4, false}})
    formats[i++] = {type, channels, alpha};
  return formats;
}

class RoundTrip : public testing::TestWithParam<Case> {};

TEST_P(RoundTrip, GivesBackWhatItAccepts) {
  const auto [suffix, type] = GetParam();
  const Folder folder;
  const auto path = folder / ("image" + suffix);
  int accepted = 0;
  for (const PixelFormat& format : layouts(type)) {
    const Image image = is_lossy(suffix)   ? ramp({41, 29}, format)
                        : suffix == ".pbm" ? ink({41, 29}, format)
                                           : noise({41, 29}, format);
    try {
      write_image(path, {image, nullptr});
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::unsupported) << error.what();
      EXPECT_FALSE(std::filesystem::exists(path));
      continue;
    }
    ++accepted;
    SCOPED_TRACE(testing::Message() << format.channels << " channels, alpha " << format.alpha);
    const FileImage back = read_image(path, any_format);
    ASSERT_EQ(back.image.size(), image.size());
    EXPECT_EQ(back.image.format().type, type);
    EXPECT_THAT(back.notes, testing::IsEmpty());
    if (suffix == ".gif") {
      EXPECT_GE(back.image.format().channels, 3) << "which may have alpha that is opaque everywhere";
    } else if (back.image.format().channels != format.channels) {
      EXPECT_EQ(back.image.format().channels, format.channels + 2) << "grey may become RGB";
      EXPECT_EQ(back.image.format().alpha, format.alpha);
    } else if (is_lossy(suffix)) {
      EXPECT_LE(greatest_difference(back.image, image), 24);
    } else {
      EXPECT_EQ(greatest_difference(back.image, image), 0);
    }
    std::filesystem::remove(path);
  }
  EXPECT_GE(accepted, 1);
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip, testing::ValuesIn(all_cases()), name_of_case);

class Lossless : public testing::TestWithParam<std::string> {};

TEST_P(Lossless, KeepsTypeChannelsAndAlphaToTheBit) {
  const Folder folder;
  const std::string suffix = GetParam();
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32}) {
    if (suffix == ".png" && type == SampleType::f32) continue;
    for (const PixelFormat format : {PixelFormat{type, 1}, {type, 2, true}, {type, 3}, {type, 4, true}}) {
      const Image image = noise({67, 5}, format);
      write_image(folder / ("a" + suffix), {image, nullptr});
      EXPECT_TRUE(same_pixels(read_image(folder / ("a" + suffix), any_format).image, image))
          << name_of(type) << " x " << format.channels;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Lossless, testing::Values(".png", ".tif", ".v"), without_dot);

TEST(RoundTripTest, GreyBecomesThreeEqualChannelsWhereAFormatHasNoGrey) {
  const Folder folder;
  const Image grey = noise({9, 7}, {SampleType::u8, 1});
  write_image(folder / "a.ppm", {grey, nullptr});
  const Image back = read_image(folder / "a.ppm").image;
  ASSERT_EQ(back.format(), (PixelFormat{SampleType::u8, 3, false}));
  for (int c = 0; c < 3; ++c) EXPECT_EQ(back.at(4, 5, c), grey.at(4, 5, 0));
}

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Rows of 9 pixels are two bytes; ink is 1.
TEST(RoundTripTest, PbmHasABitForEachPixel) {
  const Folder folder;
  Image image({9, 2}, {SampleType::u8, 1});
  for (const std::int64_t x : {0, 3, 8}) image.set(x, 0, 0, 255);
  for (std::int64_t x = 0; x < 9; ++x) image.set(x, 1, 0, 255);
  write_image(folder / "a.pbm", {image, nullptr});
  EXPECT_EQ(content_of(folder / "a.pbm"), std::string("P4\n9 2\n\x6f\x00\x00\x00", 11));
  image.set(4, 1, 0, 254);
  const Error error = write_error(folder / "b.pbm", {image, nullptr});
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("the sample at x 4, y 1 is 254"));
  EXPECT_FALSE(std::filesystem::exists(folder / "b.pbm"));
}

// The lowest row comes first, the order is blue, green, red, and rows are whole words.
TEST(RoundTripTest, BmpIsUpsideDownInBgr) {
  const Folder folder;
  Image image({2, 2}, {SampleType::u8, 3});
  for (int i = 0; i < 12; ++i) image.set(i / 3 % 2, i / 6, i % 3, i + 1);
  write_image(folder / "a.bmp", {image, nullptr});
  const std::string file = content_of(folder / "a.bmp");
  ASSERT_EQ(file.size(), 54 + 16);
  EXPECT_EQ(file.substr(0, 2), "BM");
  EXPECT_EQ(file.substr(54), std::string("\x09\x08\x07\x0c\x0b\x0a\0\0\x03\x02\x01\x06\x05\x04\0\0", 16));
  write_image(folder / "grey.bmp", {Image({3, 5}, {SampleType::u8, 1}), nullptr});
  EXPECT_EQ(content_of(folder / "grey.bmp").size(), 54 + 1024 + 20);
  EXPECT_TRUE(same_pixels(read_image(folder / "a.bmp").image, image));
}

TEST(RoundTripTest, FloatTiffKeepsValuesOutsideTheUnitRange) {
  const Folder folder;
  Image image({3, 1}, {SampleType::f32, 3});
  const float values[] = {-1e30F, 70000.5F, std::numeric_limits<float>::infinity(), 1e-40F, -0.0F, 255};
  for (int i = 0; i < 6; ++i) store_sample(image.data() + 4 * i, SampleType::f32, values[i]);
  write_image(folder / "a.tif", {image, nullptr});
  EXPECT_TRUE(same_pixels(read_image(folder / "a.tif").image, image));
}

TEST(RoundTripTest, TypesOfTiffStay) {
  const Folder folder;
  for (const SampleType type : {SampleType::i8, SampleType::i16, SampleType::u32, SampleType::i32, SampleType::f64})
    for (const int channels : {1, 2, 3, 4})
      for (const char* name : {"a.tif", "a.v"}) {
        const Image image = noise({37, 9}, {type, channels, channels == 4});
        write_image(folder / name, {image, nullptr});
        const FileImage file = read_image(folder / name);
        EXPECT_TRUE(same_pixels(file.image, image)) << name << name_of(type) << channels;
        EXPECT_TRUE(file.notes.empty()) << name << name_of(type) << channels;
      }
}

TEST(RoundTripTest, TypesThatNoFileHoldsAreRefused) {
  const Folder folder;
  for (const SampleType type : {SampleType::u64, SampleType::i64})
    EXPECT_THAT(write_error(folder / "a.tif", {noise({5, 4}, {type, 1}), nullptr}).what(),
                HasSubstr(fmt::format("cannot hold samples of type {}; use", name_of(type))));
  EXPECT_THAT(write_error(folder / "a.png", {noise({5, 4}, {SampleType::i16, 1}), nullptr}).what(),
              HasSubstr(".png cannot hold samples of type i16; use .tif, .v"));
}

TEST(RoundTripTest, F16IsWrittenAsF32) {
  const Folder folder;
  const Image half = noise({8, 3}, {SampleType::f16, 3});
  write_image(folder / "a.tif", {half, nullptr});
  EXPECT_TRUE(same_pixels(read_image(folder / "a.tif").image, convert(half, SampleType::f32)));
  EXPECT_THAT(write_error(folder / "a.png", {half, nullptr}).what(), HasSubstr("f32"));
}

TEST(RoundTripTest, RowsWithGapsAreWrittenWithoutThem) {
  const Folder folder;
  const Image dense = noise({5, 4}, {SampleType::u8, 3});
  Image gaps({5, 4}, {SampleType::u8, 3}, 32);
  for (int y = 0; y < 4; ++y) std::copy_n(dense.row(y), 15, gaps.row(y));
  write_image(folder / "a.png", {gaps, nullptr});
  EXPECT_TRUE(same_pixels(read_image(folder / "a.png").image, dense));
}

TEST(RoundTripTest, ChannelsWithoutAlphaStayWithoutInFormatsThatCanSaySo) {
  const Folder folder;
  for (const int channels : {2, 4})
    for (const char* name : {"a.v", "a.fits"}) {
      const Image image = noise({6, 6}, {SampleType::f32, channels, false});
      write_image(folder / name, {image, nullptr});
      EXPECT_TRUE(same_pixels(read_image(folder / name, any_format).image, image)) << name << channels;
    }
}

TEST(RoundTripTest, QualityMattersToJpeg) {
  const Folder folder;
  const FileImage image{noise({64, 64}, {SampleType::u8, 3}), nullptr};
  write_image(folder / "low.jpg", image, {.quality = 10});
  write_image(folder / "high.jpg", image, {.quality = 95});
  EXPECT_LT(2 * file_size(folder / "low.jpg"), file_size(folder / "high.jpg"));
}

TEST(RoundTripTest, CapitalSuffixesAndBracketsInNamesAreOrdinary) {
  const Folder folder;
  const Image image = noise({6, 6}, {SampleType::u8, 3});
  for (const char* name : {"A.PNG", "a[1].png", "b [Q=3].tif", "\u00e4\u4e2d.png"}) {
    write_image(folder / name, {image, nullptr});
    EXPECT_TRUE(same_pixels(read_image(folder / name).image, image)) << name;
  }
}

TEST(RoundTripTest, AFileThatChangedIsReadAnew) {
  const Folder folder;
  for (unsigned seed = 1; seed < 4; ++seed) {
    const Image image = noise({6, 6}, {SampleType::u8, 3}, seed);
    write_image(folder / "a.png", {image, nullptr});
    EXPECT_TRUE(same_pixels(read_image(folder / "a.png").image, image));
  }
}

}  // namespace
}  // namespace lenslet::test
