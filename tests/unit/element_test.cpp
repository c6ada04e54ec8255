// Structuring elements: shapes, texts, chords, the cells that they are cut into, and who may go through them.
#include "stencil/element.hpp"

#include <string>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>
#include <lenslet/verify.hpp>

#include "matrix.hpp"
#include "problem_support.hpp"
#include "refusal.hpp"
#include "stencil/defaults.hpp"
#include "stencil/space.hpp"
#include "stencil/speed.hpp"
#include "stencil/tile.hpp"

namespace lenslet {
namespace {

using stencil::Chord;
using testing::HasSubstr;
using testing::Not;

constexpr const char* small_tiles = "buffer.local2.chords.literal.branch.v2.x1.y2.g4x1";  // 8 samples x 2 rows

Call shape_of(const std::string& shape, std::int64_t width, std::int64_t height = 0) {
  return {"dilate", {{"shape", shape}, {"ksize", width}, {"ksize_y", height}}};
}

Call element_of(const std::string& text, const char* op = "dilate") {
  return {op, {{"element", matrix(text)}}};
}

stencil::Problem asked(const Call& call, PixelFormat format = {SampleType::u8, 1}) {
  return problem_of(call, format, {});
}

std::string picture(const Call& call) {
  const stencil::Problem problem = asked(call);
  std::string text(static_cast<std::size_t>(problem.taps()), '0');
  for (const auto& [y, first, last] : problem.stencil.chords)
    for (int x = first; x <= last; ++x)
      text[static_cast<std::size_t>((y + problem.stencil.radius_y) * problem.width() + x + problem.stencil.radius_x)] =
          '1';
  return text;
}

std::string rule_of(const char* schedule, const Call& call) {
  DeviceInfo device = device_of(DeviceKind::cpu);
  device.local_memory = 48 << 10;
  const auto broken = stencil::excluded(parse_schedule(schedule), asked(call), device);
  return broken ? broken->rule : "";
}

std::string alternating(int side) {
  std::string text;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) text += (x + y) % 2 ? "1 " : "0 ";
    text += ';';
  }
  return text;
}

TEST(Element, HasOpenCvsShapes) {
  EXPECT_EQ(picture(shape_of("ellipse", 5)), "0010011111111111111100100");
  EXPECT_EQ(picture(shape_of("ellipse", 7, 3)), "000100011111110001000");
  EXPECT_EQ(picture(shape_of("cross", 3, 5)), "010010111010010");
  EXPECT_EQ(picture(shape_of("rectangle", 3)), "111111111");
  EXPECT_EQ(picture(shape_of("ellipse", 7, 1)), "1") << "OpenCV's formula leaves the centre";
  EXPECT_EQ(picture(shape_of("ellipse", 1, 7)), "1111111");
}

TEST(Element, IsCutToWhatItReaches) {
  EXPECT_EQ(picture(element_of("0 0 0; 1 1 1; 0 0 0")), "111");
  EXPECT_EQ(picture(element_of("1 0 0\n0 0 0\n0 0 0\n")), "100000000") << "its centre is 0";
  EXPECT_EQ(picture(element_of("0,0,0,0,1")), "00001");
}

TEST(Element, IsARectangleWhereItFillsItsWindow) {
  const char* running = "buffer.window.running.literal.branch.v16.x32.y2.g1x1";
  EXPECT_EQ(rule_of(running, element_of("0 0 0 0 0; 1 1 1 1 1; 1 1 1 1 1; 1 1 1 1 1; 0 0 0 0 0")), "");
  EXPECT_EQ(rule_of(running, shape_of("ellipse", 1, 31)), "");
  EXPECT_EQ(rule_of(running, shape_of("rectangle", 8, 6)), "") << "it lacks its window's last column and row";
  EXPECT_EQ(rule_of(running, element_of("0 1 1; 0 1 1; 0 1 1")), "running-sums") << "it lacks the first column";
  EXPECT_EQ(rule_of(running, shape_of("ellipse", 31)), "running-sums");
  EXPECT_EQ(rule_of(small_tiles, shape_of("ellipse", 31)), "");
  EXPECT_EQ(rule_of(small_tiles, shape_of("rectangle", 31)), "chords");
  EXPECT_EQ(rule_of(small_tiles, {"median"}), "chords");
  EXPECT_EQ(rule_of("buffer.window.chords.literal.branch.v2.x1.y2.g4x1", shape_of("cross", 5)), "chords");
  EXPECT_EQ(rule_of("buffer.local2.chords.literal.split.v2.x1.y2.g4x1", shape_of("cross", 5)), "chords");
}

TEST(Element, OfALikeRectangleIsStoredApart) {
  const std::string rectangle = speed_text(asked(shape_of("rectangle", 15)));
  EXPECT_THAT(rectangle, Not(HasSubstr("element"))) << "as before there were others";
  EXPECT_THAT(speed_text(asked(shape_of("cross", 15))), HasSubstr(rectangle + " element of 29 pixels in 15 chords"));
}

TEST(Element, RefusesWhatIsNone) {
  const auto refused = [](const Call& call) { return refusal([&] { asked(call); }); };
  EXPECT_THAT(refused(element_of("0 0 0")), HasSubstr("dilate: element has no 1, allowed: one or more"));
  EXPECT_THAT(refused(element_of("0 1 0; 1 0.5 1; 0 1 0")), HasSubstr("element row 2 has 0.5, allowed: 0 and 1"));
  EXPECT_THAT(refused(element_of("0 -1 0")), HasSubstr("element row 1 has -1, allowed: 0 and 1"));
  EXPECT_THAT(refused(element_of("1 1; 1 1")), HasSubstr("has 2 columns, allowed: an odd number from 1 to 255"));
  EXPECT_THAT(refused(element_of(alternating(257))),
              HasSubstr("has 257 columns, allowed: an odd number from 1 to 255"));
  EXPECT_THAT(refused(shape_of("disk", 3)), HasSubstr("dilate: shape is 'disk', allowed: one of rectangle, ellipse"));
  EXPECT_THAT(refused({"dilate", {{"element", matrix("1 0 1")}, {"shape", std::string("cross")}}}),
              HasSubstr("dilate: shape is cross and an element is given, allowed: one of them"));
  EXPECT_THAT(refused(shape_of("ellipse", 256)), HasSubstr("ksize"));
}

TEST(Element, IsCutIntoCellsNoLargerThanABlock) {
  const Schedule schedule = parse_schedule(small_tiles);
  const stencil::Problem cross = asked(shape_of("cross", 9));
  const stencil::Cells cells = stencil::cells_of(schedule, cross);
  EXPECT_EQ(cells.width, 5) << "two of 8 at most";
  EXPECT_EQ(cells.height, 2);
  EXPECT_EQ(stencil::cells_of(schedule, asked(shape_of("cross", 9), {SampleType::u8, 3})).width, 2) << "of 3 channels";
  const stencil::Tile tile = stencil::tile_of(schedule, cross);
  EXPECT_EQ(tile.width, 8 + 4);
  EXPECT_EQ(tile.rows, 2 + 1);
  EXPECT_EQ(tile.bytes, 2u * (12 * 3 + 2));
}

TEST(Element, IsATableOfPieces) {
  const stencil::ChordTable table = stencil::chord_table(
      parse_schedule("buffer.local2.chords.literal.branch.v4.x1.y4.g4x1"), asked(element_of("0 1 0; 1 1 1; 0 0 0")));
  EXPECT_EQ(table.cells, 1);
  EXPECT_EQ(table.levels, 2);
  EXPECT_EQ(table.pieces, 2);
  const int row = 16 + 4;  // samples of the tile
  EXPECT_THAT(table.numbers, testing::ElementsAre(1, 2, 3, row, 16 / 4 + 2, 0, 0, 0, 1, 2, 1, 1, row, row + 1))
      << "cells, levels, a cell's width, the tile and nothing; the place of the cell, ends of levels, a pixel, and two "
         "windows of two pixels";
}

TEST(Element, OfAGeneralProgramHasRoomForEveryOther) {
  const Schedule general = parse_schedule("buffer.local2.chords.general.branch.v2.x1.y2.g4x1");
  const stencil::Tile room = stencil::tile_of(general, asked(shape_of("cross", 3)));
  EXPECT_EQ(room.width, 8 + 8) << "a block, and a cell as wide, in whole vectors";
  EXPECT_EQ(room.rows, 2 + 1);
  const stencil::Tile filled = stencil::filled_tile(general, asked(shape_of("cross", 3)));
  EXPECT_EQ(filled.width, 8 + 2);
  EXPECT_EQ(filled.rows, 2 + 1);
  EXPECT_EQ(stencil::tile_of(general, asked(shape_of("cross", 255))).bytes, room.bytes);
}

TEST(Element, OfAnyShapeHasADefaultOnEveryDevice) {
  for (const char* name : {"", "llvmpipe (LLVM 15)"})
    for (const DeviceKind kind : {DeviceKind::cpu, DeviceKind::gpu, DeviceKind::other}) {
      DeviceInfo device = device_of(kind);
      device.name = name;
      device.local_memory = 32 << 10;
      for (const Call& call : {shape_of("cross", 3), shape_of("ellipse", 15), shape_of("ellipse", 255),
                               shape_of("cross", 255, 3), element_of(alternating(31)), element_of(alternating(95))})
        for (const PixelFormat format : {PixelFormat{SampleType::u8, 3}, {SampleType::f32, 4}}) {
          const stencil::Problem problem = asked(call, format);
          const auto choice = stencil::default_schedule(problem, device);
          EXPECT_EQ(stencil::excluded(choice.schedule, problem, device), std::nullopt) << to_string(choice.schedule);
        }
    }
}

// By itself, since its tables take seconds under sanitizers.
TEST(Element, OfAnyPixelsMayBeAsLargeAsAShape) {
  const stencil::Problem problem = asked(element_of(alternating(255)), {SampleType::u8, 3});
  DeviceInfo device = device_of(DeviceKind::gpu);
  device.local_memory = 32 << 10;
  EXPECT_EQ(stencil::excluded(stencil::default_schedule(problem, device).schedule, problem, device), std::nullopt);
}

// The reference is a plain loop in double over the element's pixels.
TEST(Element, OfEveryKindIsRightOnTheDevice) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  using Case = std::tuple<Call, PixelFormat, Border, std::string>;
  for (const auto& [call, format, border, schedule] :
       {Case{element_of("0 0 1"), {SampleType::u8, 3}, Border::wrap, ""},
        {element_of("1 0 1 0 0; 0 0 0 0 0; 0 0 0 0 1", "erode"), {SampleType::u16, 1}, Border::constant, ""},
        {shape_of("ellipse", 31), {SampleType::u8, 3}, Border::reflect, ""},
        {shape_of("ellipse", 31, 9), {SampleType::f32, 1}, Border::replicate, small_tiles},
        {element_of(alternating(15), "erode"), {SampleType::f16, 2}, Border::reflect101, small_tiles}}) {
    const Work work = image_work(call, format, {64, 64}, {.border = border, .border_value = {7}, .schedule = schedule});
    const VerifyResult verdict = verify(session, {.work = work, .sizes = {{13, 11}, {37, 23}}, .regions = true});
    EXPECT_EQ(verdict.outcome, Outcome::correct) << call.op << ' ' << schedule << ": " << verdict.detail;
  }
}

}  // namespace
}  // namespace lenslet
