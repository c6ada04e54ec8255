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
        const Image image = noise({50, 40}, {SampleType::u16, 3}, 100 * t + i);
        const auto path = folder / (std::to_string(t) + suffix);
        write_image(path, {image, nullptr});
        if (same_pixels(read_image(path).image, image)) ++right;
        if (read_error(folder / "bad.png").kind() == ErrorKind::io) ++right;
      }
    });
  threads.clear();
  EXPECT_EQ(right, 8 * 10 * 2);
}

// The file's last rows have lost some data.
void write_damaged_jpeg(const Folder& folder, const std::string& name) {
  vips_image(noise({96, 80}, {SampleType::u8, 3})).write_to_file(((folder / name).string() + "[Q=95]").c_str());
  std::string bytes = bytes_of(folder / name);
  bytes.erase(bytes.size() - 7, 5);
  write_bytes(folder / name, bytes);
}

// A file is judged only by its own damage, whatever other threads and the application report at the same time.
TEST(ThreadsTest, DamageOfAFileIsSeenAmongOtherDamagedFiles) {
  const Folder folder;
  write_damaged_jpeg(folder, "bad.jpg");
  write_image(folder / "a.tif", {noise({90, 80}, {SampleType::u8, 3}), nullptr});
  write_bytes(folder / "cut.tif", bytes_of(folder / "a.tif").substr(0, 9000));
  std::atomic<int> refused{0}, noted{0};
  const std::jthread application([](const std::stop_token& stop) {
    while (!stop.stop_requested()) vips_error("application", "%s", "another file is damaged");
  });
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < 6; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 30; ++i) {
        if (t % 2 == 0) {
          read_error(folder / "cut.tif");
          continue;
        }
        if (read_error(folder / "bad.jpg", {.strict = true}).kind() == ErrorKind::io) ++refused;
        const std::vector<std::string> notes = read_image(folder / "bad.jpg").notes;
        if (notes.size() == 1 && notes.front().starts_with("the JPEG file is damaged")) ++noted;
      }
    });
  threads.clear();
  EXPECT_EQ(refused, 3 * 30);
  EXPECT_EQ(noted, 3 * 30);
}

TEST(ThreadsTest, WritersOfOneFileLeaveOneWholeFile) {
  const Folder folder;
  std::vector<std::jthread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i < 10; ++i)
        write_image(folder / "a.png", {noise({40, 40}, {SampleType::u8, 3}, t), nullptr});
    });
  threads.clear();
  EXPECT_EQ(read_image(folder / "a.png").image.size(), (Size{40, 40}));
  EXPECT_THAT(folder.names(), testing::ElementsAre("a.png"));
}

}  // namespace
}  // namespace lenslet::test
