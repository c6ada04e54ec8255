// How other programs read the same files: the order of PFM's rows, PNM's white, bits side by side, chunks of a PNG,
// resolutions of JPEG 2000, and GIF files that end early.
#include <cstring>
#include <vector>

#include "support.hpp"

#include "files/png_metadata.hpp"

namespace lenslet::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ConventionTest : public testing::Test {
 protected:
  FileImage read(const std::string& name, const std::string& bytes) const {
    write_bytes(folder / name, bytes);
    return read_image(folder / name);
  }

  Folder folder;
};

std::vector<double> samples(const Image& image) {
  std::vector<double> result;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      for (int c = 0; c < image.format().channels; ++c) result.push_back(image.at(x, y, c));
  return result;
}

std::string floats(const std::vector<float>& values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST_F(ConventionTest, APfmFileBeginsWithItsLowestRow) {
  const std::string bytes = "Pf\n2 2\n-1.0\n" + floats({1, 2, 3, 4});
  const FileImage file = read("a.pfm", bytes);
  EXPECT_THAT(samples(file.image), ElementsAre(3, 4, 1, 2));
  write_image(folder / "b.pfm", file);
  const std::string written = bytes_of(folder / "b.pfm");
  EXPECT_THAT(written, testing::StartsWith("Pf\n2 2\n-1"));
  EXPECT_THAT(written, testing::EndsWith(floats({1, 2, 3, 4})));
}

TEST_F(ConventionTest, APnmFileThatIsWrittenHasNoComment) {
  for (const char* name : {"a.pgm", "a.ppm", "a.pfm"}) {
    write_image(folder / name, {ramp({5, 4}, {name[3] == 'f' ? SampleType::f32 : SampleType::u8, 1}), nullptr});
    EXPECT_EQ(bytes_of(folder / name).substr(0, 20).find('#'), std::string::npos) << name;
  }
}

TEST_F(ConventionTest, TheGreatestValueOfAPnmFileIsWhite) {
  const FileImage text = read("a.pgm", "P2\n3 1\n15\n0 5 15\n");
  EXPECT_THAT(samples(text.image), ElementsAre(0, 85, 255));
  EXPECT_THAT(text.notes, ElementsAre("samples of 0 to 15 are scaled to 0 to 255"));
  const FileImage wide = read("b.pgm", std::string("P5\n2 1\n1023\n\x03\xff\x02\x00", 16));
  EXPECT_THAT(samples(wide.image), ElementsAre(65535, 32800));
  EXPECT_THAT(samples(read("c.pgm", std::string("P5\n2 1\n100\n\x64\xff", 13)).image), ElementsAre(255, 255));
  EXPECT_THAT(read("d.pgm", std::string("P5\n1 1\n255\n\x07", 12)).notes, IsEmpty());
  const FileImage words = read("e.pgm", "P2\n3 1\n70000\n0 5 70000\n");
  EXPECT_EQ(words.image.format().type, SampleType::u32);
  EXPECT_THAT(samples(words.image), ElementsAre(0, 5, 70000));
  EXPECT_THAT(words.notes, IsEmpty());
}

TEST_F(ConventionTest, BitsOfAPlainPbmMayStandSideBySide) {
  for (const char* text :
       {"P1\n3 2\n101\n010\n", "P1\n3 2\n1 0 1 0 1 0\n", "P1\n3 2\n10# 1 1\n1010", "P1 3 2 1\n01010 1"})
    EXPECT_THAT(samples(read("a.pbm", text).image), ElementsAre(0, 255, 0, 255, 0, 255)) << text;
  write_bytes(folder / "b.pbm", "P1\n3 2\n10101#0 0 0 0\n");
  EXPECT_THAT(read_error(folder / "b.pbm").what(), HasSubstr("truncated: it has 5 of 3 x 2"));
}

TEST_F(ConventionTest, APngHasItsExifOnce) {
  vips::VImage source = vips_image(ramp({9, 7}, {SampleType::u8, 3}));
  source.set("exif-ifd0-Artist", "Ada (Ada, ASCII, 4 components, 4 bytes)");
  source.write_to_file((folder / "a.jpg").c_str());
  write_image(folder / "a.png", read_image(folder / "a.jpg"));
  const std::string written = bytes_of(folder / "a.png");
  const std::size_t first = written.find("eXIf");
  EXPECT_NE(first, std::string::npos);
  EXPECT_EQ(written.find("eXIf", first + 1), std::string::npos);
  EXPECT_EQ(written.substr(written.size() - 8, 4), "IEND");
  EXPECT_THAT(vips::VImage::new_from_file((folder / "a.png").c_str()).get_string("exif-ifd0-Artist"),
              testing::StartsWith("Ada"));
}

// If a disk fails now, half of the chunk would be moved.
TEST_F(ConventionTest, ASecondExifThatCannotBeRemovedIsAnError) {
  const std::string exif("\0\0\0\0eXIf\0\0\0\0", 12), end("\0\0\0\0IEND\0\0\0\0", 12);
  write_bytes(folder / "a.png", std::string(8, '\0') + exif + exif + end);
  const auto remove = [&] { io::remove_second_exif(folder / "a.png", "result.png"); };
  {
    const FileLimit limit(20);
    EXPECT_THAT(error_of(remove).what(), HasSubstr("cannot write 'result.png': File too large"));
  }
  EXPECT_NO_THROW(remove());
  EXPECT_EQ(bytes_of(folder / "a.png"), std::string(8, '\0') + exif + end);
}

TEST_F(ConventionTest, ResolutionsOfJpeg2000AreNoPages) {
  if (!is_writable(folder / "a.jp2")) GTEST_SKIP() << "this libvips has no JPEG 2000";
  write_image(folder / "a.jp2", {ramp({300, 200}, {SampleType::u8, 1}), nullptr});
  const FileImage file = read_image(folder / "a.jp2");
  EXPECT_THAT(file.notes, IsEmpty());
  EXPECT_EQ(read_image_header(folder / "a.jp2").pages, 1);
}

TEST_F(ConventionTest, ATiffOfCielabSaysThatItIsHeldAsFloats) {
  const vips::VImage lab = vips_image(ramp({8, 8}, {SampleType::u8, 3})).colourspace(VIPS_INTERPRETATION_LABQ);
  lab.write_to_file((folder / "a.tif").c_str());
  const FileImage file = read_image(folder / "a.tif");
  EXPECT_EQ(file.image.format().type, SampleType::f32);
  EXPECT_THAT(file.notes, ElementsAre("CIELAB samples of 8 bits are held as f32"));
}

// 1 x 1 pixels: a table of two colours, a remark, the picture's two bytes of codes, and the end.
std::string small_gif() {
  return std::string("GIF89a\1\0\1\0\x80\0\0\0\0\0\xff\xff\xff", 19) + std::string("!\xfe\3abc\0", 7) +
         std::string(",\0\0\0\0\1\0\1\0\0\2\2D\1\0;", 16);
}

TEST_F(ConventionTest, AGifThatEndsWithinItsPictureIsAnError) {
  const std::string whole = small_gif();
  EXPECT_EQ(read("whole.gif", whole).image.size(), (Size{1, 1}));
  for (std::size_t bytes = 13; bytes < whole.size() - 1; ++bytes) {
    write_bytes(folder / "cut.gif", whole.substr(0, bytes));
    EXPECT_THAT(read_error(folder / "cut.gif").what(), HasSubstr("the file is truncated")) << bytes;
  }
}

}  // namespace
}  // namespace lenslet::test
