// An op on files of any size: the bits of the whole image, in runs that end early and go on, too.
#include <lenslet/run_rows.hpp>

#include <cstring>
#include <stdexcept>

#include <lenslet/ops.hpp>
#include <lenslet/pipeline.hpp>

#include "support.hpp"

namespace lenslet::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint64_t memory = 1'000'000;

// The first of two processes, of which the other has another run.
class Disagreeing : public StripGroup {
 public:
  int rank() const override { return 0; }
  int count() const override { return 2; }
  void check_same(const std::string& what, const std::string& text) override {
    throw Error(ErrorKind::unsupported, "they disagree about " + what + ": " + text);
  }
  std::string text_of_first(const std::string& mine) override { return mine; }
  void together(const std::function<void()>& work) override { work(); }
  void sum(std::vector<std::uint64_t>&) override {}
  Work merged(const Session&, const Work& work, const std::vector<ReadRows>&, const StripOptions&) override {
    return work;
  }
  GroupStrips strips(const Session&, const Plan&, std::vector<ImageType>, std::vector<ReadRows>,
                     const StripOptions&) override {
    return {};
  }
  std::shared_ptr<WriterGroup> writers() const override { return {}; }
};

class RunRows : public testing::Test {
 protected:
  RunRows() {
    write_image(folder / "in.tif", {image, {}}, {.sync = false});
    write_image(folder / "in.png", {image, {}}, {.sync = false});
  }

  RowRun to(const std::string& name) const {
    return {.output = folder / name, .strips = {.memory = memory}, .write = {.sync = false}};
  }

  RowReport run(const Call& call, const RowRun& to) const { return run_rows(session, call, {folder / "in.tif"}, to); }

  Image whole(const Call& call) const { return session.run(call, image).images.front(); }

  // Has the run end once it is at this row, as by a signal. A run that goes on tells where it begins.
  static void end_at(std::int64_t row, RowRun& run) {
    run.progress = [row](const RowProgress& now) {
      if (now.rows >= row) throw std::runtime_error("enough");
    };
  }

  void leave_unfinished(const Call& call, RowRun run) const {
    end_at(image.height() - 1, run);
    EXPECT_THROW(this->run(call, run), std::runtime_error);
  }

  const Folder folder;
  const Session session{{.cache = false}};
  const Image image = noise({400, 1500}, {SampleType::u8, 3});
  const Call mean = ops::Mean{.ksize = 5};
};

TEST_F(RunRows, HasTheBitsOfTheWhole) {
  for (const char* name : {"out.tif", "out.png"}) {
    const RowReport report = run(mean, to(name));
    EXPECT_TRUE(same_pixels(read_image(folder / name).image, whole(mean))) << name;
    EXPECT_EQ(report.output, (ImageType{image.format(), image.size()}));
    EXPECT_GT(report.timing.launches, 1);
    EXPECT_LE(report.memory_bytes, memory);
  }
}

TEST_F(RunRows, TellsEachPassAndThenTheOutput) {
  const Call call = Pipeline::parse("grey | otsu");
  RowRun run = to("out.tif");
  std::vector<std::string> files;
  std::int64_t last = 0;
  run.progress = [&](const RowProgress& now) {
    if (now.rows == 0)
      files.push_back(now.file);
    else
      EXPECT_GE(now.rows, last);
    last = now.rows;
    EXPECT_EQ(now.size, image.size());
    EXPECT_EQ(now.first, 0);
  };
  this->run(call, run);
  EXPECT_THAT(files, ElementsAre(folder / "in.tif", folder / "out.tif"));
  EXPECT_EQ(last, image.height());
  EXPECT_TRUE(same_pixels(read_image(folder / "out.tif").image, whole(call)));
}

TEST_F(RunRows, GoesOnWithWhatIsFinished) {
  run(mean, to("whole.tif"));
  RowRun run = to("out.tif");
  run.resume = true;
  leave_unfinished(mean, run);
  EXPECT_THAT(folder.names(), testing::IsSupersetOf({"out.tif.part", "out.tif.journal"}));
  std::vector<std::int64_t> begins;
  run.progress = [&](const RowProgress& now) {
    if (now.rows == now.first) begins.push_back(now.first);
  };
  this->run(mean, run);
  ASSERT_EQ(begins.size(), 1);
  EXPECT_GE(begins.front(), 256);
  EXPECT_EQ(bytes_of(folder / "out.tif"), bytes_of(folder / "whole.tif"));
  EXPECT_THAT(folder.names(), ElementsAre("in.png", "in.tif", "out.tif", "whole.tif"));
}

TEST_F(RunRows, RefusesToGoOnWithAnotherRun) {
  RowRun run = to("out.tif");
  run.resume = true;
  leave_unfinished(mean, run);
  const auto refusal = [&](const Call& call) { return std::string(error_of([&] { this->run(call, run); }).what()); };
  EXPECT_THAT(refusal(ops::Mean{.ksize = 7}),
              HasSubstr("is of another run: it says 'op: \"mean\" ksize=5 ksize_y=0', and this one"));
  const auto time = std::filesystem::last_write_time(folder / "in.tif");
  std::filesystem::last_write_time(folder / "in.tif", time + std::chrono::seconds(1));
  EXPECT_THAT(refusal(mean), HasSubstr("is of another run: it says 'input: "));
  std::filesystem::last_write_time(folder / "in.tif", time);
  this->run(mean, run);
}

TEST_F(RunRows, LeavesNothingOfARunThatFails) {
  for (const char* name : {"out.tif", "out.png"}) {
    RowRun run = to(name);
    end_at(700, run);
    EXPECT_THROW(this->run(mean, run), std::runtime_error);
    run = to(name);
    run.strips.memory = 1000;
    run.resume = run.output.extension() == ".tif";
    EXPECT_THAT(error_of([&] { this->run(mean, run); }).what(), HasSubstr("the least that strips of"));
    EXPECT_THAT(folder.names(), ElementsAre("in.png", "in.tif"));
  }
}

TEST_F(RunRows, RefusesWhatItCannotWrite) {
  const auto refusal = [&](const Call& call, const RowRun& run, int inputs = 1) {
    const std::vector<std::filesystem::path> files(static_cast<std::size_t>(inputs), folder / "in.tif");
    return std::string(error_of([&] { run_rows(session, call, files, run); }).what());
  };
  RowRun run = to("out.png");
  run.resume = true;
  EXPECT_THAT(refusal(mean, run), HasSubstr("a run that goes on is for results in TIFF files; '"));
  run = to("out.png");
  run.pyramid = true;
  EXPECT_THAT(refusal(mean, run), HasSubstr("a pyramid is for results in TIFF files; '"));
  run = to("out.png");
  run.to_u8 = true;
  EXPECT_THAT(refusal(mean, run), HasSubstr("a result of u8 is scaled to u8; allowed is u16"));
  EXPECT_THAT(refusal(ops::Split{}, to("out.tif")), HasSubstr("3 results, of which the first is"));
  EXPECT_THAT(folder.names(), ElementsAre("in.png", "in.tif"));
}

TEST_F(RunRows, OfSeveralProcessesAreTheSame) {
  Disagreeing group;
  RowRun run = to("out.tif");
  run.group = &group;
  EXPECT_THAT(error_of([&] { this->run(mean, run); }).what(),
              testing::StartsWith("they disagree about the runs: op: \"mean\" ksize=5 ksize_y=0, border by the op "));
  const RowInput input = open_rows(folder / "in.tif");
  RowReport report;
  const Work work{mean, {input.type}, {}};
  EXPECT_THAT(error_of([&] {
                run_rows(DeviceGroup({session, session}), work, {input}, run, report);
              }).what(),
              HasSubstr("2 sessions in a process of several; allowed is 1"));
  EXPECT_THAT(folder.names(), ElementsAre("in.png", "in.tif"));
}

TEST_F(RunRows, ScalesToBytes) {
  const Image deep = noise({90, 300}, {SampleType::u16, 1});
  write_image(folder / "deep.tif", {deep, {}});
  RowRun run = to("out.png");
  run.to_u8 = true;
  EXPECT_EQ(run_rows(session, mean, {folder / "deep.tif"}, run).output.format.type, SampleType::u8);
  const Image made = read_image(folder / "out.png").image;
  EXPECT_TRUE(same_pixels(made, scaled_to_u8(session.run(mean, deep).images.front())));
}

// Rows of what is no file, on two devices.
TEST_F(RunRows, TakesRowsOfAnySource) {
  const ReadRows rows = [this](std::int64_t first, std::int64_t count, std::byte* to) {
    std::memcpy(to, image.row(first), static_cast<std::size_t>(count * image.stride()));
  };
  const RowInput input{.name = "camera", .type = {image.format(), image.size()}, .rows = [&] { return rows; }};
  RowReport report;
  const Work work{Pipeline::parse("grey | otsu"), {input.type}, {}};
  run_rows(DeviceGroup({session, session}), work, {input}, to("out.tif"), report);
  EXPECT_TRUE(same_pixels(read_image(folder / "out.tif").image, whole(work.call)));
  EXPECT_EQ(report.shares.size(), 2);
  EXPECT_EQ(report.counted.size(), 2);
  const Work other{mean, {ImageType{image.format(), {400, 1499}}}, {}};
  EXPECT_THAT(error_of([&] { run_rows(DeviceGroup({session}), other, {input}, to("a.tif"), report); }).what(),
              HasSubstr("'camera' has rows of u8 x 3 of 400 x 1500; the work's input is u8 x 3 of 400 x 1499"));
  RowRun resumed = to("b.tif");
  resumed.resume = true;
  EXPECT_THAT(error_of([&] { run_rows(DeviceGroup({session}), work, {input}, resumed, report); }).what(),
              HasSubstr("'camera' has no identity"));
  const RowInput none{.name = "camera", .type = input.type, .rows = {}};
  EXPECT_THAT(error_of([&] { run_rows(DeviceGroup({session}), work, {none}, to("b.tif"), report); }).what(),
              HasSubstr("'camera' has no function that reads rows"));
}

// Also one of the same type, which would be counted in one pass and computed in another.
TEST_F(RunRows, RefusesAFileThatChangesBetweenPasses) {
  const RowInput file = open_rows(folder / "in.tif");
  file.rows();
  file.rows();
  write_image(folder / "in.tif", {noise(image.size(), image.format()), {}});
  EXPECT_THAT(error_of([&] { file.rows(); }).what(), HasSubstr("it was changed during the run"));
}

}  // namespace
}  // namespace lenslet::test
