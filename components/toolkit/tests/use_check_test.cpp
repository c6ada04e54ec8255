// Undefined uses of memory are found, and defined ones are not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/memory.hpp>
#include <lenslet/queue.hpp>
#include <lenslet/session.hpp>

#include "objects_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

const std::vector<int> numbers(64, 1);

// Two queues with one check. The host holds back the first.
struct Held {
  Held() : gate(session_of_tests()), held(one.write(bytes_of(numbers), array, {gate.event()})) {}
  ~Held() {
    if (!gate.event().done()) gate.complete();
    one.finish();
    two.finish();
  }

  const Session& session = session_of_tests();
  const UseCheck check;
  const Queue one{session, {.check = check}}, two{session, {.check = check}};
  const DeviceArray array = ints(session, 64), other = ints(session, 64);
  const UserEvent gate;
  const Event held;
};

TEST(UseCheck, FindsCommandsThatNothingOrders) {
  Held now;
  const Kernel twice = program_of_tests().kernel("twice");
  EXPECT_THAT(refusal([&] { now.two.launch(twice, {.global = {64}}, {now.array}); }),
              HasSubstr("twice: a write uses a part of the same memory"));
  std::vector<int> values(64);
  EXPECT_THAT(refusal([&] { now.two.read(now.array, bytes_of(values)); }), HasSubstr("nothing says which is first"));
  now.two.read(now.other, bytes_of(values)).wait();  // other memory
}

TEST(UseCheck, KnowsOrderByEventsQueuesAndBarriers) {
  Held now;
  const Kernel twice = program_of_tests().kernel("twice");
  const Event first = now.one.launch(twice, {.global = {64}}, {now.array});            // in order
  const Event second = now.two.launch(twice, {.global = {64}}, {now.array}, {first});  // by an event
  now.two.launch(twice, {.global = {64}}, {now.array});                                // after that
  const Event marker = now.two.marker();
  now.one.copy(now.array, now.other, {marker});  // by a chain
  if (!queue_abilities(now.session).out_of_order) return;
  const Queue any(now.session, {.out_of_order = true, .check = now.check});
  const DeviceArray own = ints(now.session, 64);
  const Event filled = any.fill(own, bytes_of(std::vector<int>{1}), {now.gate.event()});
  EXPECT_THAT(refusal([&] { any.launch(twice, {.global = {64}}, {own}); }), HasSubstr("a fill"));
  any.barrier();
  any.launch(twice, {.global = {64}}, {own});
  now.gate.complete();
  any.finish();  // Intel's driver waits for ever if the queue goes first
}

TEST(UseCheck, TakesOrderForGrantedThatItCannotSee) {
  Held now;
  const std::vector<int> pattern(1, 5);
  const Event first = now.one.fill(now.array, bytes_of(pattern));
  const Launch own = now.session.fill(now.array, 6, {first});
  now.two.fill(now.array, bytes_of(pattern), {own.event()});  // by the session's queue
  const Queue unchecked(now.session), three(now.session, {.check = now.check});
  EXPECT_THAT(refusal([&] { three.fill(now.array, bytes_of(pattern)); }), HasSubstr("nothing says which is first"));
  const Event between = unchecked.marker({now.two.marker()});
  three.fill(now.array, bytes_of(pattern), {between});
  now.one.fill(now.array, bytes_of(pattern), {three.marker()});  // by a chain through it
  EXPECT_THAT(refusal([&] { now.two.fill(now.array, bytes_of(pattern)); }), HasSubstr("a fill uses a part"));
}

TEST(UseCheck, KnowsPartsOfImages) {
  if (!session_of_tests().device().images) GTEST_SKIP() << "no images";
  std::vector<int> texels(8), others(8), third(4), all(64);  // used by commands until everything that is held has ended
  Held now;
  const TexelFormat format{ChannelOrder::r, ChannelType::signed_int32};
  const ImageObject image(now.session, {ImageKind::image2d, format, 4, 4});
  const TexelBox left{{0, 0, 0}, {2, 4, 1}}, right{{2, 0, 0}, {2, 4, 1}}, middle{{1, 1, 0}, {2, 2, 1}};
  now.one.write(bytes_of(std::as_const(texels)), image, left);
  now.two.write(bytes_of(std::as_const(others)), image, right);
  EXPECT_THAT(refusal([&] { now.two.read(image, bytes_of(third), middle); }), HasSubstr("a write uses a part"));
  EXPECT_THAT(refusal([&] { now.two.copy(image, left, image, {1, 0, 0}); }), HasSubstr("must lie apart"));
  const ImageObject row(now.session, now.array, format);  // a write of the whole array holds it
  EXPECT_THAT(refusal([&] { now.two.read(row, bytes_of(third), {{0, 0, 0}, {4, 1, 1}}); }), HasSubstr("a write uses"));
  const ImageObject free_row(now.session, now.other, format);
  now.one.write(bytes_of(std::as_const(texels)), free_row, {{0, 0, 0}, {8, 1, 1}});
  now.two.write(bytes_of(std::as_const(others)), free_row, {{8, 0, 0}, {8, 1, 1}});
  EXPECT_THAT(refusal([&] { now.two.copy(free_row, now.other); }), HasSubstr("must lie apart"));
  EXPECT_THAT(refusal([&] { now.two.read(now.other, bytes_of(all)); }), HasSubstr("a write uses"));
}

TEST(UseCheck, FindsPartsOfOneBufferAndOneMemoryOfTheHost) {
  Held now;
  const DeviceArray whole = ints(now.session, 4096);
  const std::vector<DeviceArray> halves = now.session.divide(whole, 2);
  const std::vector<int> pattern(1, 5);
  now.one.fill(halves[0], bytes_of(pattern));
  now.two.fill(halves[1], bytes_of(pattern));
  EXPECT_THAT(refusal([&] { now.two.fill(whole, bytes_of(pattern)); }), HasSubstr("a fill uses a part"));
  alignas(4096) static int host[4096];
  const DeviceArray front = over_host_memory(now.session, host, ArrayType{SampleType::i32, {2048}});
  const DeviceArray back = over_host_memory(now.session, host + 1024, ArrayType{SampleType::i32, {2048}});
  now.one.fill(front, bytes_of(pattern));
  EXPECT_THAT(refusal([&] { now.two.fill(back, bytes_of(pattern)); }), HasSubstr("a fill uses a part"));
}

TEST(UseCheck, FindsWhatIsMapped) {
  const Session& session = session_of_tests();
  const Queue queue(session, {.check = UseCheck()});
  const DeviceArray array = ints(session, 64);
  MappedElements mapped(queue, array, HostAccess::read);
  std::vector<int> values(64);
  queue.read(array, bytes_of(values)).wait();  // both read
  EXPECT_THAT(refusal([&] { queue.write(bytes_of(numbers), array); }), HasSubstr("mapped"));
  const UserEvent unmapped(session);
  const Event held =
      Queue(session, {.check = queue.options().check}).write(bytes_of(numbers), array, {unmapped.event()});
  mapped.unmap();
  unmapped.complete();
  held.wait();
  queue.write(bytes_of(numbers), array).wait();
}

TEST(UseCheck, FindsArgumentsThatAreOneMemory) {
  const Session& session = session_of_tests();
  const Queue queue(session, {.check = UseCheck()}), unchecked(session);
  const DeviceArray whole = ints(session, 4096), half = session.divide(whole, 2)[0];
  const Kernel apart = program_of_tests().kernel("apart"), add = program_of_tests().kernel("add");
  const KernelRange range{.global = {64}};
  EXPECT_THAT(refusal([&] { queue.launch(apart, range, {whole, whole}); }), HasSubstr("'restrict' says"));
  EXPECT_THAT(refusal([&] { queue.launch(add, range, {whole, whole, half}); }), HasSubstr("two memory objects"));
  queue.launch(add, range, {whole, whole, whole}).wait();  // one pointer, without restrict
  const DeviceArray fixed = allocate(session, whole.type(), {.kernels = KernelAccess::read_only});
  EXPECT_THAT(refusal([&] { queue.launch(add, range, {whole, whole, fixed}); }), HasSubstr("kernels only read"));
  const DeviceArray unread = allocate(session, whole.type(), {.kernels = KernelAccess::write_only});
  EXPECT_THAT(refusal([&] { queue.launch(apart, range, {unread, whole}); }), HasSubstr("kernels only write"));
}

TEST(UseCheck, FindsImagesThatAreReadAndWritten) {
  const Session& session = session_of_tests();
  if (!session.device().images) GTEST_SKIP() << "no images";
  const Program program = Program::from_text(session, R"(
__kernel void same(__read_only image1d_t in, __write_only image1d_t out) { write_imagef(out, 0, read_imagef(in, 0)); }
__kernel void over(__read_only image1d_buffer_t in, __global float *out) { out[0] = read_imagef(in, 0).x; }
)");
  const Queue queue(session, {.check = UseCheck()});
  const TexelFormat format{ChannelOrder::r, ChannelType::float32};
  const ImageObject image(session, {ImageKind::image1d, format, 4});
  EXPECT_THAT(refusal([&] {
                queue.launch(program.kernel("same"), {.global = {1}}, {image, image});
              }),
              HasSubstr("in one image"));
  const DeviceArray array = session.allocate(ArrayType{SampleType::f32, {4}});
  const ImageObject view(session, array, format);
  EXPECT_THAT(refusal([&] {
                queue.launch(program.kernel("over"), {.global = {1}}, {view, array});
              }),
              HasSubstr("two memory objects"));
}

}  // namespace
}  // namespace lenslet
