// Sessions, queues, memory and kernels that Lenslet and SYCL share, and refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

#include <lenslet/lenslet.hpp>
#include <lenslet/sycl.hpp>

#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr Size size{64, 8};
constexpr std::size_t count = 64 * 8;
constexpr std::size_t alignment = 4096;

constexpr char twice[] = R"(
#include <sycl/sycl.hpp>
namespace experimental = sycl::ext::oneapi::experimental;
extern "C" SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void twice(sycl::accessor<float, 1, sycl::access_mode::read_write> values) {
  values[sycl::ext::oneapi::this_work_item::get_nd_item<1>().get_global_id(0)] *= 2;
}
)";

::sycl::queue ordered_queue() {
  return ::sycl::queue{::sycl::cpu_selector_v,
                       {::sycl::property::queue::in_order{}, ::sycl::property::queue::enable_profiling{}}};
}

// Floats in memory that SYCL shares with the host.
class Floats {
 public:
  explicit Floats(const ::sycl::queue& queue)
      : queue_(queue), values_(::sycl::aligned_alloc_shared<float>(alignment, count, queue)) {}
  Floats(const Floats&) = delete;
  Floats& operator=(const Floats&) = delete;
  ~Floats() { ::sycl::free(values_, queue_); }

  float* get() const { return values_; }

 private:
  ::sycl::queue queue_;
  float* values_;
};

TEST(SyclSession, WorksInTheQueueAndItsMemory) {
  ::sycl::queue queue = ordered_queue();
  const Session session = sycl::session(queue, {.cache = false});
  const Floats in(queue), out(queue);
  const ImageType type{{SampleType::f32, 1}, size};
  queue.fill(in.get(), 1.0f, count);  // nobody waits for it: the queue's order suffices
  const Plan plan = session.plan(ops::Brightness{.delta = 2}, type.format);
  const Launch launch =
      plan.launch_into(sycl::image(session, queue, in.get(), type), {sycl::image(session, queue, out.get(), type)});
  queue.memcpy(in.get(), out.get(), count * sizeof(float)).wait();
  launch.wait();
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(in.get()[i], 3.0f) << i;
}

TEST(SyclSession, HasAQueueOfItsOwnBesideOneOutOfOrder) {
  const ::sycl::queue queue{::sycl::cpu_selector_v};
  const Session session = sycl::session(queue, {.cache = false});
  const Image black(size, {SampleType::u8, 1});
  EXPECT_EQ(session.run(ops::Invert{}, black).images.at(0).row(0)[0], std::byte{255});
}

TEST(SyclBuffer, IsAValueInAHostTask) {
  ::sycl::queue queue = ordered_queue();
  const Session session = sycl::session(queue, {.cache = false});
  const ImageType type{{SampleType::f32, 1}, size};
  const Plan plan = session.plan(ops::Brightness{.delta = 2}, type.format);
  const DeviceImage out = allocate(session, type, {});
  ::sycl::buffer<float, 1> buffer{::sycl::range<1>(count)};
  for (float& value : ::sycl::host_accessor(buffer, ::sycl::write_only)) value = 1;
  queue.submit([&](::sycl::handler& handler) {
    const ::sycl::accessor<float, 1, ::sycl::access_mode::read> in(buffer, handler);
    handler.host_task([&, in](const ::sycl::interop_handle& handle) {
      cl_mem memory = handle.get_native_mem<::sycl::backend::opencl>(in).front();
      plan.launch_into(opencl::image(session, memory, type), {out}).wait();
    });
  });
  queue.wait_and_throw();
  const Image result = session.download(out);
  EXPECT_EQ(*reinterpret_cast<const float*>(result.row(size.height - 1)), 3.0f);
}

TEST(SyclQueue, WorksOnTheSessionsArrays) {
  const Session session({.cache = false});
  ::sycl::queue queue = sycl::queue(session);
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0f);
  const DeviceArray array = session.upload(Array::of(values));
  auto bundle = sycl::compile(queue, twice);  // its functions that find kernels are not const
  {
    ::sycl::buffer<float, 1> buffer = sycl::buffer<float>(session, queue, array);
    queue.submit([&](::sycl::handler& handler) {
      handler.set_args(::sycl::accessor<float, 1, ::sycl::access_mode::read_write>(buffer, handler));
      handler.parallel_for(::sycl::nd_range<1>(count, 64), bundle.ext_oneapi_get_kernel("twice"));
    });
    queue.wait_and_throw();
  }
  const Array result = session.download(array);
  for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(result.at(static_cast<std::int64_t>(i)), 2 * values[i]) << i;
}

TEST(SyclMemory, IsRefusedWhereNoBufferCanLieOverIt) {
  ::sycl::queue queue = ordered_queue();
  const Session session = sycl::session(queue, {.cache = false});
  const ArrayType type{SampleType::f32, {static_cast<std::int64_t>(count)}};
  float* device = ::sycl::aligned_alloc_device<float>(alignment, count, queue);
  std::vector<float> host(count);
  EXPECT_THAT(refusal([&] { sycl::array(session, queue, device, type); }, ErrorKind::unsupported),
              HasSubstr("malloc_device; allowed"));
  EXPECT_THAT(refusal([&] { sycl::array(session, queue, host.data(), type); }), HasSubstr("none of SYCL's"));
  ::sycl::free(device, queue);
}

TEST(SyclBuffer, IsRefusedWhereItFitsNot) {
  ::sycl::queue queue = ordered_queue();
  const Session session = sycl::session(queue, {.cache = false}), other({.cache = false});
  const DeviceArray array = session.upload(Array::of(std::vector<float>(count)));
  EXPECT_THAT(refusal([&] { sycl::buffer<double>(session, queue, array); }), HasSubstr("elements of 8 bytes"));
  EXPECT_THAT(refusal([&] { sycl::buffer<float>(other, queue, array); }), HasSubstr("a SYCL queue in another OpenCL"));
  const DeviceArray others = other.upload(Array::of(std::vector<float>(count)));
  EXPECT_THAT(refusal([&] { sycl::buffer<float>(session, queue, others); }), HasSubstr("an array in another OpenCL"));
}

TEST(SyclBuffer, IsRefusedForAnotherDeviceOfTheContext) {
  const ::sycl::device whole = ordered_queue().get_device();
  const auto units = whole.get_info<::sycl::info::device::max_compute_units>();
  if (units < 2) return;  // one core cannot be two devices
  const auto parts = whole.create_sub_devices<::sycl::info::partition_property::partition_equally>(units / 2);
  const ::sycl::context both(parts);
  const ::sycl::queue first(both, parts[0], ::sycl::property::queue::in_order{}), second(both, parts[1]);
  const Session session = sycl::session(first, {.cache = false});
  const DeviceArray array = session.upload(Array::of(std::vector<float>(count)));
  EXPECT_NO_THROW(sycl::buffer<float>(session, first, array));
  EXPECT_THAT(refusal([&] { sycl::buffer<float>(session, second, array); }), HasSubstr("on another device"));
}

TEST(SyclSource, ThatIsWrongGivesTheCompilersWords) {
  try {
    sycl::compile(ordered_queue(), "void broken( {");
    FAIL() << "it was compiled";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::build);
    EXPECT_THAT(error.what(), HasSubstr("SYCL source does not compile for"));
    EXPECT_THAT(error.detail(), HasSubstr("error: expected"));
  }
}

TEST(OtherDrivers, AreNoDevicesOfSycl) {
  const Session session({.cache = false});
  EXPECT_THAT(refusal([&] { sycl::compile(sycl::queue(session), twice); }, ErrorKind::unsupported),
              HasSubstr("takes no SPIR-V"));
}

}  // namespace
}  // namespace lenslet
