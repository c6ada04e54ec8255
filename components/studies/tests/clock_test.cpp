// The clocks of studies.
#include "studies/clock.hpp"

#include <thread>

#include <gtest/gtest.h>

namespace lenslet::study {
namespace {

TEST(StudyClock, TheHostsTimeHoldsTheWork) {
  constexpr std::chrono::milliseconds nap{5};
  double inner_ms = 0;
  const double ms = host_ms([&] { inner_ms = host_ms([nap] { std::this_thread::sleep_for(nap); }); });
  EXPECT_GE(inner_ms, 5);
  EXPECT_GE(ms, inner_ms);
}

TEST(StudyClock, ADeviceWithoutAClockIsNotBelieved) {
  EXPECT_EQ(device_or_host_ms(0.5, 2), 0.5);
  EXPECT_EQ(device_or_host_ms(0, 2), 2);
  EXPECT_EQ(device_or_host_ms(1e-6, 2), 2);
}

TEST(StudyClock, WithoutCommandsTheHostsTimeCounts) {
  constexpr std::chrono::milliseconds nap{5};
  const auto work = [nap] {
    std::this_thread::sleep_for(nap);
    return std::vector<ocl::Event>();
  };
  EXPECT_GE(timed_ms(work), 5);
}

}  // namespace
}  // namespace lenslet::study
