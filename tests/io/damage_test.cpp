// Files that are not what they should be: an error or a valid image, never a crash and never half a picture.
#include "support.hpp"

#include <sys/stat.h>
#include <unistd.h>
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
  write_image(folder / "whole.png", {noise({96, 80}, {PixelType::u8, 3}), nullptr});
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

class Truncated : public testing::TestWithParam<std::string> {};

TEST_P(Truncated, IsAnErrorWhereverItIsCut) {
  const Folder folder;
  const std::string suffix = GetParam();
  write_image(folder / ("whole" + suffix), {noise({96, 80}, {PixelType::u8, 3}), nullptr});
  const std::string whole = bytes_of(folder / ("whole" + suffix));
  for (int percent = 2; percent < 98; percent += 5) {
    write_bytes(folder / ("cut" + suffix), whole.substr(0, whole.size() * static_cast<std::size_t>(percent) / 100));
    const Error error = read_error(folder / ("cut" + suffix));
    EXPECT_EQ(error.kind(), ErrorKind::io) << percent << " %";
    EXPECT_THAT(error.what(), testing::Not(HasSubstr("no reason"))) << percent << " %";
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Truncated, testing::Values(".png", ".jpg", ".tif", ".webp", ".ppm"), without_dot);

TEST(DamageTest, AJpegWithAHoleIsAnErrorAndOneWithStrayBytesIsNot) {
  const Folder folder;
  write_image(folder / "a.jpg", {noise({96, 80}, {PixelType::u8, 3}), nullptr});
  const FileImage whole = read_image(folder / "a.jpg");
  EXPECT_THAT(whole.notes, testing::IsEmpty());
  const std::string bytes = bytes_of(folder / "a.jpg");
  write_bytes(folder / "hole.jpg", std::string(bytes).replace(bytes.size() / 2, 40, 40, '\xff'));
  EXPECT_EQ(read_error(folder / "hole.jpg").kind(), ErrorKind::io);
  const std::size_t table = bytes.find("\xff\xdb");
  write_bytes(folder / "stray.jpg", std::string(bytes).insert(table, "stray"));
  const FileImage stray = read_image(folder / "stray.jpg");
  EXPECT_TRUE(same_pixels(stray.image, whole.image));
  EXPECT_THAT(stray.notes, testing::ElementsAre(HasSubstr("no pixel suffers")));
}

class Corrupted : public testing::TestWithParam<std::string> {};

TEST_P(Corrupted, IsAnErrorOrAValidImage) {
  const Folder folder;
  const std::string suffix = GetParam();
  const PixelType type = suffix == ".pfm" ? PixelType::f32 : PixelType::u8;
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

TEST(DamageTest, ASizeThatNoMachineHoldsIsRefusedBeforeMemoryIsTaken) {
  const Folder folder;
  write_bytes(folder / "huge.ppm", "P6\n9000000 9000000\n255\nabc");
  const Error error = read_error(folder / "huge.ppm");
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_THAT(error.what(), HasSubstr("9000000 x 9000000"));
}

TEST(DamageTest, NothingIsPrinted) {
  const Folder folder;
  write_image(folder / "a.jpg", {noise({96, 80}, {PixelType::u8, 3}), nullptr});
  write_image(folder / "a.tif", {noise({96, 80}, {PixelType::u8, 3}), nullptr});
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  for (const char* name : {"a.jpg", "a.tif"})
    for (const std::size_t cut : {100U, 300U, 2000U, 3000U}) {
      write_bytes(folder / "cut", bytes_of(folder / name).substr(0, cut));
      EXPECT_THROW(read_image(folder / "cut"), Error);
    }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

}  // namespace
}  // namespace lenslet::test
