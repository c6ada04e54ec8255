// Texts that the tool writes go as WriterFailures for files; a target that is no file gets the text, or its beginning
// and an error.
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../unit/ocl_test_support.hpp"
#include "content.hpp"
#include "kinds.hpp"
#include "tool/files/text_file.hpp"

namespace lenslet::failures {
namespace {

namespace fs = std::filesystem;

const std::string text = "a text of some bytes";

class TextFailures : public testing::TestWithParam<Failure> {
 protected:
  fs::path path() const { return folder_.path() / "out.txt"; }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_.path()), {}); }

 private:
  ocl::TemporaryDirectory folder_;
};

// Reads what a pipe holds; its end that is read stays open.
class Reader {
 public:
  explicit Reader(const fs::path& pipe) : file_(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK)) {}
  ~Reader() { ::close(file_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  std::string all() const {
    std::array<char, 100> block{};
    const ssize_t count = ::read(file_, block.data(), block.size());
    return {block.data(), static_cast<std::size_t>(count < 0 ? 0 : count)};
  }

 private:
  int file_;
};

TEST_P(TextFailures, AFileHasTheWholeTextOrTheOldOne) {
  each_failure([&](int n) {
    std::ofstream(path()) << "old";
    const bool done = survives(GetParam(), n, [&] { cli::write_text(path(), text); });
    EXPECT_EQ(content_of(path()), done ? text : "old");
    EXPECT_EQ(files(), 1);
  });
}

TEST_P(TextFailures, APipeStaysAPipe) {
  ASSERT_EQ(::mkfifo(path().c_str(), 0600), 0);
  each_failure([&](int n) {
    const Reader reader(path());
    const bool done = survives(GetParam(), n, [&] { cli::write_text(path(), text); });
    const std::string got = reader.all();
    EXPECT_EQ(got, text.substr(0, got.size()));
    EXPECT_TRUE(!done || got == text) << got;
    EXPECT_TRUE(fs::is_fifo(path()));
    EXPECT_EQ(files(), 1);
  });
}

TEST_P(TextFailures, WhatIsTriedLeavesNothing) {
  each_failure([&](int n) {
    survives(GetParam(), n, [&] { cli::check_writable(path()); });
    EXPECT_EQ(files(), 0);
  });
}

INSTANTIATE_TEST_SUITE_P(Each, TextFailures, testing::ValuesIn(failures_without_sqlite()), name_of);

}  // namespace
}  // namespace lenslet::failures
