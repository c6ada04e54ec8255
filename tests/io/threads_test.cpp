// Many threads read and write at once, some of them files that cannot be read.
#include "support.hpp"

#include <atomic>
#include <thread>

namespace lenslet::test {
namespace {

TEST(ThreadsTest, ReadAndWriteTogether) {
  const Folder folder;
  write_bytes(folder / "bad.png", "text");
  std::atomic<int> right{0};
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      const std::string suffix = t % 2 == 0 ? ".png" : ".tif";
      for (unsigned i = 0; i < 10; ++i) {
        const Image image = noise({50, 40}, {PixelType::u16, 3}, 100 * t + i);
        const auto path = folder / (std::to_string(t) + suffix);
        write_image(path, {image, nullptr});
        if (same_pixels(read_image(path).image, image)) ++right;
        if (read_error(folder / "bad.png").kind() == ErrorKind::io) ++right;
      }
    });
  threads.clear();
  EXPECT_EQ(right, 8 * 10 * 2);
}

TEST(ThreadsTest, WritersOfOneFileLeaveOneWholeFile) {
  const Folder folder;
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 10; ++i)
        write_image(folder / "a.png", {noise({40, 40}, {PixelType::u8, 3}, t), nullptr});
    });
  threads.clear();
  EXPECT_EQ(read_image(folder / "a.png").image.size(), (Size{40, 40}));
  EXPECT_THAT(folder.names(), testing::ElementsAre("a.png"));
}

}  // namespace
}  // namespace lenslet::test
