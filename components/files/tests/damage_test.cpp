// Damaged files give an error or a valid image, never a crash and never half a picture.
#include <lenslet/image_rows.hpp>

#include "support.hpp"

#include <sys/stat.h>
#include <unistd.h>
#include <cctype>
#include <random>

namespace lenslet::test {
namespace {

using testing::HasSubstr;

TEST(DamageTest, WhatIsNoImageIsNamed) {
  const Folder folder;
  write_bytes(folder / "text.png", "just a line of text\n");
  write_bytes(folder / "empty.png", "");
  write_bytes(folder / "zeros.tif", std::string(4096, '\0'));
  std::filesystem::create_directory(folder / "folder.png");
  write_image(folder / "whole.png", {noise({96, 80}, {SampleType::u8, 3}), nullptr});
  write_bytes(folder / "start.png", bytes_of(folder / "whole.png").substr(0, 60));
  const std::pair<const char*, const char*> cases[] = {{"missing.png", "o such file"}, {"start.png", "truncated"},
                                                       {"text.png", "not an image"},   {"empty.png", "is empty"},
                                                       {"zeros.tif", "zeros.tif"},     {"folder.png", "a directory"}};
  for (const auto& [name, reason] : cases) {
    const Error error = read_error(folder / name);
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_THAT(error.what(), HasSubstr(name));
    EXPECT_THAT(error.what(), HasSubstr(reason));
  }
}

TEST(DamageTest, FilesThatTheSystemDoesNotOpenAreNoneOfAnotherFormat) {
  const Folder folder;
  write_image(folder / "whole.png", {noise({96, 80}, {SampleType::u8, 3}), nullptr});
  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit none{0, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  const Error error = read_error(folder / "whole.png");
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("Too many open files"));
}

TEST(DamageTest, WholeJpegFilesThatNobodyDecodesAreUnsupported) {
  const Folder folder;
  vips_image(noise({96, 80}, {SampleType::u8, 3})).jpegsave((folder / "whole.jpg").c_str());
  const std::string whole = bytes_of(folder / "whole.jpg");
  const std::size_t frame = whole.find("\xff\xc0");
  const auto error_with = [&](std::size_t at, const std::string& bytes) {
    write_bytes(folder / "other.jpg", std::string(whole).replace(at, bytes.size(), bytes));
    return read_error(folder / "other.jpg");
  };
  for (const Error& error : {error_with(frame + 1, "\xc7"), error_with(frame + 5, std::string(2, '\0'))}) {
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_THAT(error.what(), HasSubstr("its JPEG process is not read: "));
  }
}

// libvips checks for warnings before it decodes rows, and so misses those of the last rows.
TEST(DamageTest, OfTheLastRowsIsSeen) {
  const Folder folder;
  vips_image(noise({96, 80}, {SampleType::u8, 3}))
      .jpegsave((folder / "whole.jpg").c_str(),
                vips::VImage::option()->set("subsample_mode", VIPS_FOREIGN_SUBSAMPLE_OFF));
  std::string bytes = bytes_of(folder / "whole.jpg");
  bytes.erase(bytes.size() - 7, 5);
  write_bytes(folder / "cut.jpg", bytes);
  EXPECT_THAT(read_image(folder / "whole.jpg").notes, testing::IsEmpty());
  EXPECT_THAT(read_image(folder / "cut.jpg").notes, testing::Contains(HasSubstr("is damaged")));
  EXPECT_THROW(read_image(folder / "cut.jpg", {.strict = true}), Error);
}

// libvips's word for a format, with options in brackets.
class Truncated : public testing::TestWithParam<const char*> {};

// Makes whole.SUFFIX. Returns false if this libvips cannot write it.
bool write_whole(const Folder& folder, const std::string& format) {
  const bool floats = format.starts_with("pfm") || format.starts_with("hdr");
  const bool grey = format.starts_with("pgm") || format.starts_with("pbm");
  const auto source = vips_image(noise({96, 80}, {SampleType::u8, grey ? 1 : 3}));
  const std::string name = (folder / ("whole." + format)).string();
  try {
    (floats ? source.cast(VIPS_FORMAT_FLOAT) : source).write_to_file(name.c_str());
    return true;
  } catch (const vips::VError&) {
    return false;
  }
}

TEST_P(Truncated, IsAnErrorWhereverItIsCutAndNeverPartOfAPicture) {
  const Folder folder;
  const std::string suffix = std::string(GetParam()).substr(0, std::string(GetParam()).find('['));
  if (!write_whole(folder, GetParam())) GTEST_SKIP() << "this libvips has no " << GetParam();
  const std::string whole = bytes_of(folder / ("whole." + suffix));
  const Image image = read_image(folder / ("whole." + suffix)).image;
  std::vector<std::size_t> cuts;
  for (std::size_t percent = 2; percent < 100; percent += 5) cuts.push_back(whole.size() * percent / 100);
  // A number without its last digits is still a number.
  const std::size_t unseen = std::string_view(GetParam()).ends_with("[ascii]") ? 4 : 0;
  for (std::size_t left = unseen + 1; left <= 12; ++left) cuts.push_back(whole.size() - left);
  for (const std::size_t cut : cuts) {
    write_bytes(folder / "cut", whole.substr(0, cut));
    try {
      EXPECT_TRUE(same_pixels(read_image(folder / "cut", {.strict = true}).image, image))
          << cut << " of " << whole.size();
      EXPECT_GE(cut, whole.size() * 9 / 10) << "so much less can hardly be a whole picture";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io) << cut;
      EXPECT_THAT(error.what(), testing::Not(HasSubstr("no reason"))) << cut;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Truncated,
                         testing::Values("png", "png[interlace]", "png[palette]", "jpg", "jpg[interlace]", "tif",
                                         "tif[compression=deflate]", "tif[compression=jpeg]", "tif[tile]",
                                         "tif[bigtiff]", "webp", "webp[lossless]", "gif", "ppm", "pgm", "pbm",
                                         "ppm[ascii]", "pgm[ascii]", "pbm[ascii]", "pfm", "jp2", "jxl", "avif", "heic",
                                         "hdr", "v"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::erase_if(name, [](char c) { return std::isalnum(c) == 0; });
                           return name;
                         });

TEST(DamageTest, ATiffWhoseDirectoryIsMissingIsDamaged) {
  const Folder folder;
  write_image(folder / "a.tif", {noise({9, 5}, {SampleType::u8, 3}), nullptr});
  for (const std::size_t bytes : {8U, 60U}) {
    write_bytes(folder / "cut.tif", bytes_of(folder / "a.tif").substr(0, bytes));
    EXPECT_THAT(read_error(folder / "cut.tif").what(), HasSubstr("cut.tif': the file is truncated or damaged"));
  }
}

TEST(DamageTest, AJpegWithAHoleIsAnErrorAndOneWithStrayBytesIsNot) {
  const Folder folder;
  write_image(folder / "a.jpg", {noise({96, 80}, {SampleType::u8, 3}), nullptr});
  const FileImage whole = read_image(folder / "a.jpg");
  EXPECT_THAT(whole.notes, testing::IsEmpty());
  const std::string bytes = bytes_of(folder / "a.jpg");
  write_bytes(folder / "hole.jpg", std::string(bytes).replace(bytes.size() / 2, 40, 40, '\xff'));
  EXPECT_EQ(read_error(folder / "hole.jpg", {.strict = true}).kind(), ErrorKind::io);
  const std::size_t table = bytes.find("\xff\xdb");
  write_bytes(folder / "stray.jpg", std::string(bytes).insert(table, "stray"));
  const FileImage stray = read_image(folder / "stray.jpg");
  EXPECT_TRUE(same_pixels(stray.image, whole.image));
  EXPECT_THAT(stray.notes, testing::ElementsAre(HasSubstr("no pixel suffers")));
  write_bytes(folder / "stray.jpg", std::string(bytes).insert(table, "stray").substr(0, bytes.size() / 2));
  EXPECT_THAT(read_error(folder / "stray.jpg", {.strict = true}).what(), HasSubstr("Premature end"));
  EXPECT_THAT(read_image(folder / "stray.jpg").notes, testing::ElementsAre(HasSubstr("Premature end")));
}

// A changed bit makes the decoder lose its place until the next restart marker.
TEST(DamageTest, BytesInFrontOfARestartMarkerAreLostPixels) {
  const Folder folder;
  write_image(folder / "a.jpg", {noise({96, 80}, {SampleType::u8, 3}), nullptr}, {.restart = 2});
  const std::string bytes = bytes_of(folder / "a.jpg");
  const std::size_t marker = bytes.find("\xff\xd1");
  ASSERT_NE(marker, std::string::npos);
  write_bytes(folder / "more.jpg", std::string(bytes).insert(marker, "stray"));
  EXPECT_THAT(read_image(folder / "more.jpg").notes, testing::ElementsAre(HasSubstr("is damaged")));
  EXPECT_THAT(read_error(folder / "more.jpg", {.strict = true}).what(), HasSubstr("extraneous bytes"));
}

TEST(DamageTest, NotesOnOddBytesComeWithTheRowsAndOnce) {
  const Folder folder;
  write_image(folder / "a.jpg", {noise({96, 80}, {SampleType::u8, 3}), nullptr});
  std::string bytes = bytes_of(folder / "a.jpg");
  write_bytes(folder / "stray.jpg", bytes.insert(bytes.find("\xff\xdb"), "stray"));
  RowReader reader(folder / "stray.jpg");
  std::vector<std::byte> row(96 * 3);
  EXPECT_THAT(reader.notes(), testing::IsEmpty());
  for (std::int64_t y = 0; y < 40; ++y) reader.read(y, 1, row.data());
  EXPECT_THAT(reader.notes(), testing::ElementsAre(HasSubstr("no pixel suffers")));
}

TEST(DamageTest, AJpegOfAnotherRevisionHasAllItsPixels) {
  const Folder folder;
  write_image(folder / "a.jpg", {noise({96, 80}, {SampleType::u8, 3}), nullptr});
  const FileImage whole = read_image(folder / "a.jpg");
  const std::string jfif("\xff\xe0\0\x10JFIF\0\0\0\0\0\x01\0\x01\0\0", 18);
  write_bytes(folder / "old.jpg", bytes_of(folder / "a.jpg").insert(2, jfif));
  for (const bool strict : {false, true}) {
    const FileImage old = read_image(folder / "old.jpg", {.strict = strict});
    EXPECT_TRUE(same_pixels(old.image, whole.image));
    EXPECT_THAT(old.notes, testing::ElementsAre(testing::AllOf(HasSubstr("no pixel suffers"), HasSubstr("0.00"))));
  }
}

// MCUs have at most 16 rows, and the smooth up-sampling of colours reads the next row.
TEST(DamageTest, WhatAJpegHasLostIsGreyAndANoteSaysSo) {
  const Folder folder;
  for (const char* options : {"[Q=80]", "[Q=95]"}) {
    vips_image(noise({96, 800}, {SampleType::u8, 3})).write_to_file(((folder / "a.jpg").string() + options).c_str());
    const Image whole = read_image(folder / "a.jpg").image;
    const std::string bytes = bytes_of(folder / "a.jpg");
    write_bytes(folder / "cut.jpg", bytes.substr(0, bytes.size() * 2 / 3));
    const FileImage cut = read_image(folder / "cut.jpg");
    EXPECT_THAT(cut.notes, testing::ElementsAre(testing::StartsWith("the JPEG file is damaged, what is lost")));
    const auto is_same = [&](std::int64_t y) { return std::memcmp(cut.image.row(y), whole.row(y), 96 * 3) == 0; };
    std::int64_t same = 0;
    while (same < 800 && is_same(same)) ++same;
    EXPECT_THAT(same, testing::AllOf(testing::Gt(400), testing::Lt(700)));
    const auto* lost = reinterpret_cast<const std::uint8_t*>(cut.image.row(same + 18));
    EXPECT_EQ(std::count(lost, lost + 96 * 3, 128), 96 * 3) << options << " from row " << same;
  }
}

TEST(DamageTest, AJpegWithoutAScanIsAnErrorAlways) {
  const Folder folder;
  write_image(folder / "a.jpg", {noise({96, 80}, {SampleType::u8, 3}), nullptr});
  const std::string bytes = bytes_of(folder / "a.jpg");
  const std::size_t scan = bytes.find("\xff\xda");
  for (const std::size_t cut : {std::size_t{2}, std::size_t{30}, scan / 2, scan, scan + 5}) {
    write_bytes(folder / "cut.jpg", bytes.substr(0, cut));
    EXPECT_EQ(read_error(folder / "cut.jpg").kind(), ErrorKind::io) << cut;
  }
  write_bytes(folder / "cut.jpg", bytes.substr(0, scan + 14));
  EXPECT_THAT(read_image(folder / "cut.jpg").notes, testing::SizeIs(1));
}

class Corrupted : public testing::TestWithParam<std::string> {};

TEST_P(Corrupted, IsAnErrorOrAValidImage) {
  const Folder folder;
  const std::string suffix = GetParam();
  const SampleType type = suffix == ".pfm" ? SampleType::f32 : SampleType::u8;
  write_image(folder / ("whole" + suffix), {ramp({24, 16}, {type, 3}), nullptr});
  const std::string whole = bytes_of(folder / ("whole" + suffix));
  std::mt19937 random(20240601);
  for (int round = 0; round < 60; ++round) {
    std::string bytes = whole;
    for (int i = 0; i <= round % 4; ++i) {
      const std::size_t reach = round % 2 == 0 ? std::min<std::size_t>(64, bytes.size()) : bytes.size();
      bytes[random() % reach] = static_cast<char>(random());
    }
    write_bytes(folder / ("bad" + suffix), bytes);
    try {
      const FileImage file = read_image(folder / ("bad" + suffix));
      EXPECT_GE(file.image.width(), 1);
      EXPECT_GE(file.image.format().channels, 1);
    } catch (const Error& error) {
      EXPECT_TRUE(error.kind() == ErrorKind::io || error.kind() == ErrorKind::unsupported) << error.what();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Corrupted, testing::Values(".png", ".jpg", ".tif", ".webp", ".ppm", ".pfm", ".v"),
                         without_dot);

TEST(DamageTest, ASizeBeyondAllLimitsIsRefused) {
  const Folder folder;
  write_bytes(folder / "huge.ppm", "P6\n9000000 9000000\n255\nabc");
  const Error error = read_error(folder / "huge.ppm");
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("9000000 x 9000000 pixels; allowed are 1073741824"));
}

TEST(DamageTest, FieldsThatAVipsFileInventsReachNoSaver) {
  const Folder folder;
  auto source = vips_image(noise({9, 5}, {SampleType::u8, 3}));
  for (const char* name : {"exif-ifd2999999999-ExifVersion", "exif-ifd-1-Orientation", "exif-ifd0-Rating"})
    source.set(name, "1 (1, Short, 1 components, 2 bytes)");
  source.write_to_file((folder / "a.v").c_str());
  const FileImage file = read_image(folder / "a.v");
  for (const char* name : {"b.jpg", "b.png", "b.webp", "b.v"}) {
    try {
      write_image(folder / name, file);
      EXPECT_THAT(bytes_of(folder / name), testing::Not(HasSubstr("exif-ifd2999"))) << name;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::io) << error.what();
    }
  }
}

TEST(DamageTest, NothingIsPrinted) {
  const Folder folder;
  write_image(folder / "a.jpg", {noise({96, 80}, {SampleType::u8, 3}), nullptr});
  write_image(folder / "a.tif", {noise({96, 80}, {SampleType::u8, 3}), nullptr});
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  for (const char* name : {"a.jpg", "a.tif"})
    for (const std::size_t cut : {100U, 300U, 2000U, 3000U}) {
      write_bytes(folder / "cut", bytes_of(folder / name).substr(0, cut));
      EXPECT_THROW(read_image(folder / "cut", {.strict = true}), Error);
      const bool has_scan = cut > 1000 && std::string_view(name) == "a.jpg";
      EXPECT_EQ(has_scan ? read_image(folder / "cut").notes.size() : 0, has_scan);
    }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace lenslet::test
