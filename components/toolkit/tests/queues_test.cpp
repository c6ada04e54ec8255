// Queues in order and out of order, and every kind of command on arrays and kernels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include <lenslet/error.hpp>
#include <lenslet/queue.hpp>
#include <lenslet/session.hpp>

#include "objects_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<int> ones_to_four = {1, 2, 3, 4};
const std::vector<int> tens = {10, 20, 30, 40};

// The host holds back the first writes, so that only wait lists can order them before the kernels.
std::vector<int> added_behind_gate(const Queue& queue) {
  const Session& session = queue.session();
  const DeviceArray a = ints(session, 4), b = ints(session, 4), out = ints(session, 4);
  const UserEvent gate(session);
  const Event first = queue.write(bytes_of(ones_to_four), a, {gate.event()});
  const Event second = queue.write(bytes_of(tens), b);
  const Event added = queue.launch(program_of_tests().kernel("add"), {.global = {4}}, {a, b, out}, {first, second});
  std::vector<int> values(4);
  const Event read = queue.read(out, bytes_of(values), {added});
  EXPECT_FALSE(read.done());
  gate.complete();
  read.wait();
  return values;
}

TEST(Queues, KeepTheOrderOfWaitLists) {
  EXPECT_THAT(added_behind_gate(Queue(session_of_tests())), ElementsAre(11, 22, 33, 44));
  if (!queue_abilities(session_of_tests()).out_of_order) {
    EXPECT_THAT(refusal([] { const Queue none(session_of_tests(), {.out_of_order = true}); }, ErrorKind::unsupported),
                HasSubstr("allowed: several queues in order"));
    return;
  }
  const Queue any(session_of_tests(), {.out_of_order = true});
  EXPECT_THAT(added_behind_gate(any), ElementsAre(11, 22, 33, 44));
}

bool ends_soon(const Event& event) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  while (!event.done() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return event.done();
}

TEST(Queues, RunWhatIsNotOrderedBesideWhatWaits) {
  if (!queue_abilities(session_of_tests()).out_of_order) GTEST_SKIP() << "no out-of-order queue";
  const Queue queue(session_of_tests(), {.out_of_order = true});
  const DeviceArray a = ints(session_of_tests(), 4), b = ints(session_of_tests(), 4);
  const UserEvent gate(session_of_tests());
  const Event held = queue.write(bytes_of(tens), a, {gate.event()});
  const Event overtaking = queue.write(bytes_of(ones_to_four), b);
  queue.flush();
  if (!ends_soon(overtaking)) {
    gate.complete();
    GTEST_SKIP() << "the driver keeps the order of an out-of-order queue";
  }
  EXPECT_FALSE(held.done());
  const Event after_marker = queue.write(bytes_of(tens), b);
  const Event barrier = queue.barrier();
  const Event behind = queue.write(bytes_of(ones_to_four), b);
  after_marker.wait();
  EXPECT_FALSE(barrier.done() || behind.done());
  gate.complete();
  queue.finish();
  EXPECT_THAT(values_of(queue, b), ElementsAre(1, 2, 3, 4));
}

TEST(Queues, DivideOneBufferAmongThem) {
  const Session& session = session_of_tests();
  const DeviceArray all = ints(session, 4096);
  std::vector<int> values(4096);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i);
  const Queue first(session), second(session);
  const Event written = first.write(bytes_of(values), all);
  const std::vector<DeviceArray> halves = session.divide(all, 2);
  ASSERT_EQ(halves.size(), 2u);
  const Kernel twice = program_of_tests().kernel("twice");
  const auto items = [](const DeviceArray& part) { return KernelRange{.global = {std::size_t(part.count())}}; };
  const Event a = first.launch(twice, items(halves[0]), {halves[0]}, {written});
  const Event b = second.launch(twice, items(halves[1]), {halves[1]}, {written});
  std::vector<int> got(4096);
  first.read(all, bytes_of(got), {a, b}).wait();
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], 2 * values[i]);
}

TEST(Queues, CopyFillAndMove) {
  const Session& session = session_of_tests();
  const Queue queue(session);
  const DeviceArray a = ints(session, 4), b = ints(session, 4);
  const std::vector<int> pattern = {7, -7};
  queue.fill(a, bytes_of(pattern));
  queue.migrate({a, b});
  queue.copy(a, b);
  queue.migrate({b}, Queue::MoveTo::host);
  EXPECT_THAT(values_of(queue, b), ElementsAre(7, -7, 7, -7));
  EXPECT_THAT(refusal([&] { queue.fill(a, bytes_of(std::vector<int>{1, 2, 3})); }), HasSubstr("a power of 2"));
  EXPECT_THAT(refusal([&] { queue.write(bytes_of(pattern), a); }), HasSubstr("allowed: as many"));
  EXPECT_THAT(refusal([&] { queue.copy(a, a); }), HasSubstr("onto itself"));
  EXPECT_THAT(refusal([&] { queue.migrate({}); }), HasSubstr("1 or more"));
}

TEST(Queues, HandCommandsOverAsTheyAreTold) {
  const Session& session = session_of_tests();
  const Queue lazy(session, {.eager = false});
  const DeviceArray values = ints(session, 4);
  const Event written = lazy.write(bytes_of(ones_to_four), values);
  lazy.flush();
  EXPECT_THAT(values_of(Queue(session), (written.wait(), values)), ElementsAre(1, 2, 3, 4));
}

TEST(Queues, RunTasksOfOneWorkItem) {
  const Session& session = session_of_tests();
  const Queue queue(session);
  const DeviceArray values = ints(session, 4), sum = ints(session, 1);
  queue.write(bytes_of(ones_to_four), values);
  const Event task = queue.task(program_of_tests().kernel("sum_all"), {values, 4, sum});
  EXPECT_THAT(values_of(queue, sum), ElementsAre(10));
  const CommandType type = command_type_of(task);
  EXPECT_TRUE(type == CommandType::task || type == CommandType::ndrange_kernel) << name_of(type);
}

TEST(Queues, CallFunctionsOfTheHost) {
  const Session& session = session_of_tests();
  const Queue queue(session);
  const DeviceArray values = ints(session, 4), other = ints(session, 2);
  const auto calls = std::make_shared<std::atomic<int>>(0);
  const auto negate = [calls](Queue::Bytes memory) noexcept {
    ++*calls;
    auto* first = reinterpret_cast<int*>(memory[0].data());
    for (std::size_t i = 0; i < memory[0].size() / sizeof(int); ++i) first[i] = -first[i];
    *reinterpret_cast<int*>(memory[1].data()) = static_cast<int>(memory[1].size());
  };
  if (!queue_abilities(session).native_kernels) {
    EXPECT_THAT(refusal(
                    [&] {
                      queue.native(negate, {values, other});
                    },
                    ErrorKind::unsupported),
                HasSubstr("allowed: kernels"));
    return;
  }
  const Event written = queue.write(bytes_of(ones_to_four), values);
  const Event called = queue.native(negate, {values, other}, {written});
  EXPECT_THAT(values_of(queue, values), ElementsAre(-1, -2, -3, -4));
  EXPECT_EQ(values_of(queue, other)[0], 8);
  EXPECT_EQ(*calls, 1);
  EXPECT_EQ(command_type_of(called), CommandType::native_kernel);
}

TEST(Queues, RunKernelsThatTheDeviceBrings) {
  const Session& session = session_of_tests();
  const std::vector<std::string> names = queue_abilities(session).built_in_kernels;
  EXPECT_THAT(refusal([&] { Program::built_in(session, {"no.such"}); }, ErrorKind::unsupported),
              HasSubstr(names.empty() ? "it brings none" : names.front()));
  EXPECT_THAT(refusal([&] { Program::built_in(session, {}); }), HasSubstr("1 or more"));
  if (names.empty()) return;
  try {
    const Program program = Program::built_in(session, {names.front()});
    EXPECT_THAT(program.kernel_names(), ElementsAre(names.front()));
  } catch (const Error& error) {  // Debian's PoCL lists some without their code
    EXPECT_EQ(error.kind(), ErrorKind::build);
    EXPECT_THAT(error.what(), HasSubstr("cannot build them"));
  }
}

TEST(Queues, MapArrays) {
  const Session& session = session_of_tests();
  const Queue queue(session);
  const DeviceArray values = ints(session, 4);
  const Event written = queue.write(bytes_of(ones_to_four), values);
  {
    const MappedElements mapped(queue, values, HostAccess::write, {written});
    ASSERT_EQ(mapped.bytes().size(), 16u);
    reinterpret_cast<int*>(mapped.bytes().data())[1] += 100;
  }
  EXPECT_THAT(values_of(queue, values), ElementsAre(1, 102, 3, 4));
}

TEST(Queues, RefuseKernelsAndMemoryOfOtherContexts) {
  const Session other;
  const Queue queue(other);
  const DeviceArray here = ints(other, 4), there = ints(session_of_tests(), 4);
  EXPECT_THAT(refusal([&] { queue.launch(program_of_tests().kernel("twice"), {.global = {4}}, {there}); }),
              HasSubstr("allowed: a program of the queue's session"));
  EXPECT_EQ(refusal([&] { queue.write(bytes_of(ones_to_four), there); }),
            "the array is memory of another session; allowed: of the queue's own");
  EXPECT_EQ(refusal([&] { ImageObject(other, there, {}); }),
            "the array is memory of another session; allowed: of the session's own");
  const UserEvent stranger(session_of_tests());
  EXPECT_THAT(refusal([&] { queue.write(bytes_of(ones_to_four), here, {stranger.event()}); }),
              HasSubstr("another context"));
}

}  // namespace
}  // namespace lenslet
