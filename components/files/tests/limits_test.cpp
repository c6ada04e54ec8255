// The cost of a hostile file: headers that declare more pixels than allowed, or than their file can hold.
#include "support.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lenslet::test {
namespace {

using testing::HasSubstr;

// Makes a PNG that ends after its first chunk.
std::string png_header(unsigned width, unsigned height) {
  std::string bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  for (const unsigned side : {width, height})
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(side >> shift & 255);
  return bytes + std::string("\x08\x02\0\0\0\0\0\0\0", 9);
}

long peak_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(LimitsTest, APngThatCannotHoldItsPixelsCostsNothing) {
  const Folder folder;
  write_bytes(folder / "a.png", png_header(60000, 60000));
  write_bytes(folder / "b.png", png_header(30000, 30000));
  writable_formats();  // starts libvips, which takes memory once
  const long before = peak_kib();
  EXPECT_THAT(read_error(folder / "a.png").what(), HasSubstr("60000 x 60000 pixels; allowed are 1073741824"));
  EXPECT_THAT(read_error(folder / "b.png").what(), HasSubstr("truncated"));
  EXPECT_LT(peak_kib() - before, 100'000);
}

TEST(LimitsTest, AProgressiveJpegThatCannotHoldItsPixelsCostsNothing) {
  const Folder folder;
  for (const bool progressive : {false, true}) {
    vips_image(noise({64, 64}, {SampleType::u8, 3}))
        .write_to_file((folder / "a.jpg").c_str(), vips::VImage::option()->set("interlace", progressive));
    std::string bytes = bytes_of(folder / "a.jpg");
    const std::size_t frame = bytes.find(progressive ? "\xff\xc2" : "\xff\xc0");
    bytes.replace(frame + 5, 4, "\x7d\x00\x7d\x00", 4);  // height and width: 32000
    bytes.insert(frame, progressive ? "\xff\xff" : "");  // which may stand before a marker
    write_bytes(folder / "a.jpg", bytes);
    const long before = peak_kib();
    EXPECT_THAT(read_error(folder / "a.jpg", {.strict = true}).what(),
                HasSubstr("32000 x 32000 pixels need at least 3000000"));
    EXPECT_LT(peak_kib() - before, 100'000);
  }
}

TEST(LimitsTest, PixelsAndMemoryAreCheckedBeforeAnyIsDecoded) {
  const Folder folder;
  for (const char* suffix : {".png", ".jpg", ".tif", ".webp", ".ppm", ".gif", ".hdr"}) {
    const std::filesystem::path path = folder / (std::string("a") + suffix);
    vips_image(noise({40, 30}, {SampleType::u8, 3})).write_to_file(path.c_str());
    const ImageHeader header = read_image_header(path);
    EXPECT_EQ(header.size, (Size{40, 30})) << suffix;
    EXPECT_GE(header.memory_bytes, 40 * 30 * header.format.bytes()) << suffix;
    // The headers of these can be read although pixels are missing.
    const bool cut = std::string_view(".png .jpg .hdr").find(suffix) != std::string_view::npos;
    if (cut) write_bytes(path, bytes_of(path).substr(0, bytes_of(path).size() - 20));
    ReadOptions few, little;
    few.max_pixels = 40 * 30 - 1;
    little.max_memory = header.memory_bytes - 1;
    EXPECT_THAT(error_of([&] { read_image(path, few); }).what(), HasSubstr("has 40 x 30 pixels; allowed are 1199 ("));
    EXPECT_THAT(error_of([&] { read_image(path, little); }).what(), HasSubstr("40 x 30 pixels need"));
    if (!cut) continue;
    EXPECT_THAT(read_error(path, {.strict = true}).what(), testing::Not(HasSubstr("--max"))) << suffix;
  }
}

// JPEG makes an even picture as small as it can be.
TEST(LimitsTest, AnEvenJpegIsNotTooShort) {
  const Folder folder;
  for (const char* options : {"", "[interlace]", "[optimize_coding]", "[interlace,subsample-mode=off]"}) {
    const Image black({900, 700}, {SampleType::u8, 3});
    vips_image(black).write_to_file(((folder / "a.jpg").string() + options).c_str());
    EXPECT_TRUE(same_pixels(read_image(folder / "a.jpg").image, black)) << options;
  }
}

TEST(LimitsTest, TheHeaderSaysWhatTheImageWillBe) {
  const Folder folder;
  auto turned = vips_image(noise({40, 30}, {SampleType::u16, 4}));
  turned.set(VIPS_META_ORIENTATION, 6);
  turned.write_to_file((folder / "a.tif").c_str());
  const ImageHeader header = read_image_header(folder / "a.tif");
  const Image image = read_image(folder / "a.tif").image;
  EXPECT_EQ(header.size, image.size());
  EXPECT_EQ(header.size, (Size{30, 40}));
  EXPECT_EQ(header.format, image.format());
  EXPECT_EQ(header.pages, 1);
  EXPECT_EQ(header.file_format, "tiff");
  EXPECT_EQ(header.memory_bytes, 2U * 40 * 30 * 8) << "the stored image and the turned one";
}

TEST(LimitsTest, CodecsThatHoldAWholeImageAreCounted) {
  const Folder folder;
  const auto image = vips_image(noise({64, 64}, {SampleType::u8, 3}));
  const auto interlaced = vips::VImage::option()->set("interlace", true);
  const auto need = [&](const char* name) { return read_image_header(folder / name).memory_bytes; };
  image.write_to_file((folder / "rows.png").c_str());
  image.write_to_file((folder / "whole.png").c_str(), interlaced);
  image.write_to_file((folder / "rows.jpg").c_str());
  image.write_to_file((folder / "whole.jpg").c_str(), vips::VImage::option()->set("interlace", true));
  EXPECT_EQ(need("rows.png"), 64U * 64 * 3);
  EXPECT_EQ(need("whole.png"), 2U * 64 * 64 * 3);
  EXPECT_EQ(need("rows.jpg"), 64U * 64 * 3);
  EXPECT_EQ(need("whole.jpg"), 64U * 64 * 6) << "of 4:2:0, a pixel has one and a half coefficients of 2 bytes";
}

TEST(LimitsTest, OnlyOrdinaryFilesAreOpened) {
  const Folder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe.png").c_str(), 0600), 0);
  for (const std::filesystem::path& path : {folder / "pipe.png", std::filesystem::path("/dev/zero")})
    EXPECT_THAT(read_error(path).what(), HasSubstr("it is not an ordinary file"));
}

}  // namespace
}  // namespace lenslet::test
