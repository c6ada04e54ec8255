// Files that are written: whatever fails, a file's name leads to the old content or to the new, and nothing is left
// beside it.
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../unit/ocl_test_support.hpp"
#include "content.hpp"
#include "kinds.hpp"
#include "system/target_file.hpp"

namespace lenslet::failures {
namespace {

namespace fs = std::filesystem;

class WriterFailures : public testing::TestWithParam<Failure> {
 protected:
  // The same for a file that is there and one that is not.
  void test(const std::string& old) {
    const fs::path path = folder_.path() / "out.txt";
    each_failure([&](int n) {
      fs::remove(path);
      if (!old.empty()) std::ofstream(path) << old;
      const bool done = survives(GetParam(), n, [&] {
        system::TargetFile file(path, {});
        file.write("new ");
        file.write("content");
        file.commit();
      });
      EXPECT_EQ(content_of(path), done ? "new content" : old);
      EXPECT_EQ(files(), done || !old.empty() ? 1 : 0);
    });
  }

 private:
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_.path()), {}); }

  ocl::TemporaryDirectory folder_;
};

TEST_P(WriterFailures, ANewFileIsWholeOrNotThere) {
  test("");
}

TEST_P(WriterFailures, AnOldFileIsReplacedOrAsItWas) {
  test("old content");
}

INSTANTIATE_TEST_SUITE_P(Each, WriterFailures, testing::ValuesIn(failures_without_sqlite()), name_of);

}  // namespace
}  // namespace lenslet::failures
