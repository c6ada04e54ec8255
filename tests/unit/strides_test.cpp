// Views of arrays and stacks with any strides, as inputs and as targets: nothing but their elements is read or written.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>
#include <lenslet/stack_run.hpp>
#include <lenslet/work.hpp>

#include "image/sides.hpp"
#include "image_support.hpp"
#include "refusal.hpp"
#include "session/array_transfer.hpp"
#include "session/state.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;
using Distances = std::vector<std::int64_t>;

constexpr std::byte between{0xa5};

Distances dense_strides(const Distances& shape, std::int64_t element) {
  Distances strides(shape.size());
  for (std::size_t i = shape.size(); i-- > 0; element *= shape[i]) strides[i] = element;
  return strides;
}

Array numbered_array(const ArrayType& type) {
  Array array(type);
  for (std::int64_t i = 0; i < array.count(); ++i) array.set(i, static_cast<double>(i % 251));
  return array;
}

bool same_array(const Array& a, const Array& b) {
  return a.type() == b.type() && std::ranges::equal(a.bytes(), b.bytes());
}

Array packed_array(const ArrayView& view) {
  Array array(view.type());
  const auto element = static_cast<std::int64_t>(size_of(view.type().type));
  copy_elements(view.data(), view.strides(), array.bytes().data(), dense_strides(view.type().shape, element),
                view.type().shape, element);
  return array;
}

// Memory of an array whose sides lie in this order, the first one outermost, with gaps of odd bytes. Sides that are
// `back` go backwards. The first element is at an odd byte.
class Strided {
 public:
  Strided(const ArrayType& type, const std::vector<std::size_t>& order, const std::vector<bool>& back) : type_(type) {
    strides_.resize(type.shape.size());
    auto next = static_cast<std::int64_t>(size_of(type.type));
    for (auto side = order.rbegin(); side != order.rend(); ++side) {
      next += 3;
      strides_[*side] = back[*side] ? -next : next;
      first_ += back[*side] ? (type.shape[*side] - 1) * next : 0;
      next *= type.shape[*side];
    }
    bytes_.assign(static_cast<std::size_t>(next + 64), between);
  }

  MutableArrayView view() { return {bytes_.data() + first_, type_, strides_}; }

  void fill(const Array& array) {
    const ArrayView from = array;
    const MutableArrayView to = view();
    copy_elements(from.data(), from.strides(), to.data(), to.strides(), type_.shape,
                  static_cast<std::int64_t>(size_of(type_.type)));
  }

  // The bytes that belong to no element.
  std::ptrdiff_t guards() const { return std::ranges::count(bytes_, between); }
  bool is_guarded(const Array& written) const {
    return guards() == static_cast<std::ptrdiff_t>(bytes_.size() - written.bytes().size()) +
                           std::ranges::count(written.bytes(), between);
  }

 private:
  ArrayType type_;
  Distances strides_;
  std::int64_t first_ = 31;
  std::vector<std::byte> bytes_;
};

// Strided memory of each rank from 1 to 8: in order, turned round, and mixed, with some sides backwards.
std::vector<Strided> strided_arrays(SampleType type) {
  const Distances sides{3, 2, 4, 1, 2, 3, 2, 2};
  std::vector<Strided> all;
  for (std::size_t rank = 1; rank <= sides.size(); ++rank)
    for (const int way : {0, 1, 2}) {
      std::vector<std::size_t> order(rank);
      std::iota(order.begin(), order.end(), 0u);
      if (way == 1) std::ranges::reverse(order);
      if (way == 2) std::ranges::rotate(order, order.begin() + static_cast<std::ptrdiff_t>(rank / 2));
      std::vector<bool> back(rank);
      for (std::size_t i = 0; i < rank; ++i) back[i] = way > 0 && i % 2 == static_cast<std::size_t>(way - 1);
      all.emplace_back(ArrayType{type, Distances(sides.begin(), sides.begin() + static_cast<std::ptrdiff_t>(rank))},
                       order, back);
    }
  return all;
}

TEST(ArrayViewTest, SaysHowItsElementsLie) {
  const Array array = numbered_array({SampleType::u16, {3, 4}});
  const ArrayView whole = array;
  EXPECT_TRUE(whole.is_dense());
  EXPECT_EQ(whole.strides(), (Distances{8, 2}));
  const ArrayView turned(array.bytes().data(), {SampleType::u16, {4, 3}}, {2, 8});
  EXPECT_FALSE(turned.is_dense());
  EXPECT_EQ(packed_array(turned).at(1), 4);
  EXPECT_EQ(refusal([&] { turned.bytes(); }),
            "a view of u16 [4, 3] with strides of 2, 8 bytes; allowed here: elements in C order without gaps");
  EXPECT_TRUE(ArrayView(array.bytes().data(), {SampleType::u16, {1, 4}}, {77, 2}).is_dense());
  EXPECT_TRUE(ArrayView(nullptr, {SampleType::u16, {0, 4}}, {1, 2}).is_dense());
  EXPECT_EQ(ArrayView(array.bytes().data(), {SampleType::u16, {}}).count(), 1);
}

TEST(ArrayViewTest, RefusesStridesInOneLine) {
  std::byte bytes[256] = {};
  const ArrayType type{SampleType::f32, {3, 4}};
  const auto refused = [&](const Distances& strides) { return refusal([&] { ArrayView(bytes, type, strides); }); };
  const auto written = [&](const Distances& strides) {
    return refusal([&] { MutableArrayView(bytes, type, strides); });
  };
  EXPECT_EQ(refused({4}), "1 strides for f32 [3, 4]; allowed: 2, one for each side");
  EXPECT_EQ(refused({std::int64_t{1} << 62, 4}),
            "strides of 4611686018427387904, 4 bytes for f32 [3, 4]; allowed: elements less than 2^62 bytes apart");
  EXPECT_EQ(refused({0, 4}), "nothing was thrown");
  EXPECT_EQ(refused({4, 4}), "nothing was thrown") << "windows of four elements";
  EXPECT_EQ(written({4, 4}),
            "elements to write of f32 [3, 4] overlap: a stride of 4 bytes on what takes 12; allowed: as many bytes or "
            "more");
  EXPECT_THAT(written({0, 4}), HasSubstr("a stride of 0 bytes"));
  EXPECT_THAT(written({16, 3}), HasSubstr("a stride of 3 bytes on what takes 4"));
  EXPECT_EQ(written({4, 12}), "nothing was thrown");
  EXPECT_EQ(refusal([&] { ArrayView(nullptr, type, {16, 4}); }), "an array of f32 [3, 4] is at a null pointer");
}

TEST(HostViewsTest, AreMadeOfSpans) {
  const Image image = pattern({3, 2}, {SampleType::u8, 3});
  const Array array = numbered_array({SampleType::f32, {4}});
  const std::array<HostView, 2> views{HostView(image), HostView(array)};
  EXPECT_EQ(HostViews(std::span<const HostView>(views)).size(), 2u);
  EXPECT_EQ(HostViews(std::span(views)).types(), (HostViews{image, array}).types());
  std::vector<Image> images{image, image};
  EXPECT_EQ(HostViews(std::span<Image>(images)).size(), 2u);
  EXPECT_EQ(HostViews(std::span<const Image>(images)).size(), 2u);
  const std::vector<HostValue> values{image, array};
  EXPECT_EQ(HostViews(std::span(values)).size(), 2u);
}

TEST(StackViewTest, HasADistanceForEachAxis) {
  std::vector<std::byte> bytes(4096);
  const StackType type{{5, 4}, {SampleType::u8, 1}, {{'T', 2}, {'Z', 3}}};
  const StackView view(bytes.data() + 2000, type, {.pixel = -2, .row = 20, .axes = {-500, 100}});
  EXPECT_EQ(view.page(4).pixel(1, 2), bytes.data() + 2000 - 500 + 100 + 40 - 2);
  const StackView dense(bytes.data(), type, StackStrides{});
  EXPECT_EQ(dense.strides().axes, (Distances{60, 20}));
  EXPECT_EQ(dense.strides().pixel, 1);
  const StackView apart(bytes.data(), type, 8, 40);
  EXPECT_EQ(apart.strides().axes, (Distances{120, 40}));
  const StackType bands{{5, 4}, {SampleType::u8, 1}, {{'C', 3}}};
  const StackView channels(bytes.data(), bands, {.pixel = 3, .axes = {1}});
  EXPECT_EQ(channels.page(2).pixel(3, 1), bytes.data() + 15 + 9 + 2) << "channels as pages";
  EXPECT_EQ(refusal([&] { StackView(bytes.data(), bands, {.pixel = 3, .axes = {2}}); }),
            "a distance of 3 bytes is too small for pages of 5 bytes");
  EXPECT_EQ(refusal([&] { StackView(bytes.data(), bands, 5, -19); }),
            "a distance of -19 bytes is too small for pages of 20 bytes");
  EXPECT_EQ(refusal([&] { StackView(bytes.data(), type, {.axes = {60}}); }),
            "1 distances of pages for u8 x 1 of 5 x 4, T 2, Z 3; allowed: 2, one for each axis");
  EXPECT_THAT(refusal([&] { StackView(bytes.data(), bands, 5, std::int64_t{1} << 62); }), HasSubstr("2^62"));
}

class StridedCalls : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace(SessionOptions{.cache = false});
  }

  std::optional<Session> session;
};

TEST_F(StridedCalls, ArraysOfAnyRankAreMoved) {
  for (const SampleType type : {SampleType::u8, SampleType::u16, SampleType::f32, SampleType::f64})
    for (Strided& strided : strided_arrays(type)) {
      const Array array = numbered_array(strided.view().type());
      strided.fill(array);
      const DeviceArray on_device = session->upload(ArrayView(strided.view()));
      EXPECT_TRUE(same_array(session->download(on_device), array)) << to_string(array.type());
      strided.fill(Array(array.type()));
      session->download(on_device, strided.view());
      EXPECT_TRUE(same_array(packed_array(strided.view()), array)) << to_string(array.type());
      EXPECT_TRUE(strided.is_guarded(array));
    }
}

// Larger than the pieces of devices with memory of their own.
TEST_F(StridedCalls, LargeArraysAreTransposed) {
  const Array array = numbered_array({SampleType::f32, {700, 1100}});
  const ArrayView turned(array.bytes().data(), {SampleType::f32, {1100, 700}}, {4, 4400});
  const DeviceArray on_device = session->upload(turned);
  EXPECT_EQ(session->download(on_device).at(3 * 700 + 5), array.at(5 * 1100 + 3));
  Array back(array.type());
  session->download(on_device, MutableArrayView(back.bytes().data(), turned.type(), {4, 4400}));
  EXPECT_TRUE(same_array(back, array));
}

// As on a device with memory of its own.
TEST_F(StridedCalls, ArraysAreMovedInPieces) {
  const ocl::Queue& queue = state_of(*session).queue;
  for (const std::uint64_t piece : {1, 64, 100, 1 << 20})
    for (Strided& strided : strided_arrays(SampleType::f32)) {
      const Array array = numbered_array(strided.view().type());
      const DeviceArray on_device = session->allocate(array.type());
      strided.fill(array);
      write_elements(queue, ArrayView(strided.view()), on_device.buffer(), {.piece = piece, .maps = false});
      EXPECT_TRUE(same_array(session->download(on_device), array)) << to_string(array.type()) << " by " << piece;
      strided.fill(Array(array.type()));
      read_elements(queue, on_device.buffer(), strided.view(), {.piece = piece, .maps = false});
      EXPECT_TRUE(same_array(packed_array(strided.view()), array)) << to_string(array.type()) << " by " << piece;
      EXPECT_TRUE(strided.is_guarded(array));
    }
}

TEST_F(StridedCalls, EmptyArraysAreMoved) {
  const ArrayType empty{SampleType::f32, {3, 0, 2}};
  const DeviceArray on_device = session->upload(ArrayView(nullptr, empty, {-4, 9, 0}));
  session->download(on_device, MutableArrayView(nullptr, empty, {-4, 9, 0}));
  EXPECT_EQ(session->download(on_device).count(), 0);
}

TEST_F(StridedCalls, RunsTakeThemAndWriteThem) {
  const ArrayType type{SampleType::f32, {6, 35}};
  const Array x = numbered_array(type), y = numbered_array({SampleType::f32, {35, 6}});
  const ArrayView turned(y.bytes().data(), type, {4, 24});
  const Call add = array_ops::Add{};
  const Array wanted = session->run(add, {x, packed_array(turned)}).array();
  EXPECT_TRUE(same_array(session->run(add, {x, turned}).array(), wanted));
  const std::array<HostView, 2> views{HostView(x), HostView(turned)};
  EXPECT_TRUE(same_array(session->run(add, std::span(views)).array(), wanted)) << "of a span";
  Strided into(type, {1, 0}, {true, false});
  session->run_into(add, {x, turned}, into.view());
  EXPECT_TRUE(same_array(packed_array(into.view()), wanted));
  EXPECT_TRUE(into.is_guarded(wanted));
  const std::byte one[] = {std::byte{0}, std::byte{0}, std::byte{0x80}, std::byte{0x3f}};
  const Array more = session->run(add, {x, ArrayView(one, type, {0, 0})}).array();
  EXPECT_EQ(more.at(37), x.at(37) + 1) << "one number for all";
}

TEST_F(StridedCalls, TablesOfCountedRowsGoIntoWiderOnes) {
  const Image image = pattern({61, 47}, {SampleType::u8, 1}, 3);
  const Call call = ops::Fast{.threshold = 5};
  const Array list = session->run(call, image).array();
  ArrayType room = std::get<ArrayType>(work_outputs({call, {ImageType{image.format(), image.size()}}}).front().type);
  room.counted = false;
  ASSERT_GT(room.shape.front(), list.type().shape.front());
  Strided table(room, {0, 1}, {false, false});
  const Result told = session->run_into(call, image, table.view());
  ASSERT_EQ(told.rows, std::vector{list.type().shape.front()});
  EXPECT_TRUE(same_array(packed_array(ArrayView(table.view().data(), list.type(), table.view().strides())), list));
  EXPECT_TRUE(table.is_guarded(list)) << "and nothing in the rows behind";
}

// The channels of a picture go into one in which they lie the other way round.
TEST_F(StridedCalls, TargetsLieBetweenEachOtherButDoNotOverlap) {
  const Image image = pattern({6, 4}, {SampleType::u8, 3});
  Image turned(image.size(), image.format());
  const auto channel = [&](std::int64_t place) {
    return MutableImageView(turned.data() + place, {6, 4}, {SampleType::u8, 1}, 18, 3);
  };
  session->run_into(ops::Split{}, image, {channel(2), channel(1), channel(0)});
  for (std::int64_t i = 0; i < 24 * 3; ++i) EXPECT_EQ(turned.data()[i], image.data()[i / 3 * 3 + 2 - i % 3]);
  EXPECT_EQ(refusal([&] {
              session->run_into(ops::Split{}, image, {channel(2), channel(0), channel(2)});
            }),
            "targets 0 and 2 overlap; allowed: memory of their own");
}

Stack stack_of_pattern(StackType type) {
  Stack stack(std::move(type));
  const Image image = pattern(stack.tall().size(), stack.type().format, 3);
  stack.tall() = image;
  return stack;
}

// Memory of a stack with gaps between its pixels, rows and pages, rows and pages backwards, at an odd byte.
class StridedStack {
 public:
  explicit StridedStack(const StackType& type) : type_(type) {
    const auto pixel = static_cast<std::int64_t>(type.format.bytes());
    strides_ = {pixel + 1, -((pixel + 1) * type.size.width + 3), {}};
    std::int64_t next = -strides_.row * type.size.height + 5;
    first_ = 1 - strides_.row * (type.size.height - 1);
    strides_.axes.resize(type.axes.size());
    for (std::size_t i = type.axes.size(); i-- > 0;) {
      strides_.axes[i] = -next;
      first_ += next * (type.axes[i].length - 1);
      next = next * type.axes[i].length + 7;
    }
    bytes_.assign(static_cast<std::size_t>(next + 64), between);
  }

  MutableStackView view() { return {bytes_.data() + first_, type_, strides_}; }
  void fill(const Stack& stack) {
    for (std::int64_t page = 0; page < stack.pages(); ++page) {
      const ImageView from = stack.page(page);
      const Laid to = laid_of(ImageView(view().page(page)));
      const auto pixel = static_cast<std::int64_t>(type_.format.bytes());
      copy_elements(from.pixel(0, 0), {from.stride(), from.pixel_stride()}, view().page(page).pixel(0, 0),
                    {to.sides[0].stride, to.sides[1].stride}, {from.height(), from.width()}, pixel);
    }
  }
  bool holds(const Stack& stack) {
    for (std::int64_t page = 0; page < stack.pages(); ++page)
      if (!equal(convert(view().page(page), type_.format.type), convert(stack.page(page), type_.format.type)))
        return false;
    const std::span pixels(stack.tall().data(),
                           static_cast<std::size_t>(stack.tall().stride() * stack.tall().height()));
    return std::ranges::count(bytes_, between) ==
           static_cast<std::ptrdiff_t>(bytes_.size() - pixels.size()) + std::ranges::count(pixels, between);
  }

 private:
  StackType type_;
  StackStrides strides_;
  std::int64_t first_ = 0;
  std::vector<std::byte> bytes_;
};

TEST_F(StridedCalls, PagesAreReadAndWrittenWhereTheyLie) {
  for (const PixelFormat format : {PixelFormat{SampleType::u8, 1}, PixelFormat{SampleType::u16, 3}}) {
    const Stack stack = stack_of_pattern({{37, 80}, format, {{'T', 2}, {'Z', 3}}});
    StridedStack input(stack.type());
    input.fill(stack);
    for (const OpOptions& options : {OpOptions{}, OpOptions{.memory = format.channels == 1 ? 4000u : 24000u}})
      for (const Call& call : {Call(ops::Invert{}), Call(ops::Mean{.ksize = 3})}) {
        const Stack wanted = session->run(call, stack, options).stack();
        StridedStack target(stack.type());
        const StackResult told = session->run_into(call, StackView(input.view()), target.view(), options);
        EXPECT_TRUE(target.holds(wanted)) << call.op;
        EXPECT_TRUE(told.stacks.empty() && told.arrays.empty());
        EXPECT_EQ(told.names.size(), 1u);
        EXPECT_GT(told.timing.launches, 0);
      }
  }
}

TEST_F(StridedCalls, ChannelsArePages) {
  const Image image = pattern({41, 19}, {SampleType::u8, 3});
  const StackType bands{{41, 19}, {SampleType::u8, 1}, {{'C', 3}}};
  const StackView channels(image.data(), bands, {.pixel = 3, .axes = {1}});
  Image into(image.size(), image.format());
  session->run_into(ops::Mean{.ksize = 5}, channels, MutableStackView(into.data(), bands, {.pixel = 3, .axes = {1}}));
  EXPECT_TRUE(equal(into, session->run(ops::Mean{.ksize = 5}, image).image()));
}

TEST_F(StridedCalls, StacksAreWrittenOverThemselves) {
  Stack stack = stack_of_pattern({{37, 23}, {SampleType::u8, 1}, {{'Z', 5}}});
  const Stack wanted = session->run(ops::Invert{}, stack).stack();
  session->run_into(ops::Invert{}, stack, stack);
  EXPECT_TRUE(equal(stack.tall(), wanted.tall()));
  Stack high = stack_of_pattern({{37, 80}, {SampleType::u8, 1}, {{'Z', 2}}});
  const Stack before = high;
  EXPECT_EQ(refusal([&] { session->run_into(ops::Mean{.ksize = 3}, high, high, {.memory = 4000}); }),
            "target 0 overlaps an input of a call that is computed in strips");
  EXPECT_TRUE(equal(high.tall(), before.tall()));
}

// One file's memory has the results of several calls, the label counts of all pages and a list.
TEST_F(StridedCalls, ArraysAndListsGoIntoOneBuffer) {
  const Stack stack = stack_of_pattern({{61, 47}, {SampleType::u8, 1}, {{'T', 2}, {'Z', 3}}});
  std::vector<std::int32_t> counts(3 * 2 * 4, -1);
  const Call label{"label", {{"count", true}}};
  const Array wanted = session->run(label, stack).array();
  ASSERT_EQ(wanted.type(), (ArrayType{wanted.type().type, {2, 3, 1}}));
  Stack labels(session->run(label, stack).stack().type());
  session->run_into(label, stack, {labels, MutableArrayView(counts.data(), wanted.type(), {8, 16, 4})});
  for (std::int64_t t = 0; t < 2; ++t)
    for (std::int64_t z = 0; z < 3; ++z) {
      EXPECT_EQ(counts[static_cast<std::size_t>(4 * z + 2 * t)], wanted.at(3 * t + z));
      EXPECT_EQ(counts[static_cast<std::size_t>(4 * z + 2 * t + 1)], -1);
    }

  const Call fast = ops::Fast{.threshold = 5};
  const Array list = session->run(fast, stack).array();
  const std::int64_t rows = list.type().shape[0], columns = list.type().shape[1];
  const ArrayType room{list.type().type, {rows + 2, columns}};
  Strided table(room, {1, 0}, {false, true});
  const StackResult told = session->run_into(fast, stack, table.view());
  EXPECT_EQ(told.rows, std::vector{rows});
  EXPECT_TRUE(same_array(packed_array(ArrayView(table.view().data(), list.type(), table.view().strides())), list));
  Array small({list.type().type, {rows - 1, columns}});
  EXPECT_EQ(refusal([&] { session->run_into(fast, stack, small); }),
            fmt::format("target 0 has room for {} rows, {} were found in 6 pages", rows - 1, rows));
  EXPECT_EQ(small.at(columns), 0);
}

TEST_F(StridedCalls, VolumesAreReadAndWrittenWhereTheyLie) {
  const Stack stack = stack_of_pattern({{13, 9}, {SampleType::u8, 1}, {{'T', 2}, {'Z', 4}, {'C', 3}}});
  StridedStack input(stack.type());
  input.fill(stack);
  for (const Call& call : {Call(ops::Mean{.ksize = 3}), Call(ops::Median{.ksize = 3}), Call(ops::Invert{})}) {
    if (!takes_volumes(call)) continue;
    const Stack wanted = session->run_volume(call, stack).stack();
    StridedStack target(stack.type());
    session->run_volume_into(call, StackView(input.view()), target.view());
    EXPECT_TRUE(target.holds(wanted)) << call.op;
    Stack dense(stack.type());
    session->run_volume_into(call, stack, dense);
    EXPECT_TRUE(equal(dense.tall(), wanted.tall())) << call.op;
  }
}

// Pages from the last to the first are a volume without a copy, also with pixels from right to left.
TEST_F(StridedCalls, VolumesAreTurned) {
  const Stack stack = stack_of_pattern({{13, 9}, {SampleType::u8, 1}, {{'Z', 4}}});
  const std::int64_t bytes = 13 * 9 * 4;
  const StackStrides turned{.pixel = -1, .row = -13, .axes = {-13 * 9}};
  const StackView back(stack.tall().data() + bytes - 1, stack.type(), turned);
  for (const Call& call : {Call(ops::Mean{.ksize = 3}), Call(ops::Median{.ksize = 3})}) {
    const Stack wanted = session->run_volume(call, stack).stack();
    Stack into(stack.type());
    session->run_volume_into(call, back, MutableStackView(into.tall().data() + bytes - 1, stack.type(), turned));
    EXPECT_TRUE(equal(into.tall(), wanted.tall())) << call.op;
  }
}

TEST_F(StridedCalls, AProjectionOfAVolumeIsAnImage) {
  const Stack stack = stack_of_pattern({{13, 9}, {SampleType::u8, 1}, {{'Z', 4}}});
  const Call project{"project", {{"along", std::string("pages")}}};
  Image into({13, 9}, {SampleType::u8, 1});
  session->run_volume_into(project, stack, into);
  EXPECT_TRUE(equal(into, session->run_volume(project, stack).stack().tall()));
}

TEST_F(StridedCalls, TargetsOfStacksAreRefusedInOneLine) {
  Stack stack = stack_of_pattern({{13, 9}, {SampleType::u8, 1}, {{'Z', 4}}}), before = stack;
  Stack few({{13, 9}, {SampleType::u8, 1}, {{'Z', 3}}}), right(stack.type()),
      film(StackType{{13, 9}, {SampleType::u8, 1}, {{'T', 4}}});
  Array array({SampleType::u8, {4}});
  const Call mean = ops::Mean{.ksize = 3}, median = ops::Median{.ksize = 3};
  const auto pages = [&](const StackTargets& targets) {
    return refusal([&] { session->run_into(mean, stack, targets); });
  };
  const auto volume = [&](const Call& call, const StackTargets& targets) {
    return refusal([&] { session->run_volume_into(call, stack, targets); });
  };
  const char* const wrong_pages = "target 0 is u8 x 1 of 13 x 9, Z 3, the result of mean is u8 x 1 of 13 x 9, Z 4";
  EXPECT_EQ(pages(few), wrong_pages);
  EXPECT_EQ(volume(mean, few), wrong_pages);
  EXPECT_THAT(volume(median, few), HasSubstr("target 0 is u8 x 1 of 13 x 9, Z 3, the result of "));
  EXPECT_EQ(pages(film), "target 0 is u8 x 1 of 13 x 9, T 4, the result of mean is u8 x 1 of 13 x 9, Z 4");
  EXPECT_EQ(pages(array), "target 0 is u8 [4], the result of mean is u8 x 1 of 13 x 9, Z 4");
  EXPECT_EQ(pages({right, few}), "2 targets for mean, which makes 1");
  EXPECT_EQ(volume(mean, {right, few}), "2 targets for mean, which makes 1");
  EXPECT_THAT(volume(median, {}), HasSubstr("0 targets for "));
  EXPECT_EQ(pages({right, right}), "targets 0 and 1 overlap; allowed: memory of their own");
  const MutableStackView later(stack.page(1).pixel(0, 0), few.type());
  EXPECT_EQ(pages(later), "target 0 overlaps input 0 of a call on stacks; allowed: memory apart, or a stack's own");
  EXPECT_EQ(volume(mean, stack), "target 0 overlaps input 0 of a call on volumes; allowed: memory apart");
  EXPECT_EQ(refusal([&] {
              session->run_into(ops::Subtract{}, {right, stack.page(0)}, stack);
            }),
            "target 0 overlaps input 1 of a call on stacks; allowed: memory apart, or a stack's own");
  EXPECT_TRUE(equal(stack.tall(), before.tall()));
  EXPECT_TRUE(equal(right.tall(), Stack(right.type()).tall()));
}

}  // namespace
}  // namespace lenslet
