// More elements than 31 bits number. They take 4 GB of the host's and 2 GB of the device's memory: only with --long.
#include <algorithm>

#include <gtest/gtest.h>

#include <lenslet/session.hpp>

#include "support.hpp"

namespace lenslet {
namespace {

constexpr std::int64_t many = std::int64_t{1} << 31;

class Lengths : public DeviceTest {};

TEST_F(Lengths, OverThirtyOneBitsAreCounted) {
  const ArrayType type{SampleType::u8, {many}};
  if (session().device().max_allocation < static_cast<std::uint64_t>(many)) GTEST_SKIP() << "no buffer is so large";
  Array x(type);
  std::ranges::fill(x.bytes(), std::byte{7});
  x.set(0, 5);
  x.set(many - 1, 9);
  const DeviceValue on_device = session().upload(x);
  for (const char* schedule : {"", "local.atomic.prefetch.copies8.group64.groups4.items2.v8"}) {
    const Plan plan = session().plan({{"histogram"}, {type}, {.schedule = schedule, .tune = Tune::off}});
    const Array counts = session().download(plan.run({on_device}).array());
    EXPECT_EQ(counts.at(7), many - 2) << schedule;
    EXPECT_EQ(counts.at(5), 1) << schedule;
    EXPECT_EQ(counts.at(9), 1) << schedule;
  }
}

}  // namespace
}  // namespace lenslet
