// What memory tells about itself, and parts of buffers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/memory.hpp>
#include <lenslet/memory_info.hpp>
#include <lenslet/session.hpp>

#include "objects_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

TEST(MemoryInfo, IsWhatWasAskedFor) {
  const Session& session = session_of_tests();
  const DeviceArray plain = ints(session, 100);
  const MemoryInfo info = memory_info(plain);
  EXPECT_EQ(info.kind, MemoryKind::buffer);
  EXPECT_EQ(info.bytes, 400u);
  EXPECT_EQ(info.place, HostPlace::none);
  EXPECT_FALSE(info.is_part);
  EXPECT_GE(info.references, 1u);
  const MemoryUse use{.kernels = KernelAccess::read_only, .host = HostUse::writes, .pinned = true};
  const MemoryInfo special = memory_info(allocate(session, plain.type(), use));
  EXPECT_EQ(special.kernels, KernelAccess::read_only);
  EXPECT_EQ(special.host, HostUse::writes);
  EXPECT_EQ(name_of(special.place), "pinned");
  alignas(4096) static int host[1024];
  const MemoryInfo over = memory_info(over_host_memory(session, host, ArrayType{SampleType::i32, {1024}}));
  EXPECT_EQ(over.place, HostPlace::in_place);
  EXPECT_EQ(over.host_memory, host);
}

TEST(MemoryInfo, CountsMaps) {
  const Session& session = session_of_tests();
  if (session.device().platform == "rusticl") GTEST_SKIP() << "Mesa's rusticl counts none";
  const Queue queue(session);
  const DeviceArray plain = ints(session, 100);
  EXPECT_EQ(memory_info(plain).maps, 0u);
  MappedElements mapped(queue, plain, HostAccess::read);
  EXPECT_EQ(memory_info(plain).maps, 1u);
  mapped.unmap();
  EXPECT_EQ(memory_info(plain).maps, 0u);
}

TEST(MemoryInfo, KnowsParts) {
  const Session& session = session_of_tests();
  const auto step = static_cast<std::int64_t>(std::max<std::uint64_t>(session.device().alignment, 4) / 4);
  const DeviceArray whole = ints(session, 4 * step);
  const MemoryInfo info = memory_info(session.part(whole, step, step));
  EXPECT_TRUE(info.is_part);
  EXPECT_EQ(info.offset, static_cast<std::uint64_t>(4 * step));
  EXPECT_EQ(info.bytes, static_cast<std::uint64_t>(4 * step));
}

// With rows of 12 bytes, parts begin at multiples of 12 and of the alignment.
TEST(Divide, MakesAlignedPartsOfAll) {
  const Session& session = session_of_tests();
  for (const std::int64_t rows : {1, 31, 32, 33, 1000, 4096})
    for (const std::int64_t parts : {1, 2, 3, 7, 100}) {
      const DeviceArray whole = session.allocate(ArrayType{SampleType::i32, {rows, 3}});
      const std::vector<DeviceArray> all = session.divide(whole, parts);
      EXPECT_LE(all.size(), static_cast<std::size_t>(parts));
      std::int64_t together = 0;
      std::uint64_t offset = 0;
      for (const DeviceArray& one : all) {
        EXPECT_EQ(memory_info(one).offset, all.size() == 1 ? 0u : offset);
        EXPECT_EQ(offset % session.device().alignment, 0u);
        together += one.type().shape[0];
        offset += one.type().bytes();
      }
      EXPECT_EQ(together, rows);
    }
  EXPECT_THAT(refusal([&] { session.divide(ints(session, 4), 0); }), HasSubstr("1 or more"));
  EXPECT_EQ(session.divide(ints(session, 4096), 2).size(), 2u);
}

}  // namespace
}  // namespace lenslet
