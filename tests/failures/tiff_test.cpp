// TIFF files that are written row by row: whatever fails, the file is whole or not there, and a run that goes on makes
// the bytes that it would have made at once.
#include <filesystem>
#include <iterator>

#include <lenslet/tiff_writer.hpp>

#include "../unit/ocl_test_support.hpp"
#include "content.hpp"
#include "kinds.hpp"

namespace lenslet::failures {
namespace {

namespace fs = std::filesystem;

// Three rows of tiles, and levels of two and one.
class TiffFailures : public testing::TestWithParam<Failure> {
 protected:
  TiffFailures() : image_({20, 600}, {SampleType::u8, 1}) {
    for (std::int64_t y = 0; y < image_.height(); ++y)
      for (std::int64_t x = 0; x < image_.width(); ++x) image_.row(y)[x] = static_cast<std::byte>(x * y);
    write("whole.tif", "");
  }

  // Ends early unless all rows are to be written.
  void write(const char* name, const std::string& run, std::int64_t end = 600) {
    TiffWriter writer(folder_.path() / name, {image_.format(), image_.size()}, {.pyramid = true, .run = run});
    for (std::int64_t y = writer.next(); y < end; ++y)
      writer.write({image_.row(y), {image_.width(), 1}, image_.format(), image_.stride()});
    if (end == image_.height()) writer.finish();
  }

  void test(std::int64_t begun) {
    each_failure([&](int n) {
      fs::remove(folder_.path() / "a.tif");
      if (begun > 0) write("a.tif", "op: mean\n", begun);
      const bool done = survives(GetParam(), n, [&] { write("a.tif", "op: mean\n"); });
      EXPECT_EQ(content("a.tif"), done ? content("whole.tif") : "");
      write("a.tif", "op: mean\n");
      EXPECT_EQ(content("a.tif"), content("whole.tif"));
      EXPECT_EQ(files(), 2);
    });
  }

  std::string content(const char* name) const { return content_of(folder_.path() / name); }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_.path()), {}); }

  ocl::TemporaryDirectory folder_;
  Image image_;
};

TEST_P(TiffFailures, AFileIsWholeOrNotThere) {
  each_failure([&](int n) {
    fs::remove(folder_.path() / "a.tif");
    const bool done = survives(GetParam(), n, [&] { write("a.tif", ""); });
    EXPECT_EQ(content("a.tif"), done ? content("whole.tif") : "");
    EXPECT_EQ(files(), done ? 2 : 1);
  });
}

TEST_P(TiffFailures, ARunGoesOnFromItsFailure) {
  test(0);
}

TEST_P(TiffFailures, ARunThatGoesOnGoesOnAgain) {
  test(550);
}

INSTANTIATE_TEST_SUITE_P(Each, TiffFailures, testing::ValuesIn(failures_without_sqlite()), name_of);

}  // namespace
}  // namespace lenslet::failures
