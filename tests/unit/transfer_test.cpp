// Fills, copies, boxes and parts of values in device memory.
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
using Integers = std::vector<std::int32_t>;

class Transfers : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace();
  }

  // The numbers from 0 on in an array of this shape.
  DeviceArray counted(std::vector<std::int64_t> shape) const {
    Array array({SampleType::i32, std::move(shape)});
    std::iota(array.as<std::int32_t>().begin(), array.as<std::int32_t>().end(), 0);
    return session->upload(array);
  }

  static Integers numbers(const Array& array) {
    const auto all = array.as<std::int32_t>();
    return {all.begin(), all.end()};
  }
  Integers numbers(const DeviceArray& array) const { return numbers(session->download(array)); }

  std::optional<Session> session;
};

TEST_F(Transfers, OfARectangleTakeItsRows) {
  const Array box = session->download(counted({8, 4}), {{6, 1}, {2, 3}});
  EXPECT_EQ(box.type(), (ArrayType{SampleType::i32, {2, 3}}));
  EXPECT_EQ(numbers(box), (Integers{25, 26, 27, 29, 30, 31}));
}

TEST_F(Transfers, OfACuboidTakeItsSlices) {
  EXPECT_EQ(numbers(session->download(counted({4, 2, 4}), {{0, 1, 1}, {3, 1, 3}})),
            (Integers{5, 6, 7, 13, 14, 15, 21, 22, 23}));
}

TEST_F(Transfers, PutABoxWhereItBelongs) {
  const DeviceArray to = counted({3, 4});
  session->upload(Array::of(Integers{-1, -2, -3, -4}).reshaped({2, 2}), to, {1, 2});
  EXPECT_EQ(numbers(to), (Integers{0, 1, 2, 3, 4, 5, -1, -2, 8, 9, -3, -4}));
  const DeviceArray other = counted({2, 5});
  session->copy(to, {{1, 2}, {2, 2}}, other, {0, 3});
  EXPECT_EQ(numbers(other), (Integers{0, 1, 2, -1, -2, 5, 6, 7, -3, -4}));
  session->copy(to, {{1, 2}, {2, 2}}, to, {0, 0}).wait();
  EXPECT_EQ(numbers(to), (Integers{-1, -2, 2, 3, -3, -4, -1, -2, 8, 9, -3, -4}));
}

TEST_F(Transfers, RefuseBoxesThatDoNotLieInTheirArrays) {
  const DeviceArray array = counted({8, 4});
  const auto of = [&](const Box& box) { return refusal([&] { session->download(array, box); }); };
  EXPECT_THAT(of({{6, 2}, {2, 3}}), HasSubstr("a box from 6, 2 on of 2 x 3 does not lie in i32 [8, 4]"));
  EXPECT_THAT(of({{-1, 0}, {2, 3}}), HasSubstr("does not lie in"));
  EXPECT_THAT(of({{0, 0}, {0, 3}}), HasSubstr("or is empty"));
  EXPECT_THAT(of({{0}, {3}}), HasSubstr("allowed: 2 of each"));
  EXPECT_THAT(refusal([&] { session->download(counted({1, 1, 1, 1}), {}); }), HasSubstr("has 4 sides"));
  EXPECT_THAT(refusal([&] {
                session->upload(Array({SampleType::f32, {1, 1}}), array, {0, 0});
              }),
              HasSubstr("a box of f32 for an array of i32"));
  EXPECT_THAT(refusal([&] { session->copy(array, {{0, 0}, {2, 2}}, array, {1, 1}); }), HasSubstr("onto itself"));
}

TEST_F(Transfers, OfArraysNeedNotWait) {
  const DeviceArray array = counted({5});
  const Integers from{9, 8, 7, 6, 5};
  Integers to(5);
  session->upload_later(std::as_bytes(std::span(from)), array);
  const Launch read = session->download_later(array, std::as_writable_bytes(std::span(to)));
  read.wait();
  EXPECT_EQ(to, from);
  EXPECT_THAT(refusal([&] { session->upload_later(std::as_bytes(std::span(from)).first(19), array); }),
              HasSubstr("19 bytes of the host for i32 [5] of 20"));
}

TEST_F(Transfers, OfImagesNeedNotWait) {
  const PixelFormat colour{SampleType::u8, 3};
  const Image from = pattern({13, 9}, colour);
  const DeviceImage held = session->upload(Image({40, 21}, colour)), part = held.view({5, 4, 13, 9});
  const Launch written = session->upload_later(from, part);
  Image to({13, 9}, colour, 64);
  const Launch read = session->download_later(part, to, {written.event()});
  read.wait();
  EXPECT_EQ(read.timing().bytes, 13u * 9 * 3);
  EXPECT_TRUE(equal(convert(to, SampleType::u8), from));  // without gaps between its rows
  EXPECT_EQ(session->download(held).at(4, 4, 0), 0);
  EXPECT_THAT(refusal([&] { session->upload_later(from, held); }), HasSubstr("u8 x 3 of 13 x 9 of the host"));
  if (!session->device().images) return;
  const DeviceImage object = session->allocate({13, 9}, {SampleType::u8, 1}, Storage::image);
  EXPECT_THAT(refusal(
                  [&] {
                    session->upload_later(pattern({13, 9}, {SampleType::u8, 1}), object);
                  },
                  ErrorKind::unsupported),
              HasSubstr("'image'"));
}

TEST_F(Transfers, WaitForEvents) {
  const DeviceArray array = counted({4}), other = counted({4});
  const Launch filled = session->fill(array, 7);
  const Launch copied = session->copy(array, other, {filled.event()});
  const Launch boxed = session->copy(other, {{0}, {2}}, array, {2}, {copied.event()});
  session->fill(other, 1, {boxed.event()}).wait();
  EXPECT_TRUE(filled.done() && copied.done() && boxed.done());
  EXPECT_EQ(numbers(array), (Integers{7, 7, 7, 7}));
  const Session apart;
  const Launch foreign = apart.fill(apart.allocate(ArrayType{SampleType::i32, {1}}), 1);
  EXPECT_THAT(refusal([&] { session->fill(array, 1, {foreign.event()}); }), HasSubstr("another context"));
}

TEST_F(Transfers, MakePartsInTheSameMemory) {
  const auto step = static_cast<std::int64_t>(session->device().alignment / sizeof(std::int32_t));
  const DeviceArray array = counted({3 * step});
  const DeviceArray one = session->part(array, step, 2 * step), two = session->part(one, step, 5);
  EXPECT_EQ(session->download(two).at(4), 2.0 * static_cast<double>(step) + 4);
  EXPECT_TRUE(one.shares_memory(two));
  EXPECT_FALSE(session->part(array, 0, step).shares_memory(one));
  session->fill(two, -7);
  EXPECT_EQ(session->download(array).at(2 * step), -7);
  EXPECT_EQ(session->part(counted({2, 3, 4}), 0, 1).type(), (ArrayType{SampleType::i32, {1, 3, 4}}));
  EXPECT_THAT(refusal([&] { session->part(array, 50, 10); }, ErrorKind::unsupported), HasSubstr("begins at byte 200"));
  EXPECT_THAT(refusal([&] { session->part(array, step, 2 * step + 1); }), HasSubstr("allowed: 1 and more of its"));
}

TEST_F(Transfers, FillArraysOfEveryType) {
  for (const SampleType type : sample_types) {
    const DeviceArray array = session->allocate({type, {10'000}});
    session->fill(array, 100);
    const Array found = session->download(array);
    for (const std::int64_t i : {0, 4095, 4096, 9999}) EXPECT_EQ(found.at(i), 100) << name_of(type);
  }
  session->fill(session->allocate({SampleType::u8, {0}}), 1).wait();
}

TEST_F(Transfers, FillRectanglesOfEveryFormat) {
  for (const PixelFormat format : {PixelFormat{SampleType::u8, 3}, PixelFormat{SampleType::f32, 4, true}}) {
    const Image image = pattern({40, 21}, format);
    const DeviceImage held = session->upload(image);
    session->fill(held.view({3, 2, 30, 17}), {300, 0.25, 7, 1});
    Image wanted = image;
    for (std::int64_t y = 2; y < 19; ++y)
      for (std::int64_t x = 3; x < 33; ++x)
        for (int c = 0; c < format.channels; ++c)
          wanted.set(x, y, c, std::array{300.0, 0.25, 7.0, 1.0}[std::size_t(c)]);
    EXPECT_TRUE(equal(session->download(held), wanted));
  }
}

TEST_F(Transfers, FillAndCopyLayers) {
  const PixelFormat grey{SampleType::u16, 1};
  const DeviceImage from = session->allocate({9, 5}, grey, Storage::buffer, 3),
                    to = session->allocate({9, 5}, grey, Storage::buffer, 3);
  session->fill(from, {512});
  session->fill(from.layer(2), {3});
  const Launch copied = session->copy(from, to);
  EXPECT_EQ(session->download(to, 1).at(8, 4, 0), 512);
  EXPECT_EQ(session->download(to, 2).at(8, 4, 0), 3);
  EXPECT_EQ(copied.timing().bytes, 2u * 3 * 9 * 5 * 2);
  if (!session->device().images) return;
  const DeviceImage object = session->allocate({9, 5}, grey, Storage::image);
  session->fill(object, {4});
  EXPECT_EQ(session->download(object).at(3, 3, 0), 4);
  EXPECT_THAT(refusal([&] { session->copy(object, to.layer(0)); }, ErrorKind::unsupported), HasSubstr("'image'"));
}

TEST_F(Transfers, CopyRectangles) {
  const PixelFormat grey{SampleType::u8, 1};
  const Image image = pattern({40, 20}, grey);
  const DeviceImage held = session->upload(image);
  session->copy(held.view({0, 0, 20, 20}), held.view({20, 0, 20, 20}));
  EXPECT_EQ(session->download(held).at(25, 7, 0), image.at(5, 7, 0));
  EXPECT_THAT(refusal([&] {
                session->copy(held.view({0, 0, 20, 20}), held.view({19, 0, 20, 20}));
              }),
              HasSubstr("onto itself"));
  EXPECT_THAT(refusal([&] {
                session->copy(held.view({5, 0, 20, 9}), held.view({0, 8, 20, 9}));
              }),
              HasSubstr("onto itself"));
  session->copy(held.view({5, 0, 20, 8}), held.view({0, 8, 20, 8})).wait();
  EXPECT_THAT(refusal([&] { session->copy(held, session->allocate({40, 21}, grey)); }), HasSubstr("the same type"));
  const DeviceArray array = counted({4});
  EXPECT_THAT(refusal([&] { session->copy(array, array); }), HasSubstr("onto itself"));
  const DeviceArray other = counted({4});
  session->fill(array, 5);
  session->copy(array, other);
  EXPECT_EQ(numbers(other), (Integers{5, 5, 5, 5}));
}

}  // namespace
}  // namespace lenslet
