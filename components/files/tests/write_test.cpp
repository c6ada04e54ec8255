// What write_image refuses, and what it leaves on the disk when it fails.
#include "support.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <csignal>

#include "system/temporary_folder.hpp"
#include "system/unfinished_files.hpp"

// The program's own function replaces the C library's.
static int syncs = 0;
extern "C" int fsync(int file) {
  ++syncs;
  return static_cast<int>(::syscall(SYS_fsync, file));
}

namespace lenslet::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

FileImage picture(PixelFormat format) {
  return {noise({64, 64}, format), nullptr};
}

// Files of this process cannot grow beyond `bytes`, as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit{bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit old_{};
  void (*handler_)(int);
};

TEST(WriteTest, RefusesWhatTheFormatCannotHoldAndNamesOthers) {
  const Folder folder;
  const struct {
    const char* name;
    PixelFormat format;
    const char* said;
    const char* offered;
  } cases[] = {
      {"a.jpg", {SampleType::u8, 4, true}, ".jpg cannot hold alpha; use", ".png"},
      {"a.jpg", {SampleType::u8, 2, true}, ".jpg cannot hold alpha; use", ".webp"},
      {"a.jpg", {SampleType::u8, 4, false}, "4 channels without alpha", ".tif"},
      {"a.jpg", {SampleType::u16, 3}, "samples of type u16", ".png"},
      {"a.jpg", {SampleType::f32, 3}, "samples of type f32", ".tif"},
      {"a.png", {SampleType::f32, 1}, "samples of type f32", ".pfm"},
      {"a.png", {SampleType::f16, 1}, "samples of type f32", ".tif"},
      {"a.png", {SampleType::u8, 2, false}, "2 channels without alpha", ".tif"},
      {"a.webp", {SampleType::u16, 3}, "samples of type u16", ".tif"},
      {"a.pgm", {SampleType::u8, 3}, "colour", ".ppm"},
      {"a.ppm", {SampleType::u8, 4, true}, "alpha", ".png"},
      {"a.pfm", {SampleType::u8, 3}, "samples of type u8", ".ppm"},
  };
  for (const auto& c : cases) {
    const Error error = write_error(folder / c.name, picture(c.format));
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_THAT(error.what(), HasSubstr(c.said));
    EXPECT_THAT(error.what(), HasSubstr(c.offered));
  }
  EXPECT_THAT(folder.names(), ElementsAre());
}

TEST(WriteTest, RefusesSidesThatTheFormatCannotHold) {
  const Folder folder;
  const FileImage wide{Image({16384, 1}, {SampleType::u8, 3}), nullptr};
  EXPECT_THAT(write_error(folder / "a.webp", wide).what(), HasSubstr("16384 x 1 pixels (at most 16383 a side)"));
  const FileImage tall{Image({1, 65501}, {SampleType::u8, 3}), nullptr};
  EXPECT_THAT(write_error(folder / "a.jpg", tall).what(), HasSubstr("at most 65500 a side"));
}

TEST(WriteTest, AnUnknownSuffixListsTheKnownOnes) {
  const Folder folder;
  for (const char* name : {"a.xyz", "a", "a.tga", ".png", "a.png.bak"}) {
    const Error error = write_error(folder / name, picture({}));
    EXPECT_EQ(error.kind(), ErrorKind::unsupported);
    EXPECT_THAT(error.what(), HasSubstr(".png, .jpg, .tif")) << name;
  }
}

TEST(WriteTest, QualityIsOneToAHundred) {
  const Folder folder;
  for (const int quality : {0, 101, -5})
    EXPECT_EQ(write_error(folder / "a.jpg", picture({}), {.quality = quality}).kind(), ErrorKind::invalid_argument);
}

TEST(WriteTest, TargetsThatCannotBeAreErrorsOfKindIo) {
  const Folder folder;
  write_bytes(folder / "file", "a file");
  std::filesystem::create_directory(folder / "folder.png");
  for (const char* name : {"file/a.png", "missing/a.png", "folder.png"}) {
    const Error error = write_error(folder / name, picture({}));
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_THAT(error.what(), HasSubstr(name));
  }
  EXPECT_THAT(folder.names(), ElementsAre("file", "folder.png"));
}

TEST(WriteTest, WithoutOverwriteAnExistingFileIsAnError) {
  const Folder folder;
  write_bytes(folder / "a.png", "old");
  EXPECT_THAT(write_error(folder / "a.png", picture({}), {.overwrite = false}).what(), HasSubstr("exists"));
  EXPECT_EQ(bytes_of(folder / "a.png"), "old");
  write_image(folder / "b.png", picture({}), {.overwrite = false});
  EXPECT_THAT(folder.names(), ElementsAre("a.png", "b.png"));
}

class FullDiskTest : public testing::TestWithParam<std::string> {};

TEST_P(FullDiskTest, LeavesTheOldFileAndNoOther) {
  const Folder folder;
  const std::string name = "a" + GetParam();
  write_bytes(folder / name, "old");
  const SampleType type = GetParam() == ".pfm" ? SampleType::f32 : SampleType::u8;
  const bool bits = GetParam() == ".pbm";
  const PixelFormat wanted{type, bits || GetParam() == ".pgm" ? 1 : 3};
  const FileImage image{bits ? ink({300, 300}, wanted) : noise({300, 300}, wanted), nullptr};
  {
    const FullDisk full(5000);
    const Error error = write_error(folder / name, image);
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_THAT(error.what(), HasSubstr(name + "': File too large"));
  }
  EXPECT_EQ(bytes_of(folder / name), "old");
  EXPECT_THAT(folder.names(), ElementsAre(name));
  write_image(folder / name, image);
  EXPECT_EQ(read_image(folder / name, any_format).image.size(), (Size{300, 300}));
  EXPECT_THAT(folder.names(), ElementsAre(name));
}

std::vector<std::string> all_suffixes() {
  std::vector<std::string> result;
  for (const FileFormat& format : writable_formats()) result.push_back(format.suffix);
  return result;
}

INSTANTIATE_TEST_SUITE_P(Formats, FullDiskTest, testing::ValuesIn(all_suffixes()), without_dot);

TEST(WriteTest, KeepsLinksAndPermissionsOfTheFileThatItReplaces) {
  const Folder folder;
  write_image(folder / "a.png", picture({}));
  std::filesystem::permissions(folder / "a.png", std::filesystem::perms{0640});
  std::filesystem::create_symlink("a.png", folder / "link.png");
  write_image(folder / "link.png", picture({SampleType::u8, 3}));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.png"));
  EXPECT_EQ(read_image(folder / "a.png").image.format().channels, 3);
  EXPECT_EQ(std::filesystem::status(folder / "a.png").permissions(), std::filesystem::perms{0640});
}

TEST(WriteTest, ANewFileHasTheUsersPermissionsInEveryFormat) {
  const Folder folder;
  const mode_t old = ::umask(027);
  for (const FileFormat& format : writable_formats()) {
    const std::filesystem::path path = folder / ("a" + format.suffix);
    const FileImage image{ink({64, 64}, {format.types.front(), 1}), nullptr};
    write_image(path, image);
    EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms{0640}) << path;
    std::filesystem::permissions(path, std::filesystem::perms{0600});
    write_image(path, image);
    EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms{0600}) << path;
  }
  ::umask(old);
}

TEST(WriteTest, WaitsForTheDiskUnlessItNeedNot) {
  const Folder folder;
  for (const char* name : {"a.png", "a.tif", "a.jp2", "a.fits"}) {
    if (!is_writable(name)) continue;
    const int before = syncs;
    write_image(folder / name, picture({}), {.sync = false});
    EXPECT_EQ(syncs, before) << name;
    write_image(folder / name, picture({}));
    EXPECT_EQ(syncs, before + 1) << name;
  }
}

TEST(WriteTest, ASignalRemovesTheFolderOfFits) {
  std::filesystem::path folder;
  {
    const system::TemporaryFolder used({"image.fits"});
    folder = used.path();
    write_bytes(folder / "image.fits", "half");
    EXPECT_EQ(std::filesystem::status(folder).permissions(), std::filesystem::perms{0700});
    system::remove_unfinished_files();
    EXPECT_FALSE(std::filesystem::exists(folder));
    std::filesystem::create_directory(folder);
  }
  EXPECT_FALSE(std::filesystem::exists(folder));
}

TEST(WriteTest, WritableFormatsHaveTheCommonOnes) {
  const auto formats = writable_formats();
  const auto find = [&](std::string_view suffix) {
    return *std::find_if(formats.begin(), formats.end(), [&](const auto& f) { return f.suffix == suffix; });
  };
  EXPECT_THAT(find(".png").types, ElementsAre(SampleType::u8, SampleType::u16));
  EXPECT_THAT(find(".tif").types, ElementsAre(SampleType::u8, SampleType::i8, SampleType::u16, SampleType::i16,
                                              SampleType::u32, SampleType::i32, SampleType::f32, SampleType::f64));
  EXPECT_THAT(find(".jpg").types, ElementsAre(SampleType::u8));
  EXPECT_TRUE(is_writable("folder.txt/a.PNG"));
  EXPECT_FALSE(is_writable("a.png/b.txt"));
  EXPECT_FALSE(is_writable("png"));
  EXPECT_TRUE(find(".png").alpha);
  EXPECT_FALSE(find(".jpg").alpha);
}

}  // namespace
}  // namespace lenslet::test
