// Image objects of all six kinds: transfers, copies, fills, maps, formats, samplers as arguments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include <lenslet/error.hpp>
#include <lenslet/memory_info.hpp>
#include <lenslet/queue.hpp>

#include "image_of_kind.hpp"
#include "objects_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// One kernel for each kind adds 100 to what it reads at the work-item's place.
constexpr char image_kernels[] = R"(
#define X ((int)get_global_id(0))
#define Y ((int)get_global_id(1))
#define Z ((int)get_global_id(2))
#define PLACE ((Z * get_global_size(1) + Y) * get_global_size(0) + X)

__kernel void see_image1d(__read_only image1d_t in, __global float *out) {
  out[PLACE] = read_imagef(in, X).x + 100;
}
__kernel void see_image1d_buffer(__read_only image1d_buffer_t in, __global float *out) {
  out[PLACE] = read_imagef(in, X).x + 100;
}
__kernel void see_image1d_array(__read_only image1d_array_t in, __global float *out) {
  out[PLACE] = read_imagef(in, (int2)(X, Y)).x + 100;
}
__kernel void see_image2d(__read_only image2d_t in, __global float *out) {
  out[PLACE] = read_imagef(in, (int2)(X, Y)).x + 100;
}
__kernel void see_image2d_array(__read_only image2d_array_t in, __global float *out) {
  out[PLACE] = read_imagef(in, (int4)(X, Y, Z, 0)).x + 100;
}
__kernel void see_image3d(__read_only image3d_t in, __global float *out) {
  out[PLACE] = read_imagef(in, (int4)(X, Y, Z, 0)).x + 100;
}
__kernel void between(__read_only image2d_t in, const sampler_t sampler, const float2 at, __global float *out) {
  out[0] = read_imagef(in, sampler, at).x;
}
__kernel void images(__read_only image2d_t in, __write_only image2d_t out) {
  write_imagef(out, (int2)(X, Y), read_imagef(in, (int2)(X, Y)));
}
)";

class ImageObjects : public testing::Test {
 protected:
  void SetUp() override {
    if (!session_of_tests().device().images) GTEST_SKIP() << "no images";
  }
  static const Program& program() {
    static const Program made = Program::from_text(session_of_tests(), image_kernels);
    return made;
  }
  const Session& session = session_of_tests();
  const Queue queue{session};
};

TEST_F(ImageObjects, OfEachKindAreSeenByKernels) {
  for (const ImageKind kind : image_kinds) {
    const ImageObject image = made(session, small(kind));
    const ImageDescription d = image.description();
    EXPECT_EQ(d, small(kind));
    const auto [x, y, z] = whole_of(d).size;
    const std::vector<float> values = numbers_from_one(texels_of(d));
    const DeviceArray out = session.allocate(ArrayType{SampleType::f32, {static_cast<std::int64_t>(values.size())}});
    queue.write(bytes_of(values), image);
    queue.launch(program().kernel("see_" + std::string(name_of(kind))), {.global = {x, y, z}}, {image, out});
    std::vector<float> seen(values.size());
    queue.read(out, bytes_of(seen)).wait();
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(seen[i], values[i] + 100) << name_of(kind) << " at " << i;
    const ImageObjectInfo info = image.info();
    EXPECT_EQ(info.format, one_float);
    EXPECT_EQ(info.element_bytes, 4u);
    EXPECT_EQ(info.width, 5u);
    EXPECT_EQ(name_of(memory_info(image).kind), name_of(kind));
  }
}

TEST_F(ImageObjects, HaveTheFormatsThatTheDeviceLists) {
  for (const ImageKind kind : image_kinds) {
    const std::vector<TexelFormat> formats = image_formats(session, kind);
    EXPECT_NE(std::ranges::find(formats, one_float), formats.end()) << name_of(kind);
    EXPECT_NE(std::ranges::find(formats, four_bytes), formats.end()) << name_of(kind);
  }
  for (const TexelFormat& format : image_formats(session, ImageKind::image2d)) {
    const ImageObject image(session, {ImageKind::image2d, format, 3, 2});
    std::vector<std::byte> none(image.info().element_bytes * 6 - 1);
    EXPECT_THAT(refusal([&] { queue.read(image, none); }), HasSubstr("bytes of the host")) << to_string(format);
  }
  const TexelFormat odd{ChannelOrder::depth_stencil, ChannelType::snorm_int8};
  EXPECT_THAT(refusal(
                  [&] {
                    ImageObject(session, {ImageKind::image2d, odd, 3, 2});
                  },
                  ErrorKind::unsupported),
              HasSubstr("allowed: "));
}

// Without normalized coordinates x = 1.0 lies midway between the centres of the first two texels.
TEST_F(ImageObjects, AreInterpolatedBySamplers) {
  const ImageObject image(session, {ImageKind::image2d, one_float, 4, 2});
  const std::vector<float> values = {0, 10, 20, 30, 100, 110, 120, 130};
  queue.write(bytes_of(values), image);
  const DeviceArray out = session.allocate(ArrayType{SampleType::f32, {1}});
  const auto at = [&](float x, float y, const Sampler& sampler) {
    queue.launch(program().kernel("between"), KernelRange::one_item(),
                 {image, sampler, std::array<float, 2>{x, y}, out});
    std::vector<float> got(1);
    queue.read(out, bytes_of(got)).wait();
    return got[0];
  };
  const Sampler linear{.filter = Sampler::Filter::linear};
  EXPECT_NEAR(at(1.0f, 0.5f, linear), 5, 0.1);
  EXPECT_NEAR(at(1.5f, 1.0f, linear), 60, 0.1);
  EXPECT_NEAR(at(2.25f, 0.75f, linear), 42.5, 0.2);
  EXPECT_EQ(at(1.2f, 0.5f, {}), 10);
  EXPECT_NEAR(at(0.25f, 0.5f, {.normalized = true, .filter = Sampler::Filter::linear}), 55, 0.5);
}

TEST_F(ImageObjects, AreNotRepeatedForCoordinatesInTexels) {
  const ImageObject image(session, {ImageKind::image2d, one_float, 4, 2});
  const DeviceArray out = session.allocate(ArrayType{SampleType::f32, {1}});
  const Kernel kernel = program().kernel("between");
  for (const auto address : {Sampler::Address::repeat, Sampler::Address::mirrored_repeat})
    EXPECT_THROW(queue.launch(kernel, KernelRange::one_item(),
                              {image, Sampler{.address = address}, std::array<float, 2>{0.5f, 0.5f}, out}),
                 Error);
}

// PoCL 3.1 reads a sampler when the kernel begins. If the sampler is gone, it reads whatever lies there.
TEST_F(ImageObjects, AreInterpolatedWhenTheKernelIsGone) {
  const ImageObject image(session, {ImageKind::image2d, one_float, 4, 2});
  queue.fill(image, std::array<float, 4>{7});
  const DeviceArray out = session.allocate(ArrayType{SampleType::f32, {1}});
  const UserEvent gate(session);
  const Event seen = queue.launch(
      program().kernel("between"), KernelRange::one_item(),
      {image, Sampler{.normalized = true, .address = Sampler::Address::repeat}, std::array<float, 2>{5.5f, 0.5f}, out},
      {gate.event()});
  std::vector<std::vector<char>> others;
  for (std::size_t bytes = 16; bytes < 512; bytes += 8)
    others.resize(others.size() + 4, std::vector<char>(bytes, 0x55));
  gate.complete();
  std::vector<float> got(1);
  queue.read(out, bytes_of(got), {seen}).wait();
  EXPECT_EQ(got[0], 7);
}

TEST_F(ImageObjects, AreReadAndWrittenByOneKernel) {
  const ImageDescription d{ImageKind::image2d, {ChannelOrder::rgba, ChannelType::unorm_int8}, 5, 3};
  const ImageObject in(session, d, KernelAccess::read_only), out(session, d, KernelAccess::write_only);
  std::vector<std::uint8_t> bytes(60), back(60);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{190});
  queue.write(bytes_of(bytes), in);
  queue.launch(program().kernel("images"), {.global = {5, 3}}, {in, out});
  queue.read(out, bytes_of(back)).wait();
  EXPECT_EQ(back, bytes);
}

TEST_F(ImageObjects, AreCopiedFilledAndMapped) {
  const ImageObject image(session, {ImageKind::image2d, four_bytes, 4, 3});
  const ImageObject volume(session, {ImageKind::image3d, four_bytes, 4, 3, 2});
  queue.fill(volume, std::array<std::uint32_t, 4>{9, 9, 9, 9});
  queue.fill(image, std::array<std::uint32_t, 4>{1, 2, 3, 4});
  queue.copy(image, {{1, 1, 0}, {2, 2, 1}}, volume, {0, 0, 1});
  const DeviceArray flat = session.allocate(ArrayType{SampleType::u8, {4 * 3 * 2 * 4}});
  queue.copy(volume, flat);
  std::vector<std::uint8_t> bytes(96);
  queue.read(flat, bytes_of(bytes)).wait();
  EXPECT_THAT(std::span(bytes).subspan(0, 4), ElementsAre(9, 9, 9, 9));
  EXPECT_THAT(std::span(bytes).subspan(48, 12), ElementsAre(1, 2, 3, 4, 1, 2, 3, 4, 9, 9, 9, 9));
  {
    const MappedTexels mapped(queue, volume, HostAccess::write, {{1, 2, 1}, {1, 1, 1}});
    EXPECT_EQ(std::to_integer<int>(mapped.at(0)[2]), 9);
    mapped.at(0)[2] = std::byte{77};
  }
  std::vector<std::uint8_t> texel(4);
  queue.read(volume, bytes_of(texel), {{1, 2, 1}, {1, 1, 1}}).wait();
  EXPECT_THAT(texel, ElementsAre(9, 9, 77, 9));
  queue.copy(flat, volume);
  queue.read(volume, bytes_of(texel), {{1, 2, 1}, {1, 1, 1}}).wait();
  EXPECT_THAT(texel, ElementsAre(9, 9, 9, 9));
}

TEST_F(ImageObjects, OverArraysAreWrittenByKernelsOrRefused) {
  const Program writer = Program::from_text(session, R"(
__kernel void count(__write_only image1d_buffer_t out) {
  write_imagef(out, get_global_id(0), (float4)(get_global_id(0) + 1, 0, 0, 0));
}
)");
  const ImageObject image = made(session, small(ImageKind::image1d_buffer));
  const auto write = [&] { queue.launch(writer.kernel("count"), {.global = {5}}, {image}).wait(); };
  if (session.device().platform == "Portable Computing Language") {
    EXPECT_THAT(refusal(write, ErrorKind::unsupported), HasSubstr("allowed: a __global pointer"));
    return;
  }
  write();
  std::vector<float> values(5);
  queue.read(image, bytes_of(values)).wait();
  EXPECT_THAT(values, ElementsAre(1, 2, 3, 4, 5));
}

TEST_F(ImageObjects, LieOverMemoryOfTheHost) {
  alignas(4096) static float rows[3][1024];
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 5; ++x) rows[y][x] = static_cast<float>(10 * y + x);
  const ImageDescription d{ImageKind::image2d, one_float, 5, 3};
  EXPECT_THAT(refusal([&] { ImageObject(session, d, rows, 100, {.row = sizeof rows[0]}); }), HasSubstr("allowed: "));
  const ImageObject image(session, d, rows, sizeof rows, {.row = sizeof rows[0]}, KernelAccess::read_only);
  const DeviceArray out = session.allocate(ArrayType{SampleType::f32, {15}});
  queue.launch(program().kernel("see_image2d"), {.global = {5, 3, 1}}, {image, out});
  std::vector<float> seen(15);
  queue.read(out, bytes_of(seen)).wait();
  EXPECT_EQ(seen[14], 124);
  EXPECT_EQ(memory_info(image).place, HostPlace::in_place);
}

TEST_F(ImageObjects, AreRefusedWhereTheyCannotBe) {
  const auto made = [&](const ImageDescription& d) { return [&, d] { ImageObject(session, d); }; };
  EXPECT_THAT(refusal(made({ImageKind::image2d, one_float, 0, 3})), HasSubstr("a width of 0"));
  EXPECT_THAT(refusal(made({ImageKind::image1d, one_float, 4, 3})), HasSubstr("1, as it has none"));
  EXPECT_THAT(refusal(made({ImageKind::image2d, one_float, std::size_t{1} << 40, 1}), ErrorKind::unsupported),
              HasSubstr("allowed on this device"));
  EXPECT_THAT(refusal(made({ImageKind::image1d_buffer, one_float, 4})), HasSubstr("over an array"));
  const DeviceArray five = session.allocate(ArrayType{SampleType::u8, {5}});
  EXPECT_THAT(refusal([&] { ImageObject(session, five, one_float); }), HasSubstr("a multiple of 4"));
  const ImageObject flat(session, {ImageKind::image1d, one_float, 4});
  const ImageObject fixed(session, {ImageKind::image2d, one_float, 4, 3}, KernelAccess::read_only);
  const DeviceArray out = session.allocate(ArrayType{SampleType::f32, {15}});
  const Kernel see = program().kernel("see_image2d"), images = program().kernel("images");
  EXPECT_THAT(refusal([&] { queue.launch(see, {.global = {1}}, {flat, out}); }), HasSubstr("image1d"));
  EXPECT_THAT(refusal([&] { queue.launch(images, {.global = {1}}, {fixed, fixed}); }), HasSubstr("can write"));
  EXPECT_THAT(refusal([&] { queue.fill(flat, std::array<std::int32_t, 4>{}); }), HasSubstr("allowed: floats"));
  std::vector<float> row(9);
  EXPECT_THAT(refusal([&] { queue.read(flat, bytes_of(row), {{1, 0, 0}, {4, 1, 1}}); }), HasSubstr("does not lie"));
  EXPECT_THAT(refusal([&] { queue.copy(fixed, {{0, 0, 0}, {5, 1, 1}}, flat); }), HasSubstr("does not lie"));
}

// No product with a pitch may overflow.
TEST_F(ImageObjects, RefusePitchesThatNoMemoryHas) {
  const ImageDescription d{ImageKind::image3d, one_float, 4, 2, 3};
  const ImageObject volume(session, d);
  std::vector<float> values(24);
  alignas(4096) static float memory[1024];
  constexpr std::size_t half = std::size_t{1} << 63;
  for (const TexelPitch& pitch :
       {TexelPitch{.slice = half}, TexelPitch{.row = half}, TexelPitch{.row = half, .slice = 64},
        TexelPitch{.row = 2 * (half - 1), .slice = 2 * (half - 1)}}) {
    const std::string named = std::to_string(std::max(pitch.row, pitch.slice));
    const auto says = testing::AllOf(HasSubstr(named), HasSubstr("at least 16 and "), HasSubstr("than memory holds"));
    EXPECT_THAT(refusal([&] { queue.read(volume, bytes_of(values), whole_of(d), pitch); }), says);
    EXPECT_THAT(refusal([&] { queue.write(bytes_of(values), volume, whole_of(d), pitch); }), says);
    EXPECT_THAT(refusal([&] { ImageObject(session, d, memory, sizeof memory, pitch); }), says);
  }
  EXPECT_THAT(refusal([&] { queue.read(volume, bytes_of(values), whole_of(d), {.row = 8}); }),
              HasSubstr("rows 8 and slices 16 bytes apart"));
  EXPECT_THAT(refusal([&] { queue.read(volume, bytes_of(values), whole_of(d), {.slice = half / 4}); }),
              HasSubstr("96 bytes of the host"));
}

// This is so on a part of PoCL's device.
TEST(NoImages, AreRefusedWithWhatWorks) {
  const Session& session = session_of_tests();
  if (session.device().images) GTEST_SKIP() << "images";
  const auto says = testing::AllOf(HasSubstr(session.device().name + " has no image objects"),
                                   HasSubstr("allowed: arrays, which every device has"));
  alignas(4096) static float memory[1024];
  const DeviceArray array = session.allocate(ArrayType{SampleType::f32, {5}});
  for (const ImageKind kind : image_kinds) {
    EXPECT_TRUE(image_formats(session, kind).empty()) << name_of(kind);
    EXPECT_THAT(refusal([&] { made(session, small(kind)); }, ErrorKind::unsupported), says) << name_of(kind);
    if (kind == ImageKind::image1d_buffer) continue;
    const auto over = [&] { ImageObject(session, small(kind), memory, sizeof memory); };
    EXPECT_THAT(refusal(over, ErrorKind::unsupported), says) << name_of(kind);
  }
}

}  // namespace
}  // namespace lenslet
