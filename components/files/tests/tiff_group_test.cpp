// TIFF files that several processes write, which are threads here. The bytes are those of one process, even if a run is
// continued.
#include <lenslet/tiff_writer.hpp>

#include <atomic>

#include "support.hpp"
#include "writer_threads.hpp"

namespace lenslet::test {
namespace {

using testing::Each;
using testing::HasSubstr;

constexpr std::uint64_t one_row = 1;  // of tiles in a turn

// Writes a process's own rows up to `end`, so many of each part.
void write_parts(const Image& image, std::int64_t end, TiffWriter& writer) {
  for (const RowRange& part : writer.parts())
    for (std::int64_t y = part.begin; y < std::min(part.end, end);) {
      const std::int64_t rows = std::min<std::int64_t>(67, part.end - y);
      writer.write({image.row(y), {image.width(), rows}, image.format(), image.stride()});
      y += rows;
    }
}

void write_by(int count, const std::filesystem::path& path, const Image& image, TiffOptions options) {
  const auto thrown = on_writers(count, [&](const std::shared_ptr<WriterGroup>& group) {
    TiffOptions own = options;
    own.group = group;
    TiffWriter writer(path, {image.format(), image.size()}, own);
    write_parts(image, image.height(), writer);
    EXPECT_EQ(writer.next(), image.height());
    writer.finish();
  });
  EXPECT_THAT(thrown, Each(""));
}

TEST(TiffGroup, HasTheBytesOfOneProcess) {
  const Folder folder;
  for (const SampleType type : {SampleType::u8, SampleType::f32}) {
    const Image image = noise({300, 2300}, {type, 3});
    for (const bool big : {false, true}) {
      const TiffOptions options{.write = {.sync = false}, .big = big};
      write_by(1, folder / "whole.tif", image, options);
      EXPECT_TRUE(same_pixels(read_image(folder / "whole.tif").image, image));
      for (const int count : {2, 3, 5, 7, 16})
        for (const std::uint64_t turn : {one_row, std::uint64_t{900'000}, TiffOptions().turn_bytes}) {
          TiffOptions own = options;
          own.turn_bytes = turn;
          write_by(count, folder / "a.tif", image, own);
          EXPECT_EQ(bytes_of(folder / "a.tif"), bytes_of(folder / "whole.tif")) << count << ", " << turn;
        }
    }
  }
}

// Parts do not overlap, and together are all rows.
TEST(TiffGroup, PartsAreWholeRowsOfTiles) {
  const Folder folder;
  std::atomic<std::int64_t> rows{0};
  on_writers(3, [&](const std::shared_ptr<WriterGroup>& group) {
    const TiffWriter writer(folder / "a.tif", {{SampleType::u8, 1}, {9, 2000}},
                            {.group = group, .turn_bytes = one_row});
    for (const RowRange& part : writer.parts()) {
      EXPECT_EQ(part.begin % 256, 0);
      rows += part.count();
    }
    EXPECT_EQ(writer.next(), writer.parts().front().begin);
  });
  EXPECT_EQ(rows, 2000);
}

TEST(TiffGroup, GoesOnWithOtherNumbersOfProcesses) {
  const Folder folder;
  const Image image = noise({300, 2300}, {SampleType::u16, 3});
  const ImageType type{image.format(), image.size()};
  TiffOptions options{.run = "op: mean\n", .turn_bytes = one_row};
  write_by(1, folder / "whole.tif", image, {});
  std::int64_t before = 0;
  for (const auto& [count, end] : {std::pair{3, 1900}, {1, 2100}, {4, 2200}}) {
    std::atomic<std::int64_t> next{0};
    on_writers(count, [&, last = end](const std::shared_ptr<WriterGroup>& group) {
      TiffOptions own = options;
      own.group = group;
      TiffWriter writer(folder / "a.tif", type, own);
      if (group->rank() == 0) next = writer.next();
      write_parts(image, last, writer);
      throw Error(ErrorKind::io, "the end");
    });
    EXPECT_GE(next, before);
    before = next;
  }
  EXPECT_GT(before, 0);
  write_by(2, folder / "a.tif", image, options);
  EXPECT_EQ(bytes_of(folder / "a.tif"), bytes_of(folder / "whole.tif"));
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.tif", "whole.tif"}));
}

TEST(TiffGroup, AFullDiskLeavesNoFile) {
  const Folder folder;
  const Image image = noise({300, 2300}, {SampleType::u8, 3});
  const FileLimit limit(500'000);
  const auto thrown = on_writers(3, [&](const std::shared_ptr<WriterGroup>& group) {
    TiffWriter writer(folder / "a.tif", {image.format(), image.size()}, {.group = group, .turn_bytes = one_row});
    write_parts(image, image.height(), writer);
    writer.finish();
  });
  EXPECT_THAT(thrown, testing::Contains(HasSubstr("a.tif': File too large")));
  EXPECT_THAT(folder.names(), testing::IsEmpty());
}

TEST(TiffGroup, AllThrowWhatTheFirstDoes) {
  const Folder folder;
  const auto refusals = [&](const std::filesystem::path& path, bool pyramid) {
    return on_writers(3, [&](const std::shared_ptr<WriterGroup>& group) {
      TiffWriter(path, {{SampleType::u8, 1}, {9, 9}}, {.pyramid = pyramid, .group = group});
    });
  };
  EXPECT_THAT(refusals(folder / "none" / "a.tif", false), Each(HasSubstr("No such file or directory")));
  EXPECT_THAT(refusals(folder / "a.tif", true), Each(HasSubstr("a pyramid in a file of 3 writers; allowed is one")));
}

TEST(TiffGroup, RowsOfOthersAreRefused) {
  const Folder folder;
  const Image image = noise({9, 600}, {SampleType::u8, 1});
  const auto thrown = on_writers(2, [&](const std::shared_ptr<WriterGroup>& group) {
    TiffWriter writer(folder / "a.tif", {image.format(), image.size()}, {.group = group});
    writer.write(image);
  });
  EXPECT_THAT(thrown, Each(HasSubstr("rows are next; the image has 9 x 600, of u8 x 1")));
}

// On a host that does not share the folder, the first process's name leads to another file.
TEST(TiffGroup, AFolderThatIsNotSharedIsNamed) {
  const Folder folder;
  struct Elsewhere : WriterGroup {
    Elsewhere(std::shared_ptr<WriterGroup> of, std::string there) : group(std::move(of)), name(std::move(there)) {}
    int rank() const override { return group->rank(); }
    int count() const override { return group->count(); }
    void meet(const Error* failure) override { group->meet(failure); }
    std::string text_of_first(const std::string& mine) override {
      const std::string text = group->text_of_first(mine);
      return rank() == 0 ? text : text.substr(0, text.find('/')) + name;
    }
    void begin_exchange(std::vector<std::uint64_t> mine, bool to_all) override {
      group->begin_exchange(std::move(mine), to_all);
    }
    bool has_ended() override { return group->has_ended(); }
    std::vector<std::uint64_t> take_exchanged() override { return group->take_exchanged(); }
    std::shared_ptr<WriterGroup> group;
    std::string name;
  };
  write_bytes(folder / "b.tif", "another");
  for (const char* name : {"b.tif", "none.tif"}) {
    const auto thrown = on_writers(2, [&](const std::shared_ptr<WriterGroup>& group) {
      TiffWriter(folder / "a.tif", {{SampleType::u8, 1}, {9, 900}},
                 {.group = std::make_shared<Elsewhere>(group, (folder / name).string())});
    });
    EXPECT_THAT(thrown, Each(HasSubstr("allowed is a folder that all hosts see under one name"))) << name;
    EXPECT_EQ(folder.names(), std::vector<std::string>{"b.tif"});
  }
}

}  // namespace
}  // namespace lenslet::test
