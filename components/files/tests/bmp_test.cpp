// BMP files: the meaning of each kind of pixel, rows from either end, and refusals. tests/oracle compares with Pillow.
#include <fstream>
#include <numeric>
#include <vector>

#include <lenslet/image_rows.hpp>

#include "files/bmp_header.hpp"
#include "support.hpp"

namespace lenslet::test {
namespace {

using testing::HasSubstr;

std::string little_bytes(std::uint32_t value, int bytes = 4) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text.push_back(static_cast<char>(value >> (8 * i)));
  return text;
}

struct Bmp {
  int width = 2, height = 2, bits = 24;
  std::uint32_t compression = 0, form = 40, colours = 0;
  std::vector<std::uint32_t> masks = {}, palette = {};
  std::string rows = {};

  std::string bytes() const {
    std::string head = little_bytes(form) + little_bytes(static_cast<std::uint32_t>(width)) +
                       little_bytes(static_cast<std::uint32_t>(height)) + little_bytes(1, 2) +
                       little_bytes(static_cast<std::uint32_t>(bits), 2) + little_bytes(compression) +
                       std::string(12, '\0') + little_bytes(colours) + little_bytes(0);
    for (const std::uint32_t mask : masks) head += little_bytes(mask);
    if (head.size() < form) head.resize(form);
    for (const std::uint32_t colour : palette) head += little_bytes(colour);
    return "BM" + little_bytes(0) + little_bytes(0) + little_bytes(static_cast<std::uint32_t>(14 + head.size())) +
           head + rows;
  }
};

Image read_bmp(const Bmp& bmp) {
  const Folder folder;
  std::ofstream(folder / "a.bmp", std::ios::binary) << bmp.bytes();
  return read_image(folder / "a.bmp").image;
}

std::vector<int> samples_of_bmp(const Image& image) {
  std::vector<int> all;
  for (std::int64_t y = 0; y < image.height(); ++y)
    for (std::int64_t x = 0; x < image.width(); ++x)
      for (int c = 0; c < image.format().channels; ++c) all.push_back(static_cast<int>(image.at(x, y, c)));
  return all;
}

using BmpSamples = std::vector<int>;

TEST(BmpTest, RowsStandFromEitherEndAndAreWholeWords) {
  const std::string rows("\1\2\3\4\5\6\0\0\7\x8\x9\xa\xb\xc\0\0", 16);
  EXPECT_EQ(samples_of_bmp(read_bmp({.rows = rows})), (BmpSamples{9, 8, 7, 12, 11, 10, 3, 2, 1, 6, 5, 4}));
  EXPECT_EQ(samples_of_bmp(read_bmp({.height = -2, .rows = rows})),
            (BmpSamples{3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10}));
}

TEST(BmpTest, PixelsAMetreAreTheResolution) {
  const Folder folder;
  std::string bytes = Bmp{.rows = std::string(16, '\0')}.bytes();
  write_bytes(folder / "a.bmp", bytes.replace(38, 8, little_bytes(2000) + little_bytes(3000)));
  write_image(folder / "a.png", read_image(folder / "a.bmp"));
  const vips::VImage made = vips::VImage::pngload((folder / "a.png").c_str());
  EXPECT_EQ(made.xres(), 2);
  EXPECT_EQ(made.yres(), 3);
}

TEST(BmpTest, BitsCountColours) {
  const std::string row("\xa0\0\0\0", 4);
  EXPECT_EQ(samples_of_bmp(read_bmp({.width = 3, .height = 1, .bits = 1, .palette = {0, 0xffffff}, .rows = row})),
            (BmpSamples{255, 0, 255}));
  EXPECT_EQ(samples_of_bmp(read_bmp({.width = 2,
                                     .height = 1,
                                     .bits = 4,
                                     .colours = 11,
                                     .palette = {0x102030, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff0001},
                                     .rows = row})),
            (BmpSamples{255, 0, 1, 0x10, 0x20, 0x30}));
  EXPECT_EQ(samples_of_bmp(read_bmp({.width = 1,
                                     .height = 1,
                                     .bits = 8,
                                     .colours = 2,
                                     .palette = {0x050505, 0x070707},
                                     .rows = std::string("\1\0\0\0", 4)})),
            (BmpSamples{7}));
}

TEST(BmpTest, MasksSayWhatBitsAre) {
  const auto pixel = [](const Bmp& form, std::uint32_t bits) {
    Bmp one = form;
    one.width = one.height = 1;
    one.rows = little_bytes(bits);
    return samples_of_bmp(read_bmp(one));
  };
  EXPECT_EQ(pixel({.bits = 16}, 0x7c10), (BmpSamples{255, 0, 132}));
  EXPECT_EQ(pixel({.bits = 16, .compression = 3, .masks = {0xf800, 0x7e0, 0x1f}}, 0xffe0), (BmpSamples{255, 255, 0}));
  EXPECT_EQ(pixel({.bits = 32}, 0x80102030), (BmpSamples{0x10, 0x20, 0x30})) << "the fourth byte has no meaning";
  EXPECT_EQ(
      pixel({.bits = 32, .compression = 3, .form = 56, .masks = {0xff, 0xff00, 0xff0000, 0xff000000}}, 0x80102030),
      (BmpSamples{0x30, 0x20, 0x10, 0x80}));
}

TEST(BmpTest, RowsCanBeReadInOrder) {
  const Folder folder;
  const Image image = noise({31, 57}, {SampleType::u8, 3});
  write_image(folder / "a.bmp", {image, nullptr});
  EXPECT_TRUE(same_pixels(read_image(folder / "a.bmp").image, image));
  RowReader reader(folder / "a.bmp");
  Image rows(image.size(), image.format());
  std::vector<std::byte> row(31 * 3);
  for (std::int64_t y = 0; y < 57; ++y) {
    reader.read(y, 1, row.data());
    std::copy(row.begin(), row.end(), rows.row(y));
  }
  EXPECT_TRUE(same_pixels(rows, image));
  EXPECT_EQ(read_image_header(folder / "a.bmp").file_format, "bmp");
}

TEST(BmpTest, RefusesWhatIsNoPicture) {
  const std::pair<Bmp, const char*> cases[] = {
      {{.width = 0}, "width 0"},
      {{.width = -3}, "width -3"},
      {{.height = 0}, "height 0"},
      {{.height = std::numeric_limits<int>::min()}, "height 2147483648"},
      {{.bits = 2}, "2 bits a pixel"},
      {{.bits = 8, .compression = 1, .palette = {0}}, "run lengths (RLE8)"},
      {{.bits = 4, .compression = 2, .palette = {0}}, "run lengths (RLE4)"},
      {{.compression = 4}, "compression 4 with 24 bits"},
      {{.compression = 3, .masks = {1, 2, 4}}, "compression 3 with 24 bits"},
      {{.form = 64}, "a form of 64 bytes"},
      {{.bits = 1, .colours = 3, .palette = {0, 0, 0}}, "a palette of 3 colours"},
      {{.bits = 16, .compression = 3, .masks = {0xf800, 0xfe0, 0x1f}}, "mask 0x"},
      {{.bits = 16, .compression = 3, .masks = {0x5, 0x7e0, 0x1f}}, "mask 0x5"},
      {{.bits = 16, .compression = 3, .masks = {0xf0000, 0x7e0, 0x1f}}, "mask 0xf0000"},
      {{.bits = 16, .compression = 3, .masks = {0xf800, 0, 0x1f}}, "a colour without a mask"}};
  for (const auto& [bmp, reason] : cases) {
    Bmp full = bmp;
    full.rows = std::string(64, '\0');
    const Error error = error_of([&] { io::parse_bmp_header(full.bytes()); });
    EXPECT_THAT(error.what(), HasSubstr(reason));
  }
}

TEST(BmpTest, RefusesWhatIsCut) {
  const Bmp whole{.rows = std::string(16, '\1')};
  const std::string bytes = whole.bytes();
  const Folder folder;
  for (std::size_t size = 2; size < bytes.size(); ++size) {
    std::ofstream(folder / "cut.bmp", std::ios::binary) << bytes.substr(0, size);
    EXPECT_EQ(read_error(folder / "cut.bmp").kind(), ErrorKind::io) << size;
  }
  const Bmp beyond{
      .width = 1, .height = 1, .bits = 8, .colours = 2, .palette = {0, 1}, .rows = std::string("\2\0\0\0", 4)};
  std::ofstream(folder / "colour.bmp", std::ios::binary) << beyond.bytes();
  for (int i = 0; i < 100; ++i)  // libvips's threads sometimes say that all is well
    EXPECT_THAT(read_error(folder / "colour.bmp").what(), HasSubstr("the colour 2 of a palette of 2"));
  Bmp large{.width = 100'000, .height = 100'000};
  std::ofstream(folder / "large.bmp", std::ios::binary) << large.bytes();
  EXPECT_THAT(read_error(folder / "large.bmp").what(), HasSubstr("--max-pixels"));
  large.width = 1000;
  std::ofstream(folder / "large.bmp", std::ios::binary) << large.bytes();
  EXPECT_THAT(read_error(folder / "large.bmp").what(), HasSubstr("truncated: it has 54 bytes"));
}

}  // namespace
}  // namespace lenslet::test
