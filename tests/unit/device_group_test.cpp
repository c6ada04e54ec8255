// Groups of devices: how they share work, what becomes of one that fails, how parts of a device are named.
#include <lenslet/device_group.hpp>

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/ops.hpp>

#include "image_support.hpp"
#include "refusal.hpp"
#include "session/strip_dispatcher.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr PixelFormat colours{SampleType::u8, 3};

// Names the first device that can be divided; nothing where none can.
std::optional<DeviceInfo> divisible() {
  for (const DeviceInfo& device : devices()) {
    if (device.compute_units < 2) continue;
    try {
      const DeviceGroup parts({.device = std::to_string(device.index) + "/2"});
      return device;
    } catch (const Error&) {  // the driver does not divide
    }
  }
  return {};
}

// All of them compute some of the strips.
void expect_shares(const DeviceGroup& group) {
  const Image photo = pattern({53, 97}, colours, 1);
  const GroupResult parts = group.run(ops::Mean{}, {photo}, {}, {.rows = 6, .frames = 2});
  EXPECT_TRUE(equal(parts.result.images.front(), group.sessions().front().run(ops::Mean{}, photo).images.front()));
  std::int64_t strips = 0;
  for (const DeviceShare& share : parts.shares) {
    EXPECT_EQ(share.failure, "") << share.device;
    EXPECT_GT(share.strips, 0) << share.device;
    strips += share.strips;
  }
  EXPECT_EQ(strips, (97 + 5) / 6);
}

TEST(DeviceGroupOf, SubDevicesSharesTheWork) {
  const std::optional<DeviceInfo> device = divisible();
  if (!device) GTEST_SKIP() << "no device that can be divided";
  for (const int parts : {2, 4}) {
    if (parts > device->compute_units) continue;
    const DeviceGroup group({.device = std::to_string(device->index) + "/" + std::to_string(parts)});
    ASSERT_EQ(group.sessions().size(), static_cast<std::size_t>(parts));
    for (const Session& session : group.sessions())
      EXPECT_EQ(session.device().compute_units, device->compute_units / parts);
    expect_shares(group);
  }
}

TEST(DeviceGroupOf, SeveralKindsSharesTheWork) {
  if (devices().size() < 2) GTEST_SKIP() << "one device";
  expect_shares(DeviceGroup({.device = "all"}));
}

TEST(DeviceGroupOf, OneDeviceIsAGroup) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const DeviceGroup group{std::vector<Session>{Session()}};
  EXPECT_THAT(group.devices(), testing::ElementsAre("0"));
  expect_shares(group);
}

TEST(DeviceGroupOf, SomeRowsAreAResultOfTheirOwn) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const DeviceGroup group{std::vector<Session>{Session()}};
  const Image photo = pattern({53, 97}, colours, 1);
  const Image whole = group.sessions().front().run(ops::Mean{}, photo).images.front();
  const StripOptions options{.rows = 7, .parts = {{20, 51}}, .limit = std::chrono::milliseconds::max()};
  const Image part = group.run(ops::Mean{}, {photo}, {}, options).result.images.front();
  ASSERT_EQ(part.size(), (Size{53, 31}));
  for (std::int64_t y = 0; y < part.height(); ++y)
    EXPECT_EQ(std::memcmp(part.row(y), whole.row(20 + y), static_cast<std::size_t>(part.stride())), 0) << y;
}

// A device that fails with its first strip.
class BrokenWorker : public StreamWorker {
 public:
  using StreamWorker::StreamWorker;
  Result pop() override {
    StreamWorker::pop();
    throw Error(ErrorKind::device, "clFinish: CL_OUT_OF_RESOURCES");
  }
};

TEST(DeviceGroupOf, OneWhoseDeviceFailsHasTheBitsOfTheOther) {
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const Session session;
  const Image photo = pattern({53, 97}, colours, 1);
  const Plan plan = session.plan(ops::Mean{}, colours);
  const Image whole = session.run(ops::Mean{}, photo).images.front();
  const SharedImages all = std::make_shared<const std::vector<ImageView>>(std::vector<ImageView>{photo});
  Image joined(photo.size(), colours);
  StripDispatcher dispatcher({{"broken", std::make_shared<BrokenWorker>(session, plan, StreamOptions{.frames = 2})},
                              {"sound", std::make_shared<StreamWorker>(session, plan, StreamOptions{.frames = 2})}},
                             {.strips = 9, .places = 2}, [&](std::int64_t strip) {
                               const std::int64_t first = 11 * strip;
                               return Strip{all,
                                            {{photo.size()},
                                             {0, first, 53, std::min<std::int64_t>(11, 97 - first)},
                                             {{joined.row(first), joined.stride()}}}};
                             });
  while (dispatcher.next()) continue;
  EXPECT_TRUE(equal(joined, whole));
  EXPECT_THAT(dispatcher.shares()[0].failure, HasSubstr("CL_OUT_OF_RESOURCES"));
  EXPECT_EQ(dispatcher.shares()[1].strips, 9);
}

TEST(DeviceGroupOf, PartsOfSessionsAreNamed) {
  const std::optional<DeviceInfo> device = divisible();
  if (!device) GTEST_SKIP() << "no device that can be divided";
  const std::string index = std::to_string(device->index);
  EXPECT_THAT(DeviceGroup({.device = index + "/2"}).devices(), testing::ElementsAre(index + "/2/0", index + "/2/1"));
  EXPECT_EQ(Session({.device = index + "/2/1"}).device().compute_units, device->compute_units / 2);
  EXPECT_EQ(refusal([&] { Session({.device = index + "/2"}); }),
            "\"" + index + "/2\" names 2 devices; allowed here: one");
}

TEST(DeviceGroupOf, WhatItRefuses) {
  EXPECT_THAT(refusal([] { DeviceGroup(std::vector<Session>{}); }), HasSubstr("no sessions"));
  EXPECT_THAT(refusal([] { Strips(GroupPlan{}, std::vector<ImageType>(), {}); }), HasSubstr("a group of 0 plans"));
  if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
  const DeviceGroup group{std::vector<Session>{Session()}};
  const Image photo = pattern({9, 9}, colours, 1);
  EXPECT_THAT(refusal([&] { group.run(ops::Mean{}, {photo}, {}, {.limit = std::chrono::milliseconds(0)}); }),
              HasSubstr("a limit of 0 ms"));
  EXPECT_THAT(refusal([&] {
                group.run(ops::Mean{}, {photo}, {}, {.parts = {{0, 2}, {4, 6}}});
              }),
              HasSubstr("several parts put together to a whole; allowed are all strips"));
  const Session& session = group.sessions().front();
  const GroupPlan mixed{{session.plan(ops::Mean{}, colours), session.plan({"invert"}, {SampleType::u8, 1})}};
  EXPECT_THAT(refusal([&] {
                Strips(mixed, {{colours, {9, 9}}}, {ReadRows()});
              }),
              testing::AllOf(HasSubstr("a group of plans for u8 x 3 of "), HasSubstr("and for u8 x 1 of ")));
}

}  // namespace
}  // namespace lenslet
