// Files of several pages, there and back; descriptions that lie; files that are cut.
#include <lenslet/stack_file.hpp>

#include <cstring>

#include <lenslet/error.hpp>

#include "files/imagej.hpp"
#include "files/ome_xml.hpp"
#include "files/tests/support.hpp"

namespace lenslet::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Stack noise_stack(StackType type, unsigned seed = 1) {
  Stack stack(type);
  stack.tall() = noise(stack.tall().size(), type.format, seed);
  return stack;
}

FileStack file_of(StackType type, PageFacts facts = {}) {
  FileStack file{.stack = noise_stack(std::move(type))};
  file.facts = std::move(facts);
  return file;
}

std::vector<StackAxis> tzc() {
  return {{'T', 2}, {'Z', 3}, {'C', 4}};
}

class StackTypes : public testing::TestWithParam<PixelFormat> {};

TEST_P(StackTypes, ComeBackFromTiff) {
  const Folder folder;
  for (const std::vector<StackAxis>& axes : {tzc(), {{'Q', 5}}, {{'Z', 1}, {'C', 2}}}) {
    const FileStack file = file_of({{33, 20}, GetParam(), axes});
    EXPECT_THAT(write_stack(folder / "a.tif", file), IsEmpty());
    const FileStack read = read_stack(folder / "a.tif");
    EXPECT_TRUE(same_pixels(read.stack.tall(), file.stack.tall()));
    EXPECT_EQ(read.stack.type().format, GetParam());
    EXPECT_EQ(read.stack.type().axes, axes.front().length > 1 ? axes : std::vector<StackAxis>({{'C', 2}}));
  }
}

INSTANTIATE_TEST_SUITE_P(Stacks, StackTypes,
                         testing::Values(PixelFormat{SampleType::u8}, PixelFormat{SampleType::u16},
                                         PixelFormat{SampleType::u32}, PixelFormat{SampleType::i32},
                                         PixelFormat{SampleType::f32}, PixelFormat{SampleType::u8, 3},
                                         PixelFormat{SampleType::u16, 4, true}, PixelFormat{SampleType::u8, 2, true},
                                         PixelFormat{SampleType::f32, 2}));

TEST(Stacks, LargePagesHaveSeveralStrips) {
  const Folder folder;
  const FileStack file = file_of({{701, 400}, {SampleType::u16, 3}, {{'Z', 3}}});
  write_stack(folder / "a.tif", file);
  EXPECT_TRUE(same_pixels(read_stack(folder / "a.tif").stack.tall(), file.stack.tall()));
}

TEST(Stacks, BandsAreOnePage) {
  const Folder folder;
  for (const bool is_interleaved : {false, true}) {
    const FileStack file = file_of({{301, 200}, {SampleType::u16}, {{'C', 7}}},
                                   {.style = PageStyle::bands, .is_interleaved = is_interleaved});
    write_stack(folder / "a.tif", file);
    const StackHeader header = read_stack_header(folder / "a.tif");
    EXPECT_EQ(header.file_pages, 1);
    EXPECT_EQ(header.facts.style, PageStyle::bands);
    EXPECT_EQ(header.facts.is_interleaved, is_interleaved);
    EXPECT_TRUE(same_pixels(read_stack(folder / "a.tif").stack.tall(), file.stack.tall()));
  }
}

TEST(Stacks, FactsComeBack) {
  const Folder folder;
  PageFacts facts{.style = PageStyle::ome, .x = {0.5, "µm"}, .y = {0.25, "nm"}, .z = {3, "µm"}, .t = {0.1, "s"}};
  facts.channels = {"a", "<\"&>", "", "d"};
  write_stack(folder / "a.ome.tif", file_of({{9, 8}, {SampleType::u8}, tzc()}, facts));
  EXPECT_EQ(read_stack_header(folder / "a.ome.tif").facts, facts);
  facts = {.style = PageStyle::imagej, .x = {0.5, "µm"}, .y = {0.25, "µm"}, .z = {3, "µm"}, .t = {0.5, "s"}};
  write_stack(folder / "a.tif", file_of({{9, 8}, {SampleType::u8}, tzc()}, facts));
  EXPECT_EQ(read_stack_header(folder / "a.tif").facts, facts);
}

TEST(Stacks, FilmsKeepTheirTimes) {
  const Folder folder;
  FileStack film{.stack = Stack({{40, 30}, {SampleType::u8, 3}, {{'T', 3}}})};
  for (std::int64_t page = 0; page < 3; ++page)
    for (std::int64_t y = 0; y < 30; ++y)
      std::memset(film.stack.page(page).row(y), static_cast<int>(page) * 100, 40 * 3);
  film.facts = {.style = PageStyle::film, .delays = {100, 50, 300}, .loops = 4};
  for (const char* name : {"a.gif", "a.webp"}) {
    if (!holds_pages(folder / name)) continue;
    write_stack(folder / name, film);
    const FileStack read = read_stack(folder / name);
    EXPECT_THAT(read.facts.delays, ElementsAre(100, 50, 300));
    EXPECT_EQ(read.facts.loops, 4);
    ASSERT_EQ(read.stack.pages(), 3);
    for (std::int64_t page = 0; page < 3; ++page)
      EXPECT_NEAR(read.stack.tall().at(5, page * 30 + 7, 0), static_cast<double>(page) * 100, 4);
    EXPECT_EQ(read_stack(folder / name, {.read = {}, .pages = {2}}).stack.pages(), 1);
    EXPECT_THAT(read_stack(folder / name, {.read = {}, .pages = {2, 0}}).facts.delays, ElementsAre(300, 100));
  }
}

TEST(Stacks, ChosenPages) {
  const Folder folder;
  const FileStack file = file_of({{20, 10}, {SampleType::u16}, {{'Z', 5}}});
  write_stack(folder / "a.tif", file);
  const FileStack some = read_stack(folder / "a.tif", {.read = {}, .pages = {1, 2, 3}});
  EXPECT_THAT(some.stack.type().axes, ElementsAre(StackAxis{'Z', 3}));
  for (std::int64_t i = 0; i < 3; ++i)
    EXPECT_EQ(std::memcmp(some.stack.page(i).row(0), file.stack.page(i + 1).row(0), 400), 0);
  const FileStack others = read_stack(folder / "a.tif", {.read = {}, .pages = {4, 0}});
  EXPECT_THAT(others.stack.type().axes, ElementsAre(StackAxis{'Q', 2}));
  EXPECT_THAT(others.notes, ElementsAre(HasSubstr("the names of its axes are not kept")));
  for (const std::vector<int>& wrong : {std::vector{5}, {-1}, {0, 99}})
    EXPECT_EQ(error_of([&] { read_stack(folder / "a.tif", {.read = {}, .pages = wrong}); }).kind(),
              ErrorKind::invalid_argument);
  EXPECT_EQ(read_image(folder / "a.tif", {.page = 3}).image.at(4, 5, 0), file.stack.tall().at(4, 35, 0));
  EXPECT_EQ(error_of([&] { read_image(folder / "a.tif", {.page = 5}); }).kind(), ErrorKind::invalid_argument);
}

TEST(Stacks, FormatsOfOnePictureAreRefused) {
  const Folder folder;
  const FileStack file = file_of({{20, 10}, {SampleType::u8}, {{'Z', 5}}});
  for (const char* name : {"a.png", "a.jpg", "a.pgm"})
    EXPECT_THAT(error_of([&] { write_stack(folder / name, file); }).what(), HasSubstr("holds one picture"));
  const FileStack wide = file_of({{20, 10}, {SampleType::u16}, {{'Z', 5}}});
  EXPECT_THAT(error_of([&] { write_stack(folder / "a.gif", wide); }).what(), HasSubstr("u16"));
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Stacks, FilesThatAreCut) {
  const Folder folder;
  write_stack(folder / "a.tif", file_of({{20, 10}, {SampleType::u16}, tzc()}));
  const std::string bytes = bytes_of(folder / "a.tif");
  for (std::size_t size = 1; size + 2 < bytes.size(); size += 1 + bytes.size() / 97) {
    write_bytes(folder / "b.tif", bytes.substr(0, size));
    EXPECT_EQ(error_of([&] { read_stack(folder / "b.tif"); }).kind(), ErrorKind::io) << size;
  }
}

TEST(Stacks, NothingHalfWrittenOnAFullDisk) {
  const Folder folder;
  const FileStack file = file_of({{400, 300}, {SampleType::u16}, {{'Z', 5}}});
  {
    const FileLimit limit(100'000);
    EXPECT_EQ(error_of([&] { write_stack(folder / "a.tif", file); }).kind(), ErrorKind::io);
  }
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Stacks, LimitsHold) {
  const Folder folder;
  write_stack(folder / "a.tif", file_of({{200, 100}, {SampleType::u16}, {{'Z', 5}}}));
  EXPECT_THAT(error_of([&] { read_stack(folder / "a.tif", {.read = {.max_pixels = 1000}, .pages = {}}); }).what(),
              HasSubstr("200 x 100 pixels"));
  EXPECT_THAT(error_of([&] { read_stack(folder / "a.tif", {.read = {.max_memory = 100'000}, .pages = {}}); }).what(),
              HasSubstr("max-memory"));
  EXPECT_NO_THROW(read_stack(folder / "a.tif", {.read = {.max_pixels = 20'000}, .pages = {}}));
}

TEST(Stacks, OmeOfAnyTextIsReadOrRefused) {
  const std::string text = io::ome_xml({{{9, 8}, {SampleType::u8}, tzc()}, {}});
  for (std::size_t at = 0; at < text.size(); ++at)
    for (const char letter : {'\0', '<', '"', '9', '&'}) {
      std::string changed = text;
      changed[at] = letter;
      try {
        const io::DescribedPages pages = io::parse_ome(changed, 24, 1);
        for (const std::int64_t place : pages.places) EXPECT_TRUE(place >= 0 && place < 24);
      } catch (const Error&) {
        continue;
      }
    }
}

std::string ome_of(std::int64_t planes, const std::string& elements) {
  return "<OME><Image><Pixels DimensionOrder=\"XYZCT\" SizeZ=\"" + std::to_string(planes) +
         "\" SizeC=\"1\" SizeT=\"1\">" + elements + "</Pixels></Image></OME>";
}

TEST(Stacks, OmeThatPlacesPlanesWronglyIsRefused) {
  constexpr std::int64_t planes = 100'000;
  std::string all;
  for (int i = 0; i < 300'000; ++i) all += "<TiffData IFD=\"0\" PlaneCount=\"100000\"/>";
  EXPECT_EQ(error_of([&] { io::parse_ome(ome_of(planes, all), planes, 1); }).what(),
            std::string("its OME-XML places its 100000 planes more than 16 times over; allowed: up to 16 times"));
  for (const char* wrong : {"FirstZ=\"3\"", "FirstC=\"1\"", "FirstT=\"1\""})
    EXPECT_THAT(
        error_of([&] { io::parse_ome(ome_of(3, std::string("<TiffData IFD=\"0\" ") + wrong + "/>"), 3, 1); }).what(),
        HasSubstr("; allowed: 0 to "));
  EXPECT_THAT(
      io::parse_ome(ome_of(3, "<TiffData IFD=\"0\" FirstZ=\"1\" PlaneCount=\"2\"/><TiffData IFD=\"2\"/>"), 3, 1).places,
      ElementsAre(2, 0, 1));
}

TEST(Stacks, OnePageKeepsTheDistancesOfItsPixels) {
  const Folder folder;
  for (const PageStyle style : {PageStyle::ome, PageStyle::imagej}) {
    const FileStack file =
        file_of({{9, 8}, {SampleType::u8}, {{'Z', 1}}}, {.style = style, .x = {0.5, "µm"}, .y = {0.25, "µm"}});
    EXPECT_THAT(write_stack(folder / "a.tif", file), IsEmpty());
    EXPECT_TRUE(same_pixels(read_image(folder / "a.tif").image, file.stack.tall()));
    EXPECT_THAT(bytes_of(folder / "a.tif"),
                HasSubstr(style == PageStyle::ome ? "PhysicalSizeX=\"0.5\"" : "unit=\\u00B5m"));
    EXPECT_THAT(write_stack(folder / "a.png", file),
                ElementsAre("the distances of pixels are not kept: .png has no place for them"));
  }
}

TEST(Stacks, PagesOfASinglePictureAreChecked) {
  const Folder folder;
  write_image(folder / "a.png", {noise({9, 8}, {SampleType::u8}, 1), nullptr});
  EXPECT_EQ(read_stack(folder / "a.png", {.read = {}, .pages = {0}}).stack.pages(), 1);
  for (const std::vector<int>& wrong : {std::vector{1}, {0, 1}})
    EXPECT_EQ(error_of([&] { read_stack(folder / "a.png", {.read = {}, .pages = wrong}); }).kind(),
              ErrorKind::invalid_argument);
}

TEST(Stacks, ImageJOfAnyTextIsReadOrRefused) {
  const std::string text = io::imagej_text({{{9, 8}, {SampleType::u8}, tzc()}, {}});
  for (std::size_t at = 0; at < text.size(); ++at)
    for (const char letter : {'\0', '\n', '=', '9', '-'}) {
      std::string changed = text;
      changed[at] = letter;
      try {
        std::int64_t count = 1;
        for (const StackAxis& axis : io::parse_imagej(changed, 24).axes) count *= axis.length;
        EXPECT_EQ(count, 24);
      } catch (const Error&) {
        continue;
      }
    }
}

}  // namespace
}  // namespace lenslet::test
