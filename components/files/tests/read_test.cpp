// How read_image reads people's files: other sample types, turned photographs, pages, alpha, CMYK.
#include "support.hpp"

#include <array>

#include <fmt/format.h>

namespace lenslet::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using vips::VImage;

vips::VOption* options() {
  return VImage::option();
}

TEST(ReadTest, SignedIntegersAndDoublesStay) {
  const Folder folder;
  const VImage source = vips_image(noise({9, 5}, {SampleType::f32, 1})).linear(100, 0);
  const std::pair<VipsBandFormat, SampleType> types[] = {
      {VIPS_FORMAT_CHAR, SampleType::i8}, {VIPS_FORMAT_SHORT, SampleType::i16}, {VIPS_FORMAT_DOUBLE, SampleType::f64}};
  for (const auto& [type, held] : types) {
    const VImage stored = source.cast(type).copy_memory();
    stored.write_to_file((folder / "a.v").c_str());
    const FileImage file = read_image(folder / "a.v");
    EXPECT_EQ(file.image.format(), (PixelFormat{held, 1, false}));
    EXPECT_THAT(file.notes, ElementsAre());
    EXPECT_EQ(file.image.at(3, 2, 0), stored.getpoint(3, 2)[0]);
    EXPECT_EQ(file.image.at(8, 4, 0), stored.getpoint(8, 4)[0]);
  }
}

TEST(ReadTest, TypesThatWouldLoseBitsAreRefusedByName) {
  const Folder folder;
  const VImage source = vips_image(noise({9, 5}, {SampleType::u16, 1}));
  source.cast(VIPS_FORMAT_COMPLEX).write_to_file((folder / "a.v").c_str());
  const Error error = read_error(folder / "a.v");
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("complex"));
}

TEST(ReadTest, MoreThanFourChannelsAreRefused) {
  const Folder folder;
  const VImage source = vips_image(noise({9, 5}, {SampleType::u16, 4}));
  source.bandjoin(source).write_to_file((folder / "a.tif").c_str());
  const Error error = read_error(folder / "a.tif");
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("8 channels"));
}

// Makes a little-endian TIFF with one pixel at byte 8. A directory follows: tag, type (3: a 16-bit number), count,
// value.
std::string tiff_of_complex_numbers() {
  const std::vector<std::array<std::uint16_t, 3>> entries{{256, 1, 1}, {257, 1, 1}, {258, 1, 64}, {259, 1, 1},
                                                          {262, 1, 1}, {273, 1, 8}, {277, 1, 1},  {278, 1, 1},
                                                          {279, 1, 8}, {339, 1, 6}};
  std::string bytes("II\x2A\0\x10\0\0\0\0\0\0\0\0\0\xF0\x3F", 16);
  const auto put = [&](std::uint16_t value) {
    bytes += {static_cast<char>(value & 255), static_cast<char>(value >> 8)};
  };
  put(static_cast<std::uint16_t>(entries.size()));
  for (const auto& [tag, count, value] : entries)
    for (const std::uint16_t half : {tag, std::uint16_t{3}, count, std::uint16_t{0}, value, std::uint16_t{0}})
      put(half);
  return bytes + std::string(4, '\0');
}

TEST(ReadTest, ATiffFileOfComplexNumbersIsRefusedByItsType) {
  const Folder folder;
  write_bytes(folder / "a.tif", tiff_of_complex_numbers());
  const Error error = read_error(folder / "a.tif");
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("its samples are of type complex of 64 bits; allowed are"));
}

TEST(ReadTest, OneBitAndPaletteImagesAreSpreadToU8) {
  const Folder folder;
  const VImage two_levels = vips_image(noise({19, 5}, {SampleType::u8, 1})) > 127;
  two_levels.write_to_file((folder / "bits.tif").c_str(), options()->set("bitdepth", 1));
  two_levels.write_to_file((folder / "bits.png").c_str(), options()->set("bitdepth", 1));
  for (const char* name : {"bits.tif", "bits.png"}) {
    const FileImage file = read_image(folder / name);
    EXPECT_EQ(file.image.format(), (PixelFormat{SampleType::u8, 1, false})) << name;
    for (int x = 0; x < 19; ++x) EXPECT_EQ(file.image.at(x, 3, 0), two_levels.getpoint(x, 3)[0]) << name;
    write_image(folder / "again.tif", {convert(ramp({19, 5}, {SampleType::u8, 1}), SampleType::u8), file.metadata});
    EXPECT_TRUE(same_pixels(read_image(folder / "again.tif").image, ramp({19, 5}, {SampleType::u8, 1})))
        << "the depth of the old file is not that of the new one";
  }
  vips_image(ramp({19, 5}, {SampleType::u8, 3}))
      .write_to_file((folder / "palette.png").c_str(), options()->set("palette", true));
  EXPECT_EQ(read_image(folder / "palette.png").image.format(), (PixelFormat{SampleType::u8, 3, false}));
}

std::string xmp_of(int orientation) {
  return fmt::format("<x tiff:Orientation=\"{}\"/>", orientation);
}

// A JPEG that its EXIF and its XMP turn.
void make_turned(const std::filesystem::path& path, int orientation) {
  VImage source = vips_image(noise({133, 70}, {SampleType::u8, 3}));
  source.set(VIPS_META_ORIENTATION, orientation);
  const std::string xmp = xmp_of(orientation);
  vips_image_set_blob_copy(source.get_image(), VIPS_META_XMP_NAME, xmp.data(), xmp.size());
  source.write_to_file(path.c_str());
}

class Orientation : public testing::TestWithParam<int> {};

TEST_P(Orientation, ComesUprightAndIsWrittenWithoutTheTag) {
  const Folder folder;
  for (const char* name : {"a.jpg", "a.tif", "a.png", "a.webp"}) {
    SCOPED_TRACE(name);
    make_turned(folder / "turned.jpg", GetParam());
    VImage::new_from_file((folder / "turned.jpg").c_str()).write_to_file((folder / name).c_str());
    const VImage upright = VImage::new_from_file((folder / name).c_str()).autorot().copy_memory();

    const FileImage file = read_image(folder / name);
    EXPECT_EQ(file.image.size(), (GetParam() > 4 ? Size{70, 133} : Size{133, 70})) << name;
    EXPECT_EQ((upright - vips_image(file.image)).abs().max(), 0) << name;

    write_image(folder / "out.jpg", file);
    VImage written = VImage::new_from_file((folder / "out.jpg").c_str());
    EXPECT_TRUE(written.get_typeof(VIPS_META_ORIENTATION) == 0 || written.get_int(VIPS_META_ORIENTATION) == 1);
    EXPECT_EQ(read_image(folder / "out.jpg").image.size(), file.image.size());
    std::size_t size = 0;
    const void* text = written.get_blob(VIPS_META_XMP_NAME, &size);
    EXPECT_EQ(std::string(static_cast<const char*>(text), size), xmp_of(1));
  }
}

INSTANTIATE_TEST_SUITE_P(Tags, Orientation, testing::Range(1, 9));

TEST(ReadTest, OfManyPagesTheFirstIsReadAndThatIsNoted) {
  const Folder folder;
  const Image image = noise({8, 24}, {SampleType::u8, 3});
  VImage pages = vips_image(image);
  pages.set(VIPS_META_PAGE_HEIGHT, 8);
  pages.write_to_file((folder / "a.tif").c_str());
  const FileImage file = read_image(folder / "a.tif");
  EXPECT_EQ(file.image.size(), (Size{8, 8}));
  EXPECT_EQ(file.image.at(7, 7, 2), image.at(7, 7, 2));
  EXPECT_THAT(file.notes, ElementsAre("the first of 3 pages"));
}

TEST(ReadTest, CmykIsFourChannelsWithoutAlphaAndIsWrittenAsCmyk) {
  const Folder folder;
  const Image image = noise({16, 16}, {SampleType::u8, 4, false});
  vips_image(image, VIPS_INTERPRETATION_CMYK).write_to_file((folder / "a.tif").c_str());
  const FileImage file = read_image(folder / "a.tif");
  EXPECT_TRUE(same_pixels(file.image, image));
  for (const char* name : {"b.tif", "b.jpg", "b.v"}) {
    write_image(folder / name, file);
    EXPECT_EQ(VImage::new_from_file((folder / name).c_str()).interpretation(), VIPS_INTERPRETATION_CMYK) << name;
    EXPECT_EQ(read_image(folder / name).image.format(), image.format()) << name;
  }
  EXPECT_THAT(write_error(folder / "b.png", file).what(), HasSubstr("cannot hold CMYK; use .jpg, .tif"));
}

TEST(ReadTest, ThreeChannelsHaveNoAlphaWhateverTheyAreCalled) {
  const Folder folder;
  vips_image(noise({16, 16}, {SampleType::u8, 3}), VIPS_INTERPRETATION_B_W).write_to_file((folder / "a.v").c_str());
  EXPECT_EQ(read_image(folder / "a.v").image.format(), (PixelFormat{SampleType::u8, 3, false}));
}

TEST(ReadTest, RadianceFilesAreUnpackedToFloat) {
  const Folder folder;
  vips_image(noise({32, 8}, {SampleType::f32, 3}), VIPS_INTERPRETATION_scRGB)
      .abs()
      .write_to_file((folder / "a.hdr").c_str());
  EXPECT_EQ(read_image(folder / "a.hdr").image.format(), (PixelFormat{SampleType::f32, 3, false}));
}

TEST(ReadTest, ASymbolicLinkIsFollowed) {
  const Folder folder;
  const Image image = noise({8, 8}, {SampleType::u8, 3});
  write_image(folder / "a.png", {image, nullptr});
  std::filesystem::create_symlink("a.png", folder / "link.png");
  EXPECT_TRUE(same_pixels(read_image(folder / "link.png").image, image));
}

}  // namespace
}  // namespace lenslet::test
