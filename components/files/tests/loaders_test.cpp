// Which files are opened at all, and under which name.
#include "support.hpp"

namespace lenslet::test {
namespace {

using testing::HasSubstr;

constexpr const char* svg = R"(<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>)";
constexpr const char* pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n";

TEST(LoadersTest, FormatsThatOpenFilesOrRunProgramsAreRefusedWhateverTheirName) {
  const Folder folder;
  const std::string late = "<?xml version=\"1.0\"?><!--" + std::string(1500, ' ') + "-->" + (svg + 21);
  const std::pair<const char*, std::string> files[] = {
      {"a.png", svg},
      {"b.jpg", late},
      {"c.tif", pdf},
      {"d.csv", "1,2\n3,4\n"},
      {"e.mat", "MATLAB 5.0 MAT-file"},
      {"f.xpm", "/* XPM */\nstatic char *x[]={\"1 1 1 1\",\"a c #fff\",\"a\"};"}};
  for (const auto& [name, bytes] : files) {
    write_bytes(folder / name, bytes);
    const Error error = read_error(folder / name);
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_THAT(error.what(), HasSubstr("not an image in a format that is read safely")) << name;
    EXPECT_THAT(error.what(), HasSubstr("--unsafe-loaders (ReadOptions::unsafe_loaders)")) << name;
    EXPECT_THROW(read_image_header(folder / name), Error) << name;
  }
}

TEST(LoadersTest, TheOptionAllowsThem) {
  if (!is_writable("a.fits")) GTEST_SKIP() << "this libvips has no FITS";
  const Folder folder;
  const Image image = noise({9, 5}, {SampleType::u16, 1});
  write_image(folder / "a.fits", {image, nullptr});
  EXPECT_THAT(read_error(folder / "a.fits").what(), HasSubstr("--unsafe-loaders"));
  EXPECT_TRUE(same_pixels(read_image(folder / "a.fits", any_format).image, image));
  EXPECT_EQ(read_image_header(folder / "a.fits", any_format).file_format, "fits");
  write_bytes(folder / "text.png", "just a line of text\n");
  EXPECT_THROW(read_image(folder / "text.png", any_format), Error);
}

// Changes the working folder, and returns to the old one at the end.
class Inside {
 public:
  explicit Inside(const std::filesystem::path& folder) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder);
  }
  ~Inside() { std::filesystem::current_path(before_); }

 private:
  std::filesystem::path before_;
};

TEST(LoadersTest, NamesMeanNothing) {
  const Folder folder;
  std::filesystem::create_directory(folder / "in[1](2)");
  const Inside inside(folder / "in[1](2)");
  const Image image = noise({9, 5}, {SampleType::u8, 1});
  for (const std::string name : {"~$a", "~root", "a.png[page=2]", "-", "!a", "a(b)", "http:a", "%d", "a+1"}) {
    for (const std::string suffix : {".png", ".tif", ".fits", ".v"}) {
      const std::filesystem::path path = name + suffix;
      if (!is_writable(path)) continue;
      ASSERT_NO_THROW(write_image(path, {image, nullptr})) << path;
      EXPECT_TRUE(std::filesystem::is_regular_file(path)) << path;
      EXPECT_TRUE(same_pixels(read_image(path, any_format).image, image)) << path;
    }
    write_bytes(name + ".txt", "hi");
    EXPECT_THAT(read_error(name + ".txt").what(), HasSubstr("not an image")) << name;
    EXPECT_THROW(read_image(name + ".txt", any_format), Error) << name;
  }
}

}  // namespace
}  // namespace lenslet::test
