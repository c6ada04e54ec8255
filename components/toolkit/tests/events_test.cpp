// What events tell, when they call, and events that the host ends.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <numeric>

#include <lenslet/event_info.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/quarantine.hpp>
#include <lenslet/queue.hpp>
#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "objects_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

const std::vector<int> four_numbers = {1, 2, 3, 4};

// Whether a command fails, once it has ended. The promise lives until the call is over.
std::future<bool> failure_of(const Event& event) {
  const auto ended = std::make_shared<std::promise<bool>>();
  when_ended(event, [ended](bool failed) { ended->set_value(failed); });
  return ended->get_future();
}

TEST(Events, TellTheirCommandsAndStates) {
  const Queue queue(session_of_tests());
  const DeviceArray a = ints(session_of_tests(), 4), b = ints(session_of_tests(), 4);
  const UserEvent gate(session_of_tests());
  EXPECT_EQ(command_type_of(gate.event()), CommandType::user);
  EXPECT_EQ(state_of(gate.event()), CommandState::submitted);
  const Event write = queue.write(bytes_of(four_numbers), a, {gate.event()});
  EXPECT_EQ(command_type_of(write), CommandType::write_buffer);
  EXPECT_NE(state_of(write), CommandState::complete);
  EXPECT_GE(references_of(write), 1u);
  const Event copy = queue.copy(a, b), marker = queue.marker(), fill = queue.fill(a, bytes_of(four_numbers));
  gate.complete();
  queue.finish();
  EXPECT_EQ(state_of(write), CommandState::complete);
  EXPECT_EQ(command_type_of(copy), CommandType::copy_buffer);
  EXPECT_EQ(command_type_of(marker), CommandType::marker);
  EXPECT_EQ(command_type_of(fill), CommandType::fill_buffer);
  EXPECT_EQ(name_of(command_type_of(fill)), "fill_buffer");
}

// SAXPY has four commands, each with its own times.
TEST(Events, HaveTimesOfTransfersToo) {
  const Queue queue(session_of_tests()), untimed(session_of_tests(), {.timing = false});
  std::vector<int> many(1 << 16);
  std::iota(many.begin(), many.end(), 0);
  const auto count = static_cast<std::int64_t>(many.size());
  const DeviceArray a = ints(session_of_tests(), count), b = ints(session_of_tests(), count);
  const Event commands[] = {queue.write(bytes_of(many), a), queue.write(bytes_of(many), b),
                            queue.launch(program_of_tests().kernel("add"), {.global = {many.size()}}, {a, a, b}),
                            queue.read(b, bytes_of(many))};
  queue.finish();
  std::uint64_t last = 0;
  if (times_of(commands[0]).ended - times_of(commands[0]).queued < 100) GTEST_SKIP() << "the driver has no clock";
  for (const Event& command : commands) {
    const EventTimes times = times_of(command);
    EXPECT_LE(times.queued, times.submitted);
    EXPECT_LE(times.submitted, times.started);
    EXPECT_LT(times.started, times.ended);
    EXPECT_GE(times.started, last);
    last = times.ended;
  }
  EXPECT_EQ(times_of(untimed.write(bytes_of(four_numbers), ints(session_of_tests(), 4))).ended, 0u);
  const Launch sent = session_of_tests().upload_later(bytes_of(many), a);
  const std::vector<CommandRecord> records = records_of(sent);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].type, CommandType::write_buffer);
  EXPECT_LT(records[0].times.started, records[0].times.ended);
}

TEST(Events, CallWhenTheyEnd) {
  const Queue queue(session_of_tests());
  const DeviceArray a = ints(session_of_tests(), 4);
  const UserEvent gate(session_of_tests());
  const Event write = queue.write(bytes_of(four_numbers), a, {gate.event()});
  std::future<bool> failed = failure_of(write);
  EXPECT_EQ(failed.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  gate.complete();
  EXPECT_FALSE(failed.get());
  bool at_once = false;
  when_ended(Event(nullptr), [&](bool) { at_once = true; });
  EXPECT_TRUE(at_once);
}

TEST(Events, OfTheHostEndOnce) {
  const UserEvent one(session_of_tests());
  EXPECT_FALSE(one.event().done());
  one.complete();
  EXPECT_TRUE(one.event().done());
  EXPECT_THAT(refusal([&] { one.complete(); }), HasSubstr("twice"));
  EXPECT_THAT(refusal([&] { one.fail(); }), HasSubstr("twice"));
}

// The context may be useless afterwards, so the test has its own.
TEST(Events, OfTheHostFailWhereNobodyEndsThem) {
  const Session session;
  const Queue queue(session);
  const DeviceArray a = ints(session, 4);
  std::optional<UserEvent> gate(session);
  const Event waits = gate->event(), write = queue.write(bytes_of(four_numbers), a, {waits});
  EXPECT_FALSE(waits.done());
  std::future<bool> before = failure_of(waits);
  gate.reset();
  EXPECT_EQ(state_of(waits), CommandState::failed);
  EXPECT_TRUE(before.get());
  EXPECT_TRUE(failure_of(waits).get());
  EXPECT_TRUE(failure_of(write).get());
  EXPECT_EQ(state_of(write), CommandState::failed);
}

// A limit for kernels must not count the compiler's time, which some drivers need at a kernel's first launch.
TEST(Compiling, IsWhatAFirstLaunchWaitsFor) {
  const Session session({.background = false});  // whose programs would be compiled beside these launches
  const bool tells = session.device().platform != "rusticl";
  const PixelFormat format{SampleType::u8, 1};
  const DeviceImage in = session.upload(pattern({64, 48}, format)), out = session.allocate(in.size(), format);
  const Plan plan = session.plan(ops::Invert{}, format);
  EXPECT_FALSE(is_compiling(session));
  for (const bool first : {true, false}) {
    const UserEvent gate(session);
    RunOptions options;
    options.after = {gate.event()};
    const Launch launch = plan.launch_into(in, {out}, options);
    EXPECT_EQ(is_compiling(session), first && tells) << first;
    gate.complete();
    launch.wait();
    EXPECT_FALSE(is_compiling(session));
  }
}

}  // namespace
}  // namespace lenslet
