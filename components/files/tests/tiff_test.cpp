// TIFF files that are written as rows come: any type and size, how other readers see them, and continued runs.
#include <lenslet/tiff_writer.hpp>

#include <cstring>

#include "support.hpp"

namespace lenslet::test {
namespace {

using testing::HasSubstr;
using vips::VImage;

ImageView part(const Image& image, std::int64_t first, std::int64_t end) {
  return {image.row(first), {image.width(), end - first}, image.format(), image.stride()};
}

void write_from(const Image& image, std::int64_t end, TiffWriter& writer) {
  for (std::int64_t y = writer.next(); y < end; y = writer.next()) writer.write(part(image, y, std::min(end, y + 67)));
}

void write_all(const std::filesystem::path& path, const Image& image, const TiffOptions& options = {}) {
  TiffWriter writer(path, {image.format(), image.size()}, options);
  write_from(image, image.height(), writer);
  writer.finish();
}

TEST(Tiff, FilesHaveTheBitsOfAnyImage) {
  const Folder folder;
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32})
    for (const int channels : {1, 2, 3, 4})
      for (const Size size : {Size{1, 1}, Size{256, 512}, Size{300, 517}, Size{257, 3}, Size{3, 700}}) {
        const Image image = noise(size, {type, channels, channels % 2 == 0});
        for (const bool big : {false, true}) {
          write_all(folder / "a.tif", image, {.write = {.sync = false}, .big = big, .pyramid = size.width == 300});
          const FileImage back = read_image(folder / "a.tif");
          EXPECT_TRUE(same_pixels(back.image, image)) << name_of(type) << channels << size.width << big;
          EXPECT_EQ(bytes_of(folder / "a.tif").substr(2, 1), big ? "\x2b" : "\x2a");
        }
      }
}

TEST(Tiff, FilesSayWhatLibvipsSays) {
  const Folder folder;
  VImage source =
      vips_image(noise({300, 20}, {SampleType::u8, 3})).copy(VImage::option()->set("xres", 4.)->set("yres", 8.));
  static const std::string xmp = "<x:xmpmeta/>", iptc = "12345678";
  vips_image_set_blob_copy(source.get_image(), VIPS_META_XMP_NAME, xmp.data(), xmp.size());
  vips_image_set_blob_copy(source.get_image(), VIPS_META_IPTC_NAME, iptc.data(), iptc.size());
  source.set(VIPS_META_IMAGEDESCRIPTION, "a cell");
  source.set(VIPS_META_RESOLUTION_UNIT, "in");
  for (const char* space : {"srgb", "cmyk"}) {
    source.icc_transform(space, VImage::option()->set("input_profile", "srgb"))
        .write_to_file((folder / "a.tif").c_str());
    const FileImage file = read_image(folder / "a.tif");
    write_image(folder / "b.tif", file);
    write_all(folder / "c.tif", file.image, {.metadata = file.metadata});
    const VImage b = VImage::new_from_file((folder / "b.tif").c_str()),
                 c = VImage::new_from_file((folder / "c.tif").c_str());
    EXPECT_EQ(b.interpretation(), c.interpretation());
    EXPECT_NEAR(c.xres(), 4, 1e-4);
    EXPECT_NEAR(c.yres(), 8, 1e-4);
    EXPECT_STREQ(c.get_string(VIPS_META_RESOLUTION_UNIT), "in");
    EXPECT_STREQ(c.get_string(VIPS_META_IMAGEDESCRIPTION), "a cell");
    for (const char* name : {VIPS_META_XMP_NAME, VIPS_META_IPTC_NAME, VIPS_META_ICC_NAME}) {
      std::size_t bytes_b = 0, bytes_c = 0;
      const void *data_b = b.get_blob(name, &bytes_b), *data_c = c.get_blob(name, &bytes_c);
      ASSERT_EQ(bytes_b, bytes_c) << name;
      EXPECT_EQ(std::memcmp(data_b, data_c, bytes_b), 0) << name;
    }
  }
}

TEST(Tiff, PyramidsAreMeansOfTheLevelAbove) {
  const Folder folder;
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32}) {
    const Image image = noise({701, 1030}, {type, 3});
    write_all(folder / "a.tif", image, {.pyramid = true});
    VImage above = VImage::new_from_file((folder / "a.tif").c_str());
    EXPECT_EQ(above.get_int("n-pages"), 4) << "701, 350, 175 x 257, 87";
    for (int page = 1; page < 4; ++page) {
      const VImage level = VImage::new_from_file((folder / "a.tif").c_str(), VImage::option()->set("page", page));
      const VImage whole = above.crop(0, 0, above.width() / 2 * 2, above.height() / 2 * 2);
      const VImage mean = (whole.cast(VIPS_FORMAT_DOUBLE).shrink(2, 2, VImage::option()->set("ceil", false)));
      const VImage rounded = type == SampleType::f32 ? mean : (mean + 0.5).floor();
      ASSERT_EQ(level.width(), rounded.width());
      ASSERT_EQ(level.height(), rounded.height());
      EXPECT_LE((level - rounded).abs().max(), type == SampleType::f32 ? 1e-2 : 0) << name_of(type) << page;
      above = level;
    }
  }
}

TEST(Tiff, PyramidsWeighColoursByAlpha) {
  const Folder folder;
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32}) {
    const double white = max_value(type);
    Image image({600, 2}, {type, 4, true});
    for (int i = 0; i < 1200; ++i) {
      const bool seen = i % 2 == 0;
      image.set(i % 600, i / 600, seen ? 0 : 1, white);  // red beside transparent green
      image.set(i % 600, i / 600, 3, seen ? white : 0);
    }
    write_all(folder / "a.tif", image, {.pyramid = true});
    const VImage level = VImage::new_from_file((folder / "a.tif").c_str(), VImage::option()->set("page", 1));
    const std::vector<double> pixel = level.getpoint(100, 0);
    EXPECT_EQ(std::vector(pixel.begin(), pixel.begin() + 3), (std::vector<double>{white, 0, 0})) << name_of(type);
    EXPECT_NEAR(pixel[3], white / 2, 0.5);
  }
}

TEST(Tiff, RunsThatEndEarlyGoOnToTheSameBytes) {
  const Folder folder;
  for (const bool pyramid : {false, true}) {
    const Image image = noise({300, 1100}, {SampleType::u16, 3});
    const ImageType type{image.format(), image.size()};
    const TiffOptions options{.pyramid = pyramid, .run = "op: mean\n"};
    write_all(folder / "whole.tif", image, {.pyramid = pyramid});
    for (const std::int64_t end : {0, 100, 600, 1024, 1100}) {
      for (const std::int64_t later : {end, std::int64_t{1050}}) {
        TiffWriter writer(folder / "a.tif", type, options);
        write_from(image, later, writer);
      }
      EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.tif.journal", "a.tif.part", "whole.tif"}));
      TiffWriter writer(folder / "a.tif", type, options);
      EXPECT_GE(writer.next(), end / 256 * 256 - 256);
      write_from(image, 1100, writer);
      writer.finish();
      EXPECT_EQ(bytes_of(folder / "a.tif"), bytes_of(folder / "whole.tif")) << end;
      EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.tif", "whole.tif"}));
      std::filesystem::remove(folder / "a.tif");
    }
  }
}

// The tiles of such an image are 2.6 GB, and those of its levels another 2.6 GB.
TEST(Tiff, LevelsOfOneTileCountAsTheImage) {
  const Folder folder;
  const TiffOptions options{.pyramid = true, .run = "op: mean\n"};
  { const TiffWriter writer(folder / "a.tif", {{SampleType::u8, 1}, {1, 10'000'000}}, options); }
  EXPECT_EQ(bytes_of(folder / "a.tif.part").substr(2, 1), "\x2b");
}

TEST(Tiff, RefusedTargetsLeaveNoJournal) {
  const Folder folder;
  write_bytes(folder / "a.tif", "old");
  const TiffOptions options{.write = {.overwrite = false}, .run = "op: mean\n"};
  EXPECT_THROW(TiffWriter(folder / "a.tif", {{SampleType::u8, 1}, {1, 1}}, options), Error);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.tif"});
}

class UnfinishedTiff : public testing::Test {
 protected:
  UnfinishedTiff() {
    TiffWriter writer(path_, type_, {.run = run_});
    write_from(image_, 1100, writer);
  }

  std::string refusal(const std::string& run = run_) {
    return error_of([&] { TiffWriter(path_, type_, {.run = run}); }).what();
  }

  inline static const std::string run_ = "op: mean\ninput: a.tif\n";
  Folder folder_;
  std::filesystem::path path_ = folder_ / "a.tif";
  Image image_ = noise({300, 1100}, {SampleType::u8, 3});
  ImageType type_{image_.format(), image_.size()};
};

TEST_F(UnfinishedTiff, OfAnotherRunIsRefused) {
  EXPECT_THAT(refusal("op: median\ninput: a.tif\n"),
              HasSubstr("it says 'op: mean', and this one 'op: median'; remove '"));
  EXPECT_THAT(refusal("op: mean\n"), HasSubstr("it says 'input: a.tif', and this one nothing"));
}

TEST_F(UnfinishedTiff, OfAnotherImageIsRefused) {
  const auto refusal_of = [&](const ImageType& type, const TiffOptions& options) {
    return std::string(error_of([&] { TiffWriter(path_, type, options); }).what());
  };
  EXPECT_THAT(refusal_of({type_.format, {300, 2000}}, {.run = run_}),
              HasSubstr("it says 'file: 300 x 1100, u8 x 3', and this one 'file: 300 x 2000, u8 x 3'"));
  EXPECT_THAT(refusal_of({{SampleType::u16, 3}, type_.size}, {.run = run_}), HasSubstr("u16 x 3"));
  EXPECT_THAT(refusal_of(type_, {.big = true, .run = run_}), HasSubstr(", BigTIFF'"));
  EXPECT_THAT(refusal_of(type_, {.pyramid = true, .run = run_}), HasSubstr(", pyramid'"));
}

TEST_F(UnfinishedTiff, IsGivenUpAfterAFailure) {
  write_all(folder_ / "whole.tif", image_);
  for (const std::string& run : {std::string(), run_}) {
    TiffWriter writer(folder_ / "b.tif", type_, {.run = run});
    const auto write_to = [&](std::int64_t end) { writer.write(part(image_, writer.next(), end)); };
    {
      const FileLimit limit(2000);
      EXPECT_THAT(error_of([&] { write_to(600); }).what(), HasSubstr("File too large"));
    }
    EXPECT_THAT(error_of([&] { write_to(1100); }).what(), HasSubstr("File too large"));
    EXPECT_THAT(error_of([&] { writer.finish(); }).what(), HasSubstr("File too large"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "b.tif"));
  write_all(folder_ / "b.tif", image_, {.run = run_});
  EXPECT_EQ(bytes_of(folder_ / "b.tif"), bytes_of(folder_ / "whole.tif"));
}

TEST_F(UnfinishedTiff, TakesThePermissionsOfTheOldFileInTheEnd) {
  write_bytes(path_, "old");
  std::filesystem::permissions(path_, std::filesystem::perms(0640));
  write_all(path_, image_, {.run = run_});
  EXPECT_EQ(std::filesystem::status(path_).permissions(), std::filesystem::perms(0640));
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"a.tif"});
}

TEST_F(UnfinishedTiff, ThatWasReplacedGetsNoName) {
  TiffWriter writer(path_, type_, {.run = run_});
  write_from(image_, 1100, writer);
  std::filesystem::remove(folder_ / "a.tif.part");
  write_bytes(folder_ / "a.tif.part", "another");
  EXPECT_THAT(error_of([&] { writer.finish(); }).what(), HasSubstr("a.tif.part' is another file now"));
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(UnfinishedTiff, WithASecondNameInAFolderForAllIsRefused) {
  std::filesystem::permissions(path_.parent_path(), std::filesystem::perms(01777));
  for (const char* name : {"a.tif.part", "a.tif.journal"}) {
    std::filesystem::create_hard_link(folder_ / name, folder_ / "second");
    EXPECT_THAT(refusal(), HasSubstr(std::string(name) + "': it is another user's, or has a second name"));
    std::filesystem::remove(folder_ / "second");
  }
  EXPECT_EQ(TiffWriter(path_, type_, {.run = run_}).next(), 768);
}

TEST_F(UnfinishedTiff, IsWrittenByOneProcess) {
  const TiffWriter writer(path_, type_, {.run = run_});
  EXPECT_THAT(refusal(), HasSubstr("another process is writing it"));
}

TEST_F(UnfinishedTiff, WithDamageIsRefused) {
  const std::filesystem::path part = folder_ / "a.tif.part";
  std::string bytes = bytes_of(part);
  write_bytes(part, bytes.substr(0, bytes.size() / 2));
  EXPECT_THAT(refusal(), HasSubstr("of the unfinished file are damaged; remove '"));
  bytes[1000] ^= 1;
  write_bytes(part, bytes);
  EXPECT_THAT(refusal(), HasSubstr("rows 0 to 255 of the unfinished file are damaged"));
  std::filesystem::remove(part);
  EXPECT_EQ(TiffWriter(path_, type_, {.run = run_}).next(), 0);
}

TEST_F(UnfinishedTiff, WithoutAJournalIsRefused) {
  std::filesystem::remove(folder_ / "a.tif.journal");
  EXPECT_THAT(refusal(), HasSubstr("there is no journal"));
}

TEST_F(UnfinishedTiff, GoesOnWhereTheJournalIsCutOff) {
  const std::string journal = bytes_of(folder_ / "a.tif.journal");
  write_bytes(folder_ / "a.tif.journal", journal.substr(0, journal.size() - 3));
  write_all(folder_ / "whole.tif", image_);
  TiffWriter writer(path_, type_, {.run = run_});
  EXPECT_EQ(writer.next(), 512);
  write_from(image_, 1100, writer);
  writer.finish();
  EXPECT_EQ(bytes_of(path_), bytes_of(folder_ / "whole.tif"));
}

TEST_F(UnfinishedTiff, OfAnotherRunIsNoLossWhereNothingIsFinished) {
  { const TiffWriter writer(folder_ / "b.tif", type_, {.run = run_}); }
  EXPECT_EQ(TiffWriter(folder_ / "b.tif", type_, {.run = "op: median\n"}).next(), 0);
}

// The limit is reached in the tiles, the journal or the directory.
TEST_F(UnfinishedTiff, GoesOnAfterAFullDisk) {
  write_all(folder_ / "whole.tif", image_);
  const auto bytes = bytes_of(folder_ / "whole.tif").size();
  std::filesystem::remove(folder_ / "a.tif.part");
  for (const std::size_t most : {std::size_t{5}, std::size_t{50}, bytes / 3, bytes / 2, bytes - 1300, bytes - 10}) {
    const Error error = error_of([&] {
      const FileLimit limit(most);
      TiffWriter writer(path_, type_, {.run = run_});
      write_from(image_, 1100, writer);
      writer.finish();
    });
    EXPECT_THAT(error.what(), HasSubstr("File too large")) << most;
    EXPECT_FALSE(std::filesystem::exists(path_));
  }
  write_all(path_, image_, {.run = run_});
  EXPECT_EQ(bytes_of(path_), bytes_of(folder_ / "whole.tif"));
}

TEST_F(UnfinishedTiff, TakesRowsOfItsImageAlone) {
  TiffWriter writer(path_, type_);
  EXPECT_THROW(writer.write(noise({299, 1}, type_.format)), Error);
  EXPECT_THROW(writer.write(noise({300, 1101}, type_.format)), Error);
  EXPECT_THROW(writer.write(noise({300, 1}, {SampleType::u16, 3})), Error);
  EXPECT_THROW(writer.finish(), Error) << "rows are missing";
  EXPECT_EQ(error_of([&] { TiffWriter(path_, {{SampleType::f16, 1}, {4, 4}}); }).kind(), ErrorKind::unsupported);
}

}  // namespace
}  // namespace lenslet::test
