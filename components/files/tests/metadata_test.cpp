// Colour profile, EXIF, XMP and resolution pass from the file that is read to the file that is written, if they fit.
#include "support.hpp"

namespace lenslet::test {
namespace {

constexpr Placement quarter_turn{.xx = 0, .xy = 1, .yx = 1, .yy = 0};

using vips::VImage;

std::string blob(const VImage& image, const char* name) {
  if (image.get_typeof(name) == 0) return {};
  std::size_t size = 0;
  const void* data = image.get_blob(name, &size);
  return {static_cast<const char*>(data), size};
}

VImage opened(const std::filesystem::path& path) {
  return VImage::new_from_file(path.c_str());
}

void set_profile(VImage& image, const char* name) {
  VipsBlob* profile = nullptr;
  ASSERT_EQ(vips_profile_load(name, &profile, nullptr), 0);
  std::size_t size = 0;
  const void* data = vips_blob_get(profile, &size);
  vips_image_set_blob_copy(image.get_image(), VIPS_META_ICC_NAME, data, size);
  vips_area_unref(VIPS_AREA(profile));
}

// A picture with all metadata, read from a file with `suffix`.
class MetadataTest : public testing::Test {
 protected:
  FileImage read_with_everything(const std::string& suffix, PixelFormat format) {
    VImage source = vips_image(noise({40, 30}, format)).copy(VImage::option()->set("xres", 4.0)->set("yres", 8.0));
    set_profile(source, format.channels < 3 ? "srgb" : "p3");
    static const std::string xmp = "<x:xmpmeta/>";
    vips_image_set_blob_copy(source.get_image(), VIPS_META_XMP_NAME, xmp.data(), xmp.size());
    source.set("exif-ifd0-Artist", "Ada (Ada, ASCII, 4 components, 4 bytes)");
    source.set(VIPS_META_IMAGEDESCRIPTION, "a description");
    const auto path = folder_ / ("source" + suffix);
    source.write_to_file(path.c_str());
    profile_ = blob(opened(path), VIPS_META_ICC_NAME);
    EXPECT_FALSE(profile_.empty());
    return read_image(path);
  }

  Folder folder_;
  std::string profile_;
};

TEST_F(MetadataTest, ProfileIsKeptToTheByte) {
  for (const char* from : {".png", ".jpg", ".tif", ".webp"}) {
    const FileImage file = read_with_everything(from, {SampleType::u8, 3});
    for (const char* to : {"a.png", "a.jpg", "a.tif", "a.webp", "a.v"}) {
      write_image(folder_ / to, file);
      EXPECT_EQ(blob(opened(folder_ / to), VIPS_META_ICC_NAME), profile_) << from << " to " << to;
    }
  }
}

TEST_F(MetadataTest, ExifXmpAndResolutionAreKept) {
  const FileImage file = read_with_everything(".jpg", {SampleType::u8, 3});
  for (const char* to : {"a.png", "a.jpg", "a.webp", "a.tif"}) {
    write_image(folder_ / to, file);
    const VImage written = opened(folder_ / to);
    EXPECT_EQ(blob(written, VIPS_META_XMP_NAME), "<x:xmpmeta/>") << to;
    if (std::string(to) != "a.webp") {  // which has no place for it
      EXPECT_NEAR(written.xres(), 4, 0.05) << to;
      EXPECT_NEAR(written.yres(), 8, 0.05) << to;
    }
    if (std::string(to) != "a.tif") {
      EXPECT_THAT(written.get_string("exif-ifd0-Artist"), testing::StartsWith("Ada")) << to;
    }
  }
}

// Large unpacked metadata is refused, but what cameras and editors write must fit.
TEST_F(MetadataTest, LargeProfilesAndXmpAreKeptInAPng) {
  read_with_everything(".png", {SampleType::u8, 3});
  VImage source = opened(folder_ / "source.png").copy_memory();
  const Image fill = noise({500'000, 1}, {});
  std::string profile = profile_ + std::string(reinterpret_cast<const char*>(fill.row(0)), 500'000);
  profile.resize(profile.size() / 4 * 4);
  for (int i = 0; i < 4; ++i) profile[i] = static_cast<char>(profile.size() >> (24 - 8 * i));
  const std::string xmp = "<x:xmpmeta/>" + std::string(300'000, ' ');
  vips_image_set_blob_copy(source.get_image(), VIPS_META_ICC_NAME, profile.data(), profile.size());
  vips_image_set_blob_copy(source.get_image(), VIPS_META_XMP_NAME, xmp.data(), xmp.size());
  source.write_to_file((folder_ / "a.png").c_str());
  write_image(folder_ / "b.png", read_image(folder_ / "a.png"));
  EXPECT_TRUE(blob(opened(folder_ / "b.png"), VIPS_META_ICC_NAME) == profile);
  EXPECT_TRUE(blob(opened(folder_ / "b.png"), VIPS_META_XMP_NAME) == xmp);
}

TEST_F(MetadataTest, ATurnedImageHasItsResolutionTurned) {
  VImage source =
      vips_image(noise({40, 30}, {SampleType::u8, 3})).copy(VImage::option()->set("xres", 4.0)->set("yres", 8.0));
  source.set(VIPS_META_ORIENTATION, 6);
  source.write_to_file((folder_ / "a.tif").c_str());
  write_image(folder_ / "b.tif", read_image(folder_ / "a.tif"));
  EXPECT_NEAR(opened(folder_ / "b.tif").xres(), 8, 0.05);
  EXPECT_NEAR(opened(folder_ / "b.tif").yres(), 4, 0.05);
}

TEST_F(MetadataTest, AResultWhoseRowsAreColumnsHasItsResolutionTurned) {
  FileImage file = read_with_everything(".tif", {SampleType::u8, 3});
  file.placement = quarter_turn;
  write_image(folder_ / "b.tif", file);
  EXPECT_NEAR(opened(folder_ / "b.tif").xres(), 8, 0.05);
  EXPECT_NEAR(opened(folder_ / "b.tif").yres(), 4, 0.05);
}

// Without a placement an image only matches one of its size.
TEST_F(MetadataTest, SidesOfPixelsGoWithThePlacement) {
  VImage source = vips_image(noise({40, 30}, {SampleType::u8, 1}));
  source.set(VIPS_META_IMAGEDESCRIPTION,
             R"(<OME><Pixels SizeX="40" SizeY="30" PhysicalSizeX="1" PhysicalSizeY="2"/></OME>)");
  source.write_to_file((folder_ / "a.tif").c_str());
  FileImage file = read_image(folder_ / "a.tif");
  EXPECT_THAT(write_image(folder_ / "b.tif", file), testing::IsEmpty());
  file.image = noise({20, 10}, {SampleType::u8, 1});
  EXPECT_THAT(write_image(folder_ / "b.tif", file), testing::ElementsAre(testing::HasSubstr("where the pixels lie")));
  EXPECT_EQ(opened(folder_ / "b.tif").get_typeof(VIPS_META_IMAGEDESCRIPTION), 0U);
  file.placement = {.xx = 2, .yy = 3};
  EXPECT_THAT(write_image(folder_ / "b.tif", file), testing::IsEmpty());
  EXPECT_THAT(opened(folder_ / "b.tif").get_string(VIPS_META_IMAGEDESCRIPTION),
              testing::HasSubstr(R"(SizeX="20" SizeY="10" PhysicalSizeX="2" PhysicalSizeY="6")"));
}

TEST_F(MetadataTest, ProfileStaysForAnotherIntegerTypeAndGoesForFloat) {
  const FileImage file = read_with_everything(".png", {SampleType::u8, 3});
  write_image(folder_ / "wide.png", {convert(file.image, SampleType::u16), file.metadata});
  EXPECT_EQ(blob(opened(folder_ / "wide.png"), VIPS_META_ICC_NAME), profile_);
  write_image(folder_ / "float.tif", {convert(file.image, SampleType::f32), file.metadata});
  EXPECT_EQ(blob(opened(folder_ / "float.tif"), VIPS_META_ICC_NAME), "");
  EXPECT_TRUE(same_pixels(read_image(folder_ / "float.tif").image, convert(file.image, SampleType::f32)));
}

TEST_F(MetadataTest, ProfileGoesWhereTheNumberOfColoursIsAnother) {
  const FileImage file = read_with_everything(".tif", {SampleType::u8, 3});
  write_image(folder_ / "grey.png", {noise({40, 30}, {SampleType::u8, 1}), file.metadata});
  EXPECT_EQ(blob(opened(folder_ / "grey.png"), VIPS_META_ICC_NAME), "");
  write_image(folder_ / "alpha.png", {noise({40, 30}, {SampleType::u8, 4, true}), file.metadata});
  EXPECT_EQ(blob(opened(folder_ / "alpha.png"), VIPS_META_ICC_NAME), profile_);
}

TEST_F(MetadataTest, DescriptionOfAStackIsNotGivenToOnePage) {
  VImage stack = vips_image(noise({8, 24}, {SampleType::u8, 1}));
  stack.set(VIPS_META_IMAGEDESCRIPTION, "ImageJ=1.53 images=3");
  stack.write_to_file((folder_ / "one.tif").c_str());
  write_image(folder_ / "one-out.tif", read_image(folder_ / "one.tif"));
  EXPECT_STREQ(opened(folder_ / "one-out.tif").get_string(VIPS_META_IMAGEDESCRIPTION), "ImageJ=1.53 images=3");
  stack.set(VIPS_META_PAGE_HEIGHT, 8);
  stack.write_to_file((folder_ / "three.tif").c_str());
  write_image(folder_ / "three-out.tif", read_image(folder_ / "three.tif"));
  EXPECT_EQ(opened(folder_ / "three-out.tif").get_typeof(VIPS_META_IMAGEDESCRIPTION), 0U);
}

TEST_F(MetadataTest, TheThumbnailOfTheOldPictureIsNotKept) {
  VImage source = vips_image(noise({40, 30}, {SampleType::u8, 3}));
  static const std::string thumbnail = "\xff\xd8 thumbnail \xff\xd9";
  vips_image_set_blob_copy(source.get_image(), "jpeg-thumbnail-data", thumbnail.data(), thumbnail.size());
  source.set("exif-ifd0-Artist", "Ada (Ada, ASCII, 4 components, 4 bytes)");
  source.write_to_file((folder_ / "a.jpg").c_str());
  ASSERT_THAT(bytes_of(folder_ / "a.jpg"), testing::HasSubstr(thumbnail));
  write_image(folder_ / "b.jpg", read_image(folder_ / "a.jpg"));
  EXPECT_THAT(bytes_of(folder_ / "b.jpg"), testing::Not(testing::HasSubstr("thumbnail")));
}

TEST_F(MetadataTest, ColoursOfHalfResolutionStayWhereTheSizeStays) {
  const Image image = ramp({40, 30}, {SampleType::u8, 3});
  vips_image(image).jpegsave((folder_ / "half.jpg").c_str(), VImage::option()->set("Q", 80));
  const FileImage half = read_image(folder_ / "half.jpg");
  const auto sampling_of = [&](const FileImage& file, int quality) {
    write_image(folder_ / "out.jpg", file, {.quality = quality});
    return std::string(opened(folder_ / "out.jpg").get_string("jpeg-chroma-subsample"));
  };
  EXPECT_EQ(sampling_of(half, 90), "4:2:0");
  EXPECT_EQ(sampling_of({ramp({30, 40}, {SampleType::u8, 3}), half.metadata, {}, quarter_turn}, 90), "4:2:0");
  EXPECT_EQ(sampling_of({ramp({20, 15}, {SampleType::u8, 3}), half.metadata}, 90), "4:4:4");
  EXPECT_EQ(sampling_of(half, 91), "4:4:4");
  EXPECT_EQ(sampling_of({image, nullptr}, 90), "4:4:4");
}

TEST(PngColoursTest, NoRoomForThemIsAnError) {
  const Folder folder;
  const FileImage picture{noise({40, 30}, {SampleType::u8, 3}), nullptr};
  write_image(folder / "a.png", picture);
  const std::string gamma("\0\0\0\4gAMA\0\x01\x86\xa0\x31\xe8\x96\x5f", 16);
  write_bytes(folder / "a.png", bytes_of(folder / "a.png").insert(33, gamma));
  const FileImage read = read_image(folder / "a.png");
  write_image(folder / "b.png", read);
  const std::string whole = bytes_of(folder / "b.png");
  ASSERT_THAT(whole, testing::HasSubstr("gAMA"));
  for (const std::size_t lacking : {1U, 15U}) {
    const FileLimit limit(whole.size() - lacking);
    EXPECT_THAT(write_error(folder / "c.png", read).what(), testing::HasSubstr("c.png': File too large"));
  }
  EXPECT_THAT(folder.names(), testing::ElementsAre("a.png", "b.png"));
}

}  // namespace
}  // namespace lenslet::test
