// Values around a caller's buffers: right at any offset and stride, refused where they cannot be, and given out again.
#include <functional>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/memory.hpp>
#include <lenslet/session.hpp>

#include "opencl_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::HasSubstr;

constexpr std::uint8_t untouched = 77;

class OpenClValues : public BesideOpenCl {
 protected:
  // Puts an image's rows where a layout has them, among bytes that nobody may touch.
  static std::vector<std::uint8_t> laid_out(const Image& image, const ImageLayout& layout, std::size_t bytes) {
    std::vector<std::uint8_t> all(bytes, untouched);
    for (std::int64_t y = 0; y < image.height(); ++y)
      for (std::int64_t x = 0; x < image.width(); ++x)
        all[static_cast<std::size_t>(layout.offset + y * layout.stride + x)] =
            static_cast<std::uint8_t>(image.row(y)[x]);
    return all;
  }

  std::string image_refusal(cl_mem buffer, const ImageType& type, const ImageLayout& layout = {},
                            ErrorKind kind = ErrorKind::invalid_argument) const {
    return refusal([&] { opencl::image(*session, buffer, type, layout); }, kind);
  }

  void expect_usable() const {
    const Image image = pattern({20, 9}, grey8);
    EXPECT_TRUE(equal(session->run(ops::Gaussian{.sigma = 1}, image).images[0], blurred(image)));
  }
};

// The last row ends where the buffer does, so that a vector that reaches over it would read what is not there.
TEST_F(OpenClValues, AreRightAtAnyOffsetAndStride) {
  const Image image = pattern({67, 31}, grey8);
  const Plan plan = blur();
  for (const ImageLayout& layout :
       {ImageLayout{0, 67}, ImageLayout{0, 128}, ImageLayout{13, 101}, ImageLayout{128, 256}}) {
    const auto bytes = static_cast<std::size_t>(layout.offset + 30 * layout.stride + 67);
    const OwnMemory input = buffer_of(laid_out(image, layout, bytes));
    const OwnMemory output = buffer_of(std::vector<std::uint8_t>(bytes, untouched));
    plan.run_into(opencl::image(*session, input, {grey8, image.size()}, layout),
                  {opencl::image(*session, output, {grey8, image.size()}, layout)});
    EXPECT_EQ(bytes_of(output, bytes), laid_out(blurred(image), layout, bytes)) << layout.offset;
  }
}

TEST_F(OpenClValues, HaveRectanglesAndLayers) {
  const Image first = pattern({16, 8}, grey8, 0), second = pattern({16, 8}, grey8, 1);
  std::vector<std::uint8_t> bytes = samples_of(first);
  bytes.resize(200, untouched);
  for (const std::uint8_t sample : samples_of(second)) bytes.push_back(sample);
  const OwnMemory buffer = buffer_of(bytes);
  const DeviceImage image = opencl::image(*session, buffer, {grey8, {16, 8}, 2}, {0, 16, 200});
  EXPECT_TRUE(equal(session->download(image, 1), second));
  const DeviceImage part = image.layer(0).view({3, 2, 5, 4});
  EXPECT_EQ(session->download(part).at(0, 0, 0), first.at(3, 2, 0));
  EXPECT_EQ(opencl::memory_of(part).layout.offset, 2 * 16 + 3);
  EXPECT_EQ(opencl::memory_of(part).memory, buffer);
}

TEST_F(OpenClValues, LieInSubBuffers) {
  std::vector<std::int32_t> numbers(256);
  std::iota(numbers.begin(), numbers.end(), 0);
  const std::uint64_t origin = session->device().alignment;
  const OwnMemory whole = make_buffer(*context, origin + 1024);
  const cl_buffer_region region{origin, 1024};
  const OwnMemory buffer = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
  clEnqueueWriteBuffer(*queue, buffer, CL_TRUE, 0, 1024, numbers.data(), 0, nullptr, nullptr);
  const DeviceArray array = opencl::array(*session, buffer, {SampleType::i32, {256}});
  EXPECT_EQ(session->download(array).at(255), 255);
  const DeviceArray same = opencl::array(*session, whole, {SampleType::i32, {256}}, origin);
  EXPECT_TRUE(array.shares_memory(same));
  EXPECT_EQ(session->download(same).at(3), 3);
}

TEST_F(OpenClValues, GiveTheirMemoryOut) {
  const Image image = pattern({67, 31}, grey8);
  const DeviceImage held = session->upload(image);
  const auto [memory, layout] = opencl::memory_of(held);
  const std::size_t origin[] = {static_cast<std::size_t>(layout.offset), 0, 0}, zero[] = {0, 0, 0};
  const std::size_t region[] = {67, 31, 1};
  std::vector<std::uint8_t> samples(67 * 31);
  ASSERT_EQ(
      clEnqueueReadBufferRect(*queue, memory, CL_TRUE, origin, zero, region, static_cast<std::size_t>(layout.stride), 0,
                              67, 0, samples.data(), 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(samples, samples_of(image));
  const DeviceArray array = session->upload(Array::of(std::vector<std::uint8_t>{5, 6, 7}));
  EXPECT_EQ(bytes_of(opencl::memory_of(array), 3), (std::vector<std::uint8_t>{5, 6, 7}));
}

TEST_F(OpenClValues, AreRefusedWhereTheyDoNotFit) {
  const OwnMemory buffer = make_buffer(*context, 1000);
  const PixelFormat words{SampleType::u16, 1};
  EXPECT_THAT(image_refusal(nullptr, {grey8, {10, 10}}), HasSubstr("the buffer is null"));
  EXPECT_THAT(image_refusal(buffer, {grey8, {100, 11}}), HasSubstr("in a buffer of 1000 bytes"));
  EXPECT_THAT(image_refusal(buffer, {grey8, {100, 10}}, {1}), HasSubstr("from byte 1 on"));
  EXPECT_THAT(image_refusal(buffer, {grey8, {10, 10}, 11}), HasSubstr("in 11 layers"));
  EXPECT_THAT(image_refusal(buffer, {words, {10, 10}}, {3}), HasSubstr("an offset of 3 bytes for u16 x 1"));
  EXPECT_THAT(image_refusal(buffer, {words, {10, 10}}, {0, 21}), HasSubstr("a stride of 21 bytes"));
  EXPECT_THAT(image_refusal(buffer, {words, {10, 10}}, {0, 18}), HasSubstr("at least 20"));
  EXPECT_THAT(image_refusal(buffer, {words, {10, 10}, 2}, {0, 20, 100}), HasSubstr("a layer's stride of 100 bytes"));
  EXPECT_THAT(image_refusal(buffer, {grey8, {10, 10}}, {-1}), HasSubstr("an offset of -1 bytes"));
  EXPECT_THAT(image_refusal(buffer, {grey8, {0, 10}}), HasSubstr("is empty"));
  const auto array = [&](const ArrayType& type, std::uint64_t offset) {
    opencl::array(*session, buffer, type, offset);
  };
  EXPECT_THAT(refusal([&] { array({SampleType::f32, {251}}, 0); }), HasSubstr("in a buffer of 1000 bytes"));
  EXPECT_THAT(refusal([&] { array({SampleType::f32, {2}}, ~0ull); }), HasSubstr("in a buffer of 1000 bytes"));
  EXPECT_THAT(refusal([&] { array({SampleType::f32, {2}}, 4); }, ErrorKind::unsupported), HasSubstr("multiples of"));
  expect_usable();
}

TEST_F(OpenClValues, AreRefusedInOtherObjects) {
  const OwnContext other = make_context(device);
  const OwnMemory foreign = make_buffer(other, 1000);
  EXPECT_THAT(image_refusal(foreign, {grey8, {10, 10}}), HasSubstr("of another context than the session's"));
  EXPECT_THAT(refusal([&] { opencl::array(*session, foreign, {SampleType::u8, {10}}); }), HasSubstr("another context"));
  if (session->device().images) {
    const cl_image_format format{CL_R, CL_UNSIGNED_INT8};
    cl_image_desc shape{};
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = shape.image_height = 16;
    const OwnMemory object = clCreateImage(*context, CL_MEM_READ_WRITE, &format, &shape, nullptr, nullptr);
    EXPECT_THAT(image_refusal(object, {grey8, {16, 16}}), HasSubstr("the object is no buffer"));
  }
  if (session->device().host_memory) {
    alignas(128) std::uint8_t memory[1024];
    const OwnMemory odd = make_buffer(*context, 512, CL_MEM_USE_HOST_PTR, memory + 4);
    EXPECT_THAT(image_refusal(odd, {grey8, {16, 16}}, {}, ErrorKind::unsupported), HasSubstr("4 bytes behind"));
  }
  expect_usable();
}

TEST_F(OpenClValues, OfAnotherSessionAreRefusedByPlans) {
  const Session other;
  const Image image = pattern({20, 9}, grey8);
  const DeviceImage theirs = other.upload(image), mine = session->upload(image);
  const Plan plan = blur();
  EXPECT_EQ(refusal([&] { plan.run(theirs); }), "input 0 is memory of another session; allowed: of the plan's own");
  EXPECT_THAT(refusal([&] { plan.run_into(mine, {theirs}); }), HasSubstr("output 0 is memory of another session"));
  expect_usable();
}

// Drivers crash on such memory, say that they have given up the context, or take it for their own.
using CallsOnStrangers = std::vector<std::pair<std::function<void()>, std::string>>;

void expect_refused(const CallsOnStrangers& calls) {
  for (std::size_t i = 0; i < calls.size(); ++i)
    EXPECT_EQ(refusal(calls[i].first), calls[i].second + " is memory of another session; allowed: of the session's own")
        << i;
}

TEST_F(OpenClValues, OfAnotherSessionAreRefusedAsImages) {
  const Session other;
  const Image image = pattern({20, 9}, grey8);
  const DeviceImage theirs = other.upload(image), mine = session->upload(image);
  Image kept({20, 9}, grey8);
  expect_refused({
      {[&] { session->upload(image, theirs); }, "the image"},
      {[&] { session->download(theirs); }, "the image"},
      {[&] { session->convert(theirs, Storage::buffer); }, "the image"},
      {[&] { session->convert(theirs, Storage::image_buffer); }, "the image"},
      {[&] { session->fill(theirs, {1}); }, "the image"},
      {[&] { session->copy(theirs, mine); }, "the source"},
      {[&] { session->copy(mine, theirs); }, "the target"},
      {[&] { session->upload_later(image, theirs); }, "the image"},
      {[&] { session->download_later(theirs, kept); }, "the image"},
      {[&] { MappedImage(*session, theirs, HostAccess::read); }, "the image"},
  });
  expect_usable();
  EXPECT_TRUE(equal(other.download(theirs), image));
}

TEST_F(OpenClValues, OfAnotherSessionAreRefusedAsArrays) {
  const Session other;
  const Array numbers({SampleType::u8, {4, 16}}), row({SampleType::u8, {1, 16}});
  const DeviceArray theirs = other.upload(numbers), mine = session->upload(numbers);
  const Box box{{0, 0}, {1, 16}};
  std::vector<std::byte> bytes(64);
  expect_refused({
      {[&] { session->download(theirs); }, "the array"},
      {[&] { session->fill(theirs, 1); }, "the array"},
      {[&] { session->copy(theirs, mine); }, "the source"},
      {[&] { session->copy(mine, theirs); }, "the target"},
      {[&] {
         session->copy(theirs, box, mine, {0, 0});
       },
       "the source"},
      {[&] {
         session->copy(mine, box, theirs, {0, 0});
       },
       "the target"},
      {[&] { session->upload_later(bytes, theirs); }, "the array"},
      {[&] { session->download_later(theirs, bytes); }, "the array"},
      {[&] { session->download(theirs, box); }, "the array"},
      {[&] {
         session->upload(row, theirs, {0, 0});
       },
       "the array"},
      {[&] { session->part(theirs, 0, 1); }, "the array"},
      {[&] { session->divide(theirs, 1); }, "the array"},
      {[&] { MappedArray(*session, theirs, HostAccess::read); }, "the array"},
  });
  expect_usable();
}

TEST_F(OpenClValues, AreRefusedWhereKernelsMayNotReadOrWrite) {
  const OwnMemory readable = make_buffer(*context, 180, CL_MEM_READ_ONLY);
  const OwnMemory writable = make_buffer(*context, 180, CL_MEM_WRITE_ONLY);
  const ImageType type{grey8, {20, 9}};
  const DeviceImage in = opencl::image(*session, readable, type), out = opencl::image(*session, writable, type);
  const Plan plan = blur();
  EXPECT_THAT(refusal([&] { plan.run_into(out, {in}); }),
              HasSubstr("input 0 is in memory that kernels can only write"));
  EXPECT_THAT(refusal([&] { plan.run_into(in, {in}); }), HasSubstr("output 0 is in memory that kernels can only read"));
  const Image image = pattern({20, 9}, grey8);
  session->upload(image, in);
  plan.run_into(in, {out});
  EXPECT_TRUE(equal(session->download(out), blurred(image)));
}

TEST_F(OpenClValues, MayLieApartInOneBuffer) {
  const Image image = pattern({32, 16}, grey8);
  const OwnMemory buffer = make_buffer(*context, 1024);
  const auto at = [&](std::int64_t offset) { return opencl::image(*session, buffer, {grey8, {32, 16}}, {offset}); };
  session->upload(image, at(0));
  const Plan plan = blur();
  plan.run_into(at(0), {at(512)});
  EXPECT_TRUE(equal(session->download(at(512)), blurred(image)));
  EXPECT_THAT(refusal([&] { plan.run_into(at(0), {at(480)}); }), HasSubstr("cannot be an output"));
}

}  // namespace
}  // namespace lenslet
