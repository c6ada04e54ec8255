// Mapping, pinned memory, buffers over the host's memory, and boxes, on a real device.
#include "ocl/mapping.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include <gtest/gtest.h>
#include <unistd.h>

#include <lenslet/error.hpp>

#include "ocl/box.hpp"
#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

using Contents = std::vector<std::byte>;

constexpr std::size_t bytes_mapped = 10'000;

class MappingTest : public DeviceTest {
 protected:
  static Contents counting(int first) {
    Contents bytes(bytes_mapped);
    for (std::size_t i = 0; i < bytes_mapped; ++i)
      bytes[i] = static_cast<std::byte>((i + static_cast<std::size_t>(first)) % 251);
    return bytes;
  }
  Contents read(const Buffer& from) const {
    Contents bytes(from.bytes());
    queue().read(from, 0, bytes);
    return bytes;
  }
  Contents mapped(const Buffer& from) const {
    const Mapping mapping(queue(), from, HostAccess::read);
    return {mapping.bytes().begin(), mapping.bytes().end()};
  }
  void expect_both_ways(const Buffer& buffer) const {
    queue().write(buffer, 0, counting(1));
    EXPECT_EQ(mapped(buffer), counting(1));
    {
      Mapping mapping(queue(), buffer, HostAccess::overwrite);
      std::ranges::copy(counting(2), mapping.bytes().begin());
      mapping.unmap();
      EXPECT_TRUE(mapping.bytes().empty());
    }
    EXPECT_EQ(read(buffer), counting(2));
    Mapping(queue(), buffer, HostAccess::write).bytes()[5] = std::byte{255};  // the end of its life unmaps it
    Contents expected = counting(2);
    expected[5] = std::byte{255};
    EXPECT_EQ(read(buffer), expected);
  }
};

TEST_F(MappingTest, ReachesAnOrdinaryBuffer) {
  expect_both_ways(queue().allocate(bytes_mapped));
}

TEST_F(MappingTest, ReachesAPinnedBuffer) {
  expect_both_ways(queue().allocate(bytes_mapped, Placement::pinned));
}

TEST_F(MappingTest, ReachesABufferOverTheHostsMemory) {
  const HostMemory memory(bytes_mapped);
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.bytes().data()) % page, 0u);
  EXPECT_EQ(memory.bytes().size(), bytes_mapped);
  EXPECT_EQ(std::ranges::count(memory.bytes(), std::byte{0}), static_cast<std::ptrdiff_t>(bytes_mapped));
  const Buffer buffer = queue().over(memory.bytes());
  expect_both_ways(buffer);
  EXPECT_EQ(mapped(buffer).data() == nullptr, false);
  const Mapping mapping(queue(), buffer, HostAccess::read);
  EXPECT_EQ(mapping.bytes().data(), memory.bytes().data());  // as the specification says
}

TEST_F(MappingTest, MovesWithItsBuffer) {
  const Buffer buffer = queue().allocate(bytes_mapped);
  queue().write(buffer, 0, counting(3));
  Mapping first(queue(), buffer, HostAccess::read);
  const Mapping second = std::move(first);
  EXPECT_EQ(Contents(second.bytes().begin(), second.bytes().end()), counting(3));
}

TEST_F(MappingTest, PinnedMemoryHasTheSameLimit) {
  const std::uint64_t most = queue().device().info().max_allocation;
  EXPECT_THROW(queue().allocate(most + 1, Placement::pinned), Error);
}

TEST_F(MappingTest, ReadsBoxes) {
  std::vector<std::int32_t> numbers(32);
  std::iota(numbers.begin(), numbers.end(), 0);
  const Buffer buffer = queue().allocate(sizeof(std::int32_t) * numbers.size());
  queue().write(buffer, 0, std::as_bytes(std::span(numbers)));
  std::vector<std::int32_t> found(6);
  read_box(queue(), buffer, {{4, 6, 0}, {12, 2, 1}, 16, 0}, std::as_writable_bytes(std::span(found)));
  EXPECT_EQ(found, (std::vector<std::int32_t>{25, 26, 27, 29, 30, 31}));
  found.resize(9);
  read_box(queue(), buffer, {{4, 1, 0}, {12, 1, 3}, 16, 32}, std::as_writable_bytes(std::span(found)));
  EXPECT_EQ(found, (std::vector<std::int32_t>{5, 6, 7, 13, 14, 15, 21, 22, 23}));
  EXPECT_THROW(read_box(queue(), buffer, {{0, 0, 0}, {16, 1, 1}}, std::as_writable_bytes(std::span(found))), Error);
}

}  // namespace
}  // namespace lenslet::ocl
