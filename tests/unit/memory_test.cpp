// Values over memory of the host, and values in its reach.
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/memory.hpp>
#include <lenslet/ops.hpp>
#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr PixelFormat grey{SampleType::u8, 1};

class SharedMemory : public testing::Test {
 protected:
  void SetUp() override {
    if (devices().empty()) GTEST_SKIP() << "no OpenCL device";
    session.emplace();
  }

  std::optional<Session> session;
  alignas(4096) std::uint8_t memory[8192] = {};
};

TEST_F(SharedMemory, IsFilteredInPlace) {
  const Image image = pattern({67, 31}, grey);
  for (std::int64_t y = 0; y < 31; ++y)
    for (std::int64_t x = 0; x < 67; ++x) memory[128 + y * 128 + x] = static_cast<std::uint8_t>(image.row(y)[x]);
  const DeviceImage input =
      over_host_memory(*session, memory, ImageType{grey, {67, 31}}, {128, 128}, KernelAccess::read_only);
  const Plan plan = session->plan(ops::Gaussian{.sigma = 1}, grey);
  const DeviceImage output = plan.run(input).image();
  EXPECT_TRUE(equal(session->download(output), session->run(ops::Gaussian{.sigma = 1}, image).images[0]));
  EXPECT_THAT(refusal([&] { plan.run_into(output, {input}); }), HasSubstr("kernels can only read"));
}

TEST_F(SharedMemory, TakesResultsThatTheHostSeesOnceTheyAreMapped) {
  const DeviceImage output = over_host_memory(*session, memory, ImageType{grey, {64, 64}});
  session->plan(ops::Gaussian{.sigma = 1}, grey).run_into(session->upload(pattern({64, 64}, grey)), {output});
  const MappedImage mapped(*session, output, HostAccess::read);
  const Image wanted = session->download(output);
  EXPECT_EQ(mapped.view().at(63, 63, 0), wanted.at(63, 63, 0));
  EXPECT_EQ(memory[63 * 64 + 63], static_cast<std::uint8_t>(wanted.row(63)[63]));
}

TEST_F(SharedMemory, HoldsArrays) {
  const ArrayType type{SampleType::i32, {4}};
  const DeviceArray array = over_host_memory(*session, memory, type);
  {
    MappedArray mapped(*session, array, HostAccess::overwrite);
    ASSERT_EQ(mapped.bytes().size(), 16u);
    for (std::size_t i = 0; i < 4; ++i) reinterpret_cast<std::int32_t*>(mapped.bytes().data())[i] = 10 - int(i);
    mapped.unmap();
    EXPECT_TRUE(mapped.bytes().empty());
  }
  EXPECT_EQ(session->download(array).at(3), 7);
  EXPECT_EQ(over_host_memory(*session, nullptr, ArrayType{SampleType::f32, {0}}).count(), 0);
  EXPECT_TRUE(MappedArray(*session, session->allocate({SampleType::f32, {0}}), HostAccess::read).bytes().empty());
}

TEST_F(SharedMemory, IsRefusedWhereKernelsCannotLoadIt) {
  const ImageType type{grey, {8, 8}};
  EXPECT_THAT(refusal([&] { over_host_memory(*session, nullptr, type); }), HasSubstr("null pointer"));
  EXPECT_THAT(refusal([&] { over_host_memory(*session, memory + 64, type); }), HasSubstr("64 bytes behind"));
  EXPECT_THAT(refusal([&] { over_host_memory(*session, memory, type, {0, 7}); }), HasSubstr("a stride of 7 bytes"));
  const ImageType much{grey, {8, 8}, std::int64_t{1} << 50};
  EXPECT_THAT(refusal([&] { over_host_memory(*session, memory, much); }, ErrorKind::unsupported),
              HasSubstr("takes in one buffer"));
}

TEST_F(SharedMemory, MayBePinned) {
  const DeviceImage image = allocate(*session, ImageType{grey, {67, 31}, 2}, {.pinned = true});
  for (std::int64_t y = 0; y < 31; ++y) MappedImage(*session, image, HostAccess::write, 1).row(y)[66] = std::byte{4};
  EXPECT_EQ(session->download(image, 1).at(66, 30, 0), 4);
  const DeviceArray array = allocate(*session, ArrayType{SampleType::f64, {3}}, {.pinned = true});
  EXPECT_EQ(MappedArray(*session, array, HostAccess::overwrite).bytes().size(), 24u);
  const ImageType much{grey, {8, 8}, std::int64_t{1} << 50};
  EXPECT_THAT(refusal([&] { allocate(*session, much, {.pinned = true}); }, ErrorKind::unsupported),
              HasSubstr("in one buffer"));
}

TEST_F(SharedMemory, IsMadeForItsUseByKernels) {
  const ImageType type{grey, {67, 31}};
  const DeviceImage input = allocate(*session, type, {.kernels = KernelAccess::read_only, .host = HostUse::writes});
  const DeviceImage output = allocate(*session, type, {.kernels = KernelAccess::write_only, .host = HostUse::reads});
  const Image image = pattern({67, 31}, grey);
  session->upload(image, input);
  const Plan plan = session->plan(ops::Gaussian{.sigma = 1}, grey);
  plan.run_into(input, {output});
  EXPECT_TRUE(equal(session->download(output), session->run(ops::Gaussian{.sigma = 1}, image).images[0]));
  EXPECT_THAT(refusal([&] { plan.run_into(output, {input}); }), HasSubstr("kernels can only write"));
}

TEST_F(SharedMemory, IsMadeForItsUseByTheHost) {
  const ArrayType type{SampleType::i32, {4}};
  const Array four = Array::of<std::int32_t>({1, 2, 3, 4});
  const DeviceArray written = allocate(*session, type, {.host = HostUse::writes});
  const DeviceArray read = allocate(*session, type, {.host = HostUse::reads});
  const DeviceArray hidden = allocate(*session, type, {.host = HostUse::none});
  session->upload(four, written, {0});
  session->copy(written, hidden);
  session->copy(hidden, read);
  EXPECT_EQ(session->download(read).at(3), 4);
  EXPECT_EQ(MappedArray(*session, read, HostAccess::read).bytes().size(), 16u);
  EXPECT_THAT(refusal([&] { session->download(written); }),
              HasSubstr("the host reads memory that was made for other use; allowed: to overwrite it"));
  EXPECT_THAT(refusal([&] { MappedArray(*session, written, HostAccess::write); }), HasSubstr("the host reads"));
  EXPECT_THAT(refusal([&] { session->upload(four, read, {0}); }), HasSubstr("the host writes memory"));
  EXPECT_THAT(refusal([&] { session->upload_later(four.bytes(), hidden); }), HasSubstr("kernels alone use it"));
  EXPECT_EQ(session->download(read).at(3), 4);
}

TEST_F(SharedMemory, OfARectangleLeavesWhatLiesRoundIt) {
  const Image image = pattern({40, 20}, grey);
  const DeviceImage held = session->upload(image);
  {
    MappedImage mapped(*session, held.view({5, 4, 3, 2}), HostAccess::overwrite);
    EXPECT_EQ(mapped.size(), (Size{3, 2}));
    for (std::int64_t y = 0; y < 2; ++y)
      for (std::int64_t x = 0; x < 3; ++x) mapped.row(y)[x] = std::byte{9};
    MappedImage moved = std::move(mapped);
    EXPECT_EQ(moved.row(1)[2], std::byte{9});
  }
  Image wanted = image;
  for (std::int64_t y = 4; y < 6; ++y)
    for (std::int64_t x = 5; x < 8; ++x) wanted.set(x, y, 0, 9);
  EXPECT_TRUE(equal(session->download(held), wanted));
}

TEST_F(SharedMemory, IsMappedOneLayerAtATime) {
  const DeviceImage layers = session->allocate({16, 4}, grey, Storage::buffer, 2);
  for (std::int64_t k = 0; k < 2; ++k) session->upload_layer(pattern({16, 4}, grey, k), layers, k);
  EXPECT_EQ(MappedImage(*session, layers, HostAccess::read, 1).view().at(7, 3, 0),
            pattern({16, 4}, grey, 1).at(7, 3, 0));
  EXPECT_THAT(refusal([&] { MappedImage(*session, layers, HostAccess::read, 2); }), HasSubstr("layer 2 of 2"));
  if (!session->device().images) return;
  const DeviceImage object = session->allocate({16, 4}, grey, Storage::image);
  EXPECT_THAT(refusal([&] { MappedImage(*session, object, HostAccess::read); }, ErrorKind::unsupported),
              HasSubstr("is not mapped"));
}

}  // namespace
}  // namespace lenslet
