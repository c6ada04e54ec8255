// JPEG files with pixels coded by another codec equal those of write_image.
#include <lenslet/jpeg_file.hpp>

#include "support.hpp"

#include "files/jpeg_metadata.hpp"

namespace lenslet::test {
namespace {

using testing::HasSubstr;

// A picture that EXIF turns by a quarter, with text, a resolution and its size in EXIF.
void write_turned(const std::filesystem::path& path) {
  vips::VImage source = vips_image(ramp({50, 30}, {SampleType::u8, 3})).copy();
  source.set("orientation", 6);
  source.set("exif-ifd0-Artist", "Ada (Ada, ASCII, 4 components, 4 bytes)");
  source.get_image()->Xres = 5;
  source.write_to_file(path.c_str());
}

TEST(JpegFileTest, HasTheBytesOfWriteImage) {
  const Folder folder;
  write_turned(folder / "in.jpg");
  const FileImage picture = read_image(folder / "in.jpg");
  for (const WriteOptions& options : {WriteOptions{}, WriteOptions{.quality = 60, .restart = 2}}) {
    write_image(folder / "whole.jpg", picture, options);
    const std::string whole = bytes_of(folder / "whole.jpg");
    const std::string coded = "\xff\xd8" + whole.substr(io::metadata_bytes(whole));
    const FileFacts facts = read_file_facts(folder / "in.jpg");
    EXPECT_EQ(facts.orientation, 6);
    write_jpeg(folder / "coded.jpg",
               {.bytes = std::as_bytes(std::span(coded)),
                .type = {picture.image.format(), picture.image.size()},
                .metadata = facts.metadata},
               options);
    EXPECT_EQ(bytes_of(folder / "coded.jpg"), whole);
    EXPECT_THAT(whole, HasSubstr("Ada"));
  }
}

// libvips reads them by the same library.
TEST(JpegFileTest, HasThePixelsThatLibvipsReads) {
  const Folder folder;
  const auto rgb = vips_image(noise({97, 83}, {SampleType::u8, 3})),
             grey = vips_image(noise({97, 83}, {SampleType::u8, 1}));
  const auto cmyk = vips_image(noise({97, 83}, {SampleType::u8, 4}), VIPS_INTERPRETATION_CMYK);
  const std::string name = (folder / "a.jpg").string();
  for (const vips::VImage& image : {rgb, grey, cmyk})
    for (const char* options : {"[Q=95]", "[Q=60]", "[Q=80,interlace=true]", "[Q=80,restart_interval=3]"}) {
      image.write_to_file((name + options).c_str());
      const vips::VImage wanted = vips::VImage::jpegload(name.c_str());
      const FileImage read = read_image(name);
      ASSERT_EQ(read.image.format().channels, wanted.bands());
      EXPECT_EQ((vips_image(read.image) - wanted).abs().max(), 0) << options;
      EXPECT_THAT(read.notes, testing::Not(testing::Contains(HasSubstr("JPEG file"))));
    }
}

// Inks are also inverted without Adobe's marker.
TEST(JpegFileTest, HasThePixelsThatLibvipsReadsOfInksWithoutAMarker) {
  const Folder folder;
  const std::string name = (folder / "a.jpg").string();
  vips_image(noise({97, 83}, {SampleType::u8, 4}), VIPS_INTERPRETATION_CMYK).write_to_file(name.c_str());
  std::string bytes = bytes_of(name);
  const std::size_t marker = bytes.find("\xff\xee");
  ASSERT_NE(marker, std::string::npos);
  bytes.erase(marker, 2 + static_cast<std::size_t>(static_cast<unsigned char>(bytes[marker + 3])));
  ASSERT_EQ(bytes.find("Adobe"), std::string::npos);
  write_bytes(name, bytes);
  EXPECT_EQ((vips_image(read_image(name).image) - vips::VImage::jpegload(name.c_str())).abs().max(), 0);
}

TEST(JpegFileTest, IsNotMadeOfOtherBytes) {
  const Folder folder;
  const std::string other = "no JPEG";
  const Error error = error_of([&] {
    write_jpeg(folder / "a.jpg", {.bytes = std::as_bytes(std::span(other)), .type = {{SampleType::u8, 3}, {4, 4}}});
  });
  EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
  EXPECT_TRUE(folder.names().empty());
}

// EXIF data that ends early, or names places after its end, stays as it is.
TEST(JpegFileTest, SizesInBrokenExifAreLeft) {
  const Folder folder;
  write_turned(folder / "in.jpg");
  const std::string whole = bytes_of(folder / "in.jpg");
  const std::string head = whole.substr(0, io::metadata_bytes(whole));
  for (std::size_t end = 0; end <= head.size(); ++end) {
    std::string cut = head.substr(0, end);
    io::set_exif_size(cut, {7, 9});
    EXPECT_EQ(cut.size(), end);
  }
  for (std::size_t at = 30; at < head.size(); ++at) {
    std::string changed = head;
    changed[at] = '\xfe';
    io::set_exif_size(changed, {7, 9});
    EXPECT_EQ(changed.size(), head.size());
  }
}

TEST(JpegFileTest, OptionsAreCheckedAndMeant) {
  const Folder folder;
  const FileImage picture{ramp({64, 48}, {SampleType::u8, 3}), nullptr};
  EXPECT_THAT(write_error(folder / "a.jpg", picture, {.sampling = "4:2:2"}).what(), HasSubstr("4:4:4 and 4:2:0"));
  EXPECT_EQ(write_error(folder / "a.jpg", picture, {.restart = 65536}).kind(), ErrorKind::invalid_argument);
  EXPECT_TRUE(folder.names().empty());
  EXPECT_EQ(jpeg_sampling(nullptr, {64, 48}, false, {}), "4:4:4");
  EXPECT_EQ(jpeg_sampling(nullptr, {64, 48}, false, {.quality = 89}), "4:2:0");
  write_image(folder / "half.jpg", picture, {.sampling = "4:2:0"});
  const FileFacts half = read_file_facts(folder / "half.jpg");
  EXPECT_EQ(jpeg_sampling(half.metadata.get(), {64, 48}, false, {}), "4:2:0");
  EXPECT_EQ(jpeg_sampling(half.metadata.get(), {32, 48}, false, {}), "4:4:4");
  EXPECT_EQ(jpeg_sampling(half.metadata.get(), {64, 48}, false, {.sampling = "4:1:1"}), "4:1:1");
}

}  // namespace
}  // namespace lenslet::test
