// Wait lists, markers, barriers, user events and a second queue, on a real device.
#include "ocl/order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ocl/program.hpp"
#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::size_t count = 256;

class OrderTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    BuildRequest request;
    request.source =
        "kernel void twice(global uint* data) { data[get_global_id(0)] *= 2; }\n"
        "kernel void more(global uint* data) { data[get_global_id(0)] += 1; }\n";
    const Program program = build(queue(), request).program;
    buffer_.emplace(queue().allocate(count * sizeof(std::uint32_t)));
    twice_.emplace(program, "twice");
    more_.emplace(program, "more");
    twice_->set(0, *buffer_);
    more_->set(0, *buffer_);
    queue().write(*buffer_, 0, std::as_bytes(std::span(three_)));
  }

  Event twice(const Queue& on, const After& after = {}) const {
    return on.launch(*twice_, {count}, {8}, no_offset, after);
  }
  Event more(const Queue& on, const After& after = {}) const {
    return on.launch(*more_, {count}, {8}, no_offset, after);
  }

  // A queue that keeps no order, or a skip.
  std::optional<Queue> unordered() const {
    try {
      return queue().beside(Order::out_of_order);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::unsupported);
      EXPECT_THAT(error.what(), testing::HasSubstr("no out-of-order queue"));
      return {};
    }
  }

  Numbers contents() const {
    Numbers numbers(count);
    queue().read(*buffer_, 0, std::as_writable_bytes(std::span(numbers)));
    return numbers;
  }

  const Numbers three_ = Numbers(count, 3);
  std::optional<Buffer> buffer_;
  std::optional<Kernel> twice_, more_;
};

TEST_F(OrderTest, AQueueBesideSharesTheMemory) {
  const Queue second = queue().beside(Order::in_order);
  EXPECT_EQ(second.timed(), queue().timed());
  const Event first = twice(queue());
  queue().flush();
  more(second, {first}).wait();
  EXPECT_EQ(contents(), Numbers(count, 7));
}

TEST_F(OrderTest, AWaitListOrdersWhatAQueueDoesNot) {
  const std::optional<Queue> any = unordered();
  if (!any) GTEST_SKIP() << "no out-of-order queue";
  for (int i = 0; i < 10; ++i) {
    queue().write(*buffer_, 0, std::as_bytes(std::span(three_)));
    const Event first = twice(*any);
    const Event second = more(*any, {first});
    twice(*any, {first, second}).wait();
    EXPECT_EQ(contents(), Numbers(count, 14));
  }
}

TEST_F(OrderTest, ABarrierOrdersWhatAQueueDoesNot) {
  const std::optional<Queue> any = unordered();
  if (!any) GTEST_SKIP() << "no out-of-order queue";
  twice(*any);
  barrier(*any);
  more(*any);
  any->finish();
  EXPECT_EQ(contents(), Numbers(count, 7));
}

TEST_F(OrderTest, AMarkerEndsWithWhatItNames) {
  const Numbers five(count, 5);
  const Event write = write_later(queue(), *buffer_, 0, std::as_bytes(std::span(five)));
  const Event command = twice(queue(), {write});
  const Event both = marker(queue(), {write, command});
  marker(queue()).wait();
  both.wait();
  EXPECT_EQ(state_of(write), EventState::complete);
  EXPECT_EQ(contents(), Numbers(count, 10));
}

TEST_F(OrderTest, ReadsLaterIntoTheHostsMemory) {
  Numbers found(count);
  const auto bytes = std::as_writable_bytes(std::span(found));
  {
    const Drain drain(queue());
    const Event command = twice(queue());
    read_later(queue(), *buffer_, bytes.size() / 2, bytes.subspan(bytes.size() / 2), {command});
  }
  EXPECT_EQ(found.front(), 0u);
  EXPECT_EQ(found.back(), 6u);
}

TEST_F(OrderTest, CommandsWaitForAUserEvent) {
  const Queue second = queue().beside(Order::in_order);
  UserEvent gate(second);
  const Event command = twice(second, {gate.event()});
  second.flush();
  EXPECT_FALSE(command.ended());
  EXPECT_NE(state_of(command), EventState::complete);
  gate.complete();
  command.wait();
  EXPECT_EQ(state_of(command), EventState::complete);
  EXPECT_EQ(contents(), Numbers(count, 6));
  EXPECT_THROW(gate.complete(), Error);
}

// The wait would hang for ever if the event were left as it is.
TEST_F(OrderTest, AUserEventThatIsLeftFails) {
  const Queue second = queue().beside(Order::in_order);
  std::optional<Event> command;
  {
    const UserEvent gate(second);
    command = twice(second, {gate.event()});
    second.flush();
  }
  EXPECT_THROW(command->wait(), Error);
  EXPECT_EQ(state_of(*command), EventState::failed);
  EXPECT_EQ(contents(), three_);
}

TEST_F(OrderTest, TimesFollowEachOther) {
  const EventTimes times = times_of(twice(queue()));
  EXPECT_LE(times.queued, times.submitted);
  EXPECT_LE(times.submitted, times.started);
  EXPECT_LE(times.started, times.ended);
}

}  // namespace
}  // namespace lenslet::ocl
