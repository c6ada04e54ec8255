// Files row by row: the pixels are those of whole files, and failures leave nothing behind.
#include <lenslet/image_rows.hpp>

#include <cstring>

#include "support.hpp"

namespace lenslet::test {
namespace {

using testing::HasSubstr;

ReadRows rows_of(const Image& image) {
  return [&image](std::int64_t first, std::int64_t rows, std::byte* to) {
    std::memcpy(to, image.row(first), static_cast<std::size_t>(rows * image.stride()));
  };
}

class RowsOf : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Formats, RowsOf, testing::Values(".png", ".tif", ".ppm", ".v", ".jp2", ".jxl", ".fits"),
                         without_dot);

TEST_P(RowsOf, FilesAreThePixelsOfWholeOnes) {
  const Folder folder;
  const auto path = folder / ("image" + GetParam());
  const Image image = noise({301, 577}, {SampleType::u8, 3});
  if (!is_writable(path)) GTEST_SKIP() << "this libvips does not write " << GetParam();
  write_image_rows(path, {{image.format(), image.size()}, rows_of(image)});
  EXPECT_TRUE(same_pixels(read_image(path, any_format).image, image));
  RowReader reader(path, any_format);
  Image back(image.size(), image.format());
  std::int64_t first = 0;
  for (const std::int64_t rows : {1, 200, 370, 6}) {
    reader.read(first, rows, back.row(first));
    first += rows;
  }
  EXPECT_TRUE(same_pixels(back, image));
  EXPECT_THROW(reader.read(576, 1, back.data()), Error) << "has been read";
  EXPECT_THROW(reader.read(577, 1, back.data()), Error) << "is below the last";
}

TEST_P(RowsOf, FilesMayBeLeftOut) {
  const Folder folder;
  const auto path = folder / ("image" + GetParam());
  const Image image = noise({301, 577}, {SampleType::u8, 3});
  if (!is_writable(path)) GTEST_SKIP() << "this libvips does not write " << GetParam();
  write_image_rows(path, {{image.format(), image.size()}, rows_of(image)});
  RowReader reader(path, any_format);
  std::vector<std::byte> rows(static_cast<std::size_t>(9 * image.stride()));
  for (const std::int64_t first : {3, 40, 560}) {
    reader.read(first, 9, rows.data());
    EXPECT_EQ(std::memcmp(rows.data(), image.row(first), rows.size()), 0) << first;
  }
}

TEST(Rows, OfTiffLieInTiles) {
  const Folder folder;
  const Image image = noise({300, 300}, {SampleType::u16, 1});
  write_image_rows(folder / "a.tif", {{image.format(), image.size()}, rows_of(image)});
  EXPECT_TRUE(same_pixels(read_image(folder / "a.tif").image, image));
  const std::string bytes = bytes_of(folder / "a.tif");
  const std::string tile_width("\x42\x01\x03\x00", 4), strip_offsets("\x11\x01\x04\x00", 4);  // tags 322 and 273
  EXPECT_NE(bytes.find(tile_width), std::string::npos);
  EXPECT_EQ(bytes.find(strip_offsets), std::string::npos);
}

TEST(Rows, KeepWhatAFileSaysBesideItsPixels) {
  const Folder folder;
  const Image image = noise({30, 20}, {SampleType::u8, 3});
  vips::VImage source = vips_image(image);
  source.set("image-description", "a cell");
  source.write_to_file((folder / "a.tif").c_str());
  const RowReader reader(folder / "a.tif");
  write_image_rows(folder / "b.tif", {{image.format(), image.size()}, rows_of(image), reader.metadata()});
  EXPECT_STREQ(vips::VImage::new_from_file((folder / "b.tif").c_str()).get_string("image-description"), "a cell");
}

TEST(Rows, ThatCannotBeMadeLeaveNoFile) {
  const Folder folder;
  const Error error = error_of([&] {
    const auto failing = [](std::int64_t first, std::int64_t, std::byte*) {
      if (first > 100) throw Error(ErrorKind::io, "the camera is gone");
    };
    write_image_rows(folder / "a.png", {{{SampleType::u8, 1}, {40, 300}}, failing});
  });
  EXPECT_STREQ(error.what(), "the camera is gone");
  EXPECT_THAT(folder.names(), testing::IsEmpty());
}

TEST(Rows, OfDamagedFilesAreRefused) {
  const Folder folder;
  for (const std::string name : {"a.png", "a.jpg"}) {
    write_image(folder / name, {noise({200, 400}, {SampleType::u8, 3}), nullptr});
    const std::string bytes = bytes_of(folder / name);
    write_bytes(folder / name, bytes.substr(0, bytes.size() / 2));
    const Error error = error_of([&] {
      RowReader reader(folder / name);
      std::vector<std::byte> rows(400 * 600);
      reader.read(0, 400, rows.data());
    });
    EXPECT_THAT(error.what(), HasSubstr("cannot read '"));
    EXPECT_EQ(std::string_view(error.what()).ends_with("no damaged JPEG file is read"), name == "a.jpg");
  }
}

TEST(Rows, OfTurnedImagesAreRefused) {
  const Folder folder;
  vips::VImage source = vips_image(noise({30, 20}, {SampleType::u8, 3}));
  source.set("orientation", 6);
  source.write_to_file((folder / "a.jpg").c_str());
  const Error error = error_of([&] { RowReader(folder / "a.jpg"); });
  EXPECT_EQ(error.kind(), ErrorKind::unsupported);
  EXPECT_THAT(error.what(), HasSubstr("it can only be read whole"));
  EXPECT_THAT(error_of([&] {
                write_image_rows(folder / "a.pfm", {{{SampleType::f32, 1}, {4, 4}}, ReadRows()});
              }).what(),
              HasSubstr("PFM files begin with the lowest row"));
}

}  // namespace
}  // namespace lenslet::test
