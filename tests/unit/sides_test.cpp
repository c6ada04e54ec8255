// Copies along sides and overlaps, by plain loops over all elements.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "image/sides.hpp"

namespace lenslet {
namespace {

using Distances = std::vector<std::int64_t>;

class SideDice {
 public:
  std::int64_t operator()(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution(least, most)(engine_);
  }
  std::mt19937& engine() { return engine_; }

 private:
  std::mt19937 engine_{7};
};

// Places of elements in memory, with no two on one byte: sides in any order, with gaps, some of them backwards.
struct SideLayout {
  Distances strides;
  std::int64_t first = 0, bytes = 0;  // the place of the element whose indices are 0, and the size of all
};

SideLayout some_layout(const Distances& shape, std::int64_t element, SideDice& dice) {
  std::vector<std::size_t> order(shape.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::shuffle(order, dice.engine());
  SideLayout layout{Distances(shape.size()), 0, element};
  for (const std::size_t side : order) {
    const std::int64_t stride = layout.bytes + dice(0, 2);
    const bool back = dice(0, 1) == 1;
    layout.strides[side] = back ? -stride : stride;
    layout.first += back ? (shape[side] - 1) * stride : 0;
    layout.bytes += (shape[side] - 1) * stride;
  }
  return layout;
}

// The places of all elements in C order, from the first element on.
Distances places_of(const Distances& shape, const Distances& strides) {
  Distances places{0};
  for (std::size_t side = 0; side < shape.size(); ++side) {
    Distances next;
    for (const std::int64_t place : places)
      for (std::int64_t i = 0; i < shape[side]; ++i) next.push_back(place + i * strides[side]);
    places = next;
  }
  return places;
}

TEST(SidesTest, ElementsAreCopiedFromAnyPlaceToAnyOther) {
  SideDice dice;
  for (int turn = 0; turn < 600; ++turn) {
    Distances shape(static_cast<std::size_t>(dice(0, 8)));
    for (std::int64_t& side : shape) side = dice(1, shape.size() > 4 ? 3 : 6);
    const std::int64_t element = Distances{1, 2, 3, 4, 8, 16, 5}[static_cast<std::size_t>(dice(0, 6))];
    const SideLayout from = some_layout(shape, element, dice), to = some_layout(shape, element, dice);
    std::vector<std::byte> source(static_cast<std::size_t>(from.bytes)), target(static_cast<std::size_t>(to.bytes));
    for (std::byte& byte : source) byte = static_cast<std::byte>(dice(1, 255));
    std::vector<std::byte> wanted = target;
    const Distances read = places_of(shape, from.strides), written = places_of(shape, to.strides);
    for (std::size_t i = 0; i < read.size(); ++i)
      std::copy_n(source.data() + from.first + read[i], element, wanted.data() + to.first + written[i]);
    copy_elements(source.data() + from.first, from.strides, target.data() + to.first, to.strides, shape, element);
    ASSERT_EQ(target, wanted) << turn;
  }
}

TEST(SidesTest, ASideOfStrideZeroRepeatsElements) {
  const std::byte from[] = {std::byte{1}, std::byte{2}, std::byte{3}};
  std::vector<std::byte> to(6), wanted{from[0], from[0], from[1], from[1], from[2], from[2]};
  copy_elements(from, {1, 0}, to.data(), {2, 1}, {3, 2}, 1);
  EXPECT_EQ(to, wanted);
  wanted = {from[0], from[1], from[2], from[0], from[1], from[2]};
  copy_elements(from, {0, 1}, to.data(), {3, 1}, {2, 3}, 1);
  EXPECT_EQ(to, wanted);
  copy_elements(from, {0, 0}, to.data(), {3, 1}, {2, 3}, 1);
  EXPECT_EQ(to, std::vector<std::byte>(6, from[0]));
  copy_elements(nullptr, {3, 1}, nullptr, {3, 1}, {0, 3}, 1);
}

std::set<const std::byte*> bytes_taken_by(const Laid& laid) {
  Distances shape, strides;
  for (const Side& side : laid.sides) {
    shape.push_back(side.length);
    strides.push_back(side.stride);
  }
  std::set<const std::byte*> bytes;
  for (const std::int64_t place : places_of(shape, strides))
    for (std::int64_t i = 0; i < laid.bytes; ++i) bytes.insert(laid.first + place + i);
  return bytes;
}

Laid some_laid(const std::byte* middle, SideDice& dice) {
  Laid laid{middle + dice(-30, 30), dice(1, 3), {}};
  for (std::int64_t side = dice(0, 3); side > 0; --side) laid.sides.push_back({dice(0, 4), dice(-14, 14)});
  return laid;
}

TEST(SidesTest, OverlapsAreFoundToTheByte) {
  SideDice dice;
  const std::vector<std::byte> memory(4096);
  int overlapping = 0;
  for (int turn = 0; turn < 4000; ++turn) {
    const Laid a = some_laid(memory.data() + 2048, dice), b = some_laid(memory.data() + 2048, dice);
    const auto one = bytes_taken_by(a), other = bytes_taken_by(b);
    const bool wanted = std::ranges::any_of(one, [&](const std::byte* byte) { return other.contains(byte); });
    overlapping += wanted;
    ASSERT_EQ(overlap(a, b), wanted) << turn;
    std::int64_t count = a.bytes;
    for (const Side& side : a.sides) count *= side.length;
    if (!overlap_within(a.bytes, a.sides)) {
      ASSERT_EQ(static_cast<std::int64_t>(one.size()), count) << turn;
    }
  }
  EXPECT_GT(overlapping, 500);
  EXPECT_LT(overlapping, 3500);
}

TEST(SidesTest, ChannelsOfOneLargeImageDoNotOverlap) {
  const std::vector<std::byte> memory(64);
  const Laid red{memory.data(), 1, {{30'000, 120'000}, {40'000, 3}}};
  Laid green = red, mirrored = red, late = red;
  ++green.first;
  mirrored.first += 3 * 39'999 + 2;
  mirrored.sides[1].stride = -3;
  late.first += 120'000 + 3;
  EXPECT_FALSE(overlap(red, green));
  EXPECT_FALSE(overlap(red, mirrored));
  EXPECT_TRUE(overlap(red, late));
}

TEST(SidesTest, SidesJoinWhereTheyGoOn) {
  EXPECT_EQ(joined({{4, 30}, {5, 6}, {1, 77}, {3, 2}}), (std::vector<Side>{{60, 2}}));
  EXPECT_EQ(joined({{4, -30}, {5, -6}, {3, 2}}), (std::vector<Side>{{20, -6}, {3, 2}}));
  EXPECT_EQ(joined({{1, 9}, {1, 8}}), std::vector<Side>{});
  EXPECT_EQ(joined_stride({{4, 30}, {5, 6}}, 1), 6);
  EXPECT_EQ(joined_stride({{1, 30}}, 1), 1);
  EXPECT_EQ(joined_stride({{4, 31}, {5, 6}}, 1), std::nullopt);
}

}  // namespace
}  // namespace lenslet
