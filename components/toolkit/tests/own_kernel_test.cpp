// Users' own kernels: their description, every class of argument, ranges, and errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include <lenslet/error.hpp>
#include <lenslet/kernel.hpp>
#include <lenslet/memory.hpp>
#include <lenslet/session.hpp>

#include "image_support.hpp"
#include "refusal.hpp"

namespace lenslet {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char own_text[] = R"(
typedef struct { int first; float second; } Pair;

__kernel void classes(const float a, const float4 v, const Pair pair, const char small, __global const float *restrict in,
                      __constant float *weights, __local float *scratch, __global float *none, __global float *out) {
  const size_t i = get_global_id(0);
  scratch[get_local_id(0)] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  const float other = scratch[get_local_size(0) - 1 - get_local_id(0)];
  out[i] = none ? -1.0f : a + v.w + pair.first + pair.second + small + weights[1] + other;
}

__kernel __attribute__((reqd_work_group_size(4, 2, 1))) void fixed(__global int *out) { out[get_global_linear()] = 1; }

__kernel void index(__global int *out) {
  __global int *mine = out + 13 * get_global_linear();
  for (uint d = 0; d < 3; ++d) {
    mine[d] = get_global_id(d);
    mine[3 + d] = get_group_id(d);
    mine[6 + d] = get_local_id(d);
    mine[9 + d] = get_num_groups(d);
  }
  mine[12] = get_work_dim();
}

__kernel void look(__read_only image2d_t image, const sampler_t sampler, __global uint *out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  out[at.y * get_global_size(0) + at.x] = read_imageui(image, sampler, at - 1).x;
}

__kernel void add(const int what, __global int *to) { to[get_global_id(0)] += what; }
)";

// Counts from the offset on, since OpenCL 1.2 has no function for it.
constexpr char own_linear[] = R"(
#define PLACE(d) (get_global_id(d) - get_global_offset(d))
#define get_global_linear() ((PLACE(2) * get_global_size(1) + PLACE(1)) * get_global_size(0) + PLACE(0))
)";

// The program's session.
const Session& own_session() {
  static const Session made;
  return made;
}

const Program& own_program() {
  static const Program made =
      Program::from_text(own_session(), std::string(own_linear) + own_text, {.options = "-D N=4", .name = "own.cl"});
  return made;
}

TEST(OwnKernel, TellsOfItself) {
  EXPECT_THAT(own_program().kernel_names(), testing::UnorderedElementsAre("classes", "fixed", "index", "look", "add"));
  EXPECT_EQ(own_program().options(), "-D N=4 -cl-kernel-arg-info");
  EXPECT_EQ(own_program().binary_type(), BinaryType::executable);
  const KernelInfo info = own_program().kernel("classes").info();
  EXPECT_EQ(info.argument_count, 9u);
  ASSERT_EQ(info.arguments.size(), 9u);
  EXPECT_EQ(info.arguments[1].type, "float4");
  EXPECT_EQ(info.arguments[1].address, AddressSpace::value);
  EXPECT_EQ(info.arguments[4].name, "in");
  EXPECT_EQ(info.arguments[4].type, "float*");
  EXPECT_TRUE(info.arguments[4].is_const && info.arguments[4].is_restrict && !info.arguments[4].is_volatile);
  EXPECT_EQ(info.arguments[5].address, AddressSpace::constant);
  EXPECT_EQ(info.arguments[6].address, AddressSpace::local);
  EXPECT_EQ(own_program().kernel("look").info().arguments[0].access, ImageAccess::read_only);
  EXPECT_GE(info.max_group, 1u);
  EXPECT_GE(info.preferred_multiple, 1u);
  EXPECT_THAT(own_program().kernel("fixed").info().compile_group, ElementsAre(4, 2, 1));
  const std::vector<Kernel> all = own_program().kernels();
  ASSERT_EQ(all.size(), 5u);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].info().name, own_program().kernel_names()[i]);
}

TEST(OwnKernel, TakesArgumentsOfEveryClass) {
  struct Pair {
    std::int32_t first;
    float second;
  };
  const DeviceArray in = own_session().upload(Array::of<float>({1, 2, 3, 4, 5, 6, 7, 8}));
  const DeviceArray weights = own_session().upload(Array::of<float>({0, 1000}));
  const DeviceArray out = own_session().allocate(in.type());
  const Kernel kernel = own_program().kernel("classes");
  const Launch launch =
      kernel.launch({.global = {8}, .group = {4}}, {0.5f, std::array<float, 4>{9, 9, 9, 10}, Pair{100, 0.25f},
                                                    std::int8_t{-1}, in, weights, LocalMemory{16}, NoBuffer{}, out});
  launch.wait();
  const Array got = own_session().download(out);
  const float sum = 0.5f + 10 + 100 + 0.25f - 1 + 1000;
  EXPECT_THAT(got.as<float>(), ElementsAre(sum + 4, sum + 3, sum + 2, sum + 1, sum + 8, sum + 7, sum + 6, sum + 5));
  const std::vector<EventTimes> times = event_times(launch);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_LE(times[0].queued, times[0].submitted);
  EXPECT_LE(times[0].submitted, times[0].started);
  EXPECT_LT(times[0].started, times[0].ended);
}

// g = offset + w S + s, and W = G / S, in each dimension. In dimensions that the range lacks they are 0 and 1.
void check_indexes(const KernelRange& range) {
  const Kernel kernel = own_program().kernel("index");
  std::size_t items = 1;
  for (const std::size_t side : range.global) items *= side;
  const DeviceArray out = own_session().allocate(ArrayType{SampleType::i32, {static_cast<std::int64_t>(items), 13}});
  kernel.launch(range, {out}).wait();
  const Array got = own_session().download(out);
  const std::span<const std::int32_t> all = got.as<std::int32_t>();
  for (std::size_t item = 0; item < items; ++item) {
    const auto mine = all.subspan(13 * item, 13);
    ASSERT_EQ(mine[12], static_cast<int>(range.global.size()));
    std::size_t place = item;
    for (std::size_t d = 0; d < 3; ++d) {
      const bool has = d < range.global.size();
      const std::size_t global = has ? range.global[d] : 1, group = has ? range.group[d] : 1;
      const std::size_t offset = has && !range.offset.empty() ? range.offset[d] : 0;
      const auto w = static_cast<std::size_t>(mine[3 + d]), s = static_cast<std::size_t>(mine[6 + d]);
      ASSERT_EQ(static_cast<std::size_t>(mine[d]), offset + w * group + s);
      ASSERT_EQ(static_cast<std::size_t>(mine[d]), offset + place % global);
      ASSERT_EQ(static_cast<std::size_t>(mine[9 + d]), global / group);
      ASSERT_LT(s, group);
      place /= global;
    }
  }
}

TEST(OwnKernel, IndexesOfWorkItemsFollowTheirArithmetic) {
  const std::size_t most = own_program().kernel("index").info().max_group;
  check_indexes({.global = {1024}, .group = {std::min<std::size_t>(64, most)}});
  check_indexes({.global = {12, 12}, .group = {4, 4}});
  check_indexes({.global = {24}, .group = {8}, .offset = {100}});
  check_indexes({.global = {6, 10}, .group = {3, 5}, .offset = {7, 1}});
  check_indexes({.global = {4, 6, 8}, .group = {2, 3, 4}, .offset = {0, 5, 1000}});
}

TEST(OwnKernel, TakesPartsOfOneArray) {
  const auto rows = static_cast<std::int64_t>(own_session().device().alignment);  // of 4 bytes: all rows begin aligned
  const DeviceArray all = own_session().allocate(ArrayType{SampleType::i32, {3 * rows}});
  own_session().fill(all, 0);
  const Kernel add = own_program().kernel("add");
  for (int k = 0; k < 3; ++k)
    add.launch({.global = {static_cast<std::size_t>(rows)}}, {k + 1, own_session().part(all, k * rows, rows)});
  const Array got = own_session().download(all);
  for (int k = 0; k < 3; ++k)
    for (const std::int64_t place : {k * rows, (k + 1) * rows - 1}) EXPECT_EQ(got.at(place), k + 1);
}

TEST(OwnKernel, ReadsImagesThroughSamplers) {
  if (!own_session().device().images) GTEST_SKIP() << "no image objects";
  const Image image = pattern({5, 3}, {SampleType::u8, 1});
  const DeviceArray out = own_session().allocate(ArrayType{SampleType::u32, {5, 7}});
  const Kernel look = own_program().kernel("look");
  look.launch({.global = {7, 5}}, {own_session().upload(image, Storage::image), Sampler{}, out}).wait();
  const Array got = own_session().download(out);
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 7; ++x)
      EXPECT_EQ(got.at(7 * y + x), image.at(std::clamp(x - 1, 0, 4), std::clamp(y - 1, 0, 2), 0)) << x << ' ' << y;
  EXPECT_THAT(refusal([&] {
                look.launch({.global = {7, 5}}, {own_session().upload(image), Sampler{}, out});
              }),
              HasSubstr("'image', is image2d_t in global memory; given an image in the storage 'buffer'; allowed: an "
                        "image in the storage 'image'"));
}

TEST(OwnKernel, RefusesArgumentsThatItDoesNotDeclare) {
  const DeviceArray array = own_session().allocate(ArrayType{SampleType::i32, {8}});
  const Kernel add = own_program().kernel("add");
  const auto given = [&](const std::vector<KernelArgument>& arguments) {
    return refusal([&] { add.launch({.global = {8}}, arguments); });
  };
  EXPECT_EQ(given({1}), "kernel add: 1 arguments; allowed: 2: int what, int* to");
  EXPECT_EQ(given({1L, array}),
            "kernel add: argument 0, 'what', is int; given an integer of 8 bytes; allowed: an integer of 4 bytes");
  EXPECT_THAT(given({1.0f, array}), HasSubstr("given a floating-point number of 4 bytes"));
  EXPECT_THAT(given({array, array}), HasSubstr("given an array, i32 [8]; allowed: a value of 4 bytes"));
  EXPECT_THAT(given({1, 2}),
              HasSubstr("'to', is int* in global memory; given an integer of 4 bytes; allowed: an array"));
  EXPECT_THAT(given({1, LocalMemory{4}}), HasSubstr("given 4 bytes of local memory"));
  EXPECT_EQ(given({1, Session().upload(Array::of<std::int32_t>({0}))}),
            "kernel add: argument 1 is memory of another session; allowed: of the program's own");
  const DeviceArray unread = allocate(own_session(), array.type(), {.kernels = KernelAccess::write_only});
  EXPECT_THAT(refusal([&] {
                own_program().kernel("classes").launch(
                    {.global = {8}}, {0.5f, std::array<float, 4>{}, std::int64_t{}, std::int8_t{}, unread, array,
                                      LocalMemory{32}, NoBuffer{}, array});
              }),
              HasSubstr("'in', is float* in global memory; given an array, i32 [8]; allowed: memory that kernels can"));
  const KernelArgument much = LocalMemory{own_session().device().local_memory + 1};
  const Kernel classes = own_program().kernel("classes");
  EXPECT_THAT(refusal([&] {
                classes.launch({.global = {8}}, {0.5f, std::array<float, 4>{}, std::int64_t{}, std::int8_t{}, array,
                                                 array, much, NoBuffer{}, array});
              }),
              HasSubstr("of local memory as arguments"));
}

TEST(OwnKernel, RefusesRangesThatItCannotHave) {
  const Kernel add = own_program().kernel("add"), fixed = own_program().kernel("fixed");
  const auto given = [](const Kernel& kernel, const KernelRange& range) {
    return refusal([&] { kernel.resolved(range); });
  };
  EXPECT_EQ(given(add, {}), "kernel add: a range of 0 dimensions; allowed: 1 to 3");
  EXPECT_EQ(given(add, {.global = {4, 0}}), "kernel add: the range is 0 in y; allowed: 1 or more");
  EXPECT_THAT(given(add, {.global = {4}, .group = {2, 2}}), HasSubstr("the group has 2 dimensions and the range 1"));
  EXPECT_THAT(given(add, {.global = {1000}, .group = {16}}),
              HasSubstr("a range of 1000 in x in groups of 16; allowed: a multiple, such as 1008"));
  EXPECT_THAT(given(add, {.global = {1 << 20}, .group = {1 << 20}}), HasSubstr("allowed:"));
  EXPECT_THAT(given(add, {.global = {8}, .offset = {~std::size_t{0}}}), HasSubstr("together at most"));
  EXPECT_THAT(given(fixed, {.global = {8, 2}, .group = {8, 1}}), HasSubstr("allowed: 4 x 2, its reqd_work_group_size"));
  EXPECT_THAT(given(fixed, {.global = {8}}), HasSubstr("allowed: 2, as its reqd_work_group_size is 4 x 2 x 1"));
  EXPECT_THAT(add.resolved({.global = {1000}, .group = {16}, .round_up = true}).global, ElementsAre(1008));
  EXPECT_THAT(fixed.resolved({.global = {8, 4}}).group, ElementsAre(4, 2));
}

TEST(OwnKernel, WaitsForEventsAndMayHaveOneItem) {
  const Kernel add = own_program().kernel("add");
  const DeviceArray sum = own_session().upload(Array::of<std::int32_t>({0, 0}));
  const Launch first = add.launch(KernelRange::one_item(), {5, sum});
  add.launch(KernelRange::one_item(), {6, sum}, {first.event(), first.event()}).wait();
  EXPECT_TRUE(first.done());
  const Array got = own_session().download(sum);
  EXPECT_THAT(got.as<std::int32_t>(), ElementsAre(11, 0));
  const Session other;
  const Launch foreign = other.fill(other.allocate(ArrayType{SampleType::i32, {1}}), 1);
  EXPECT_THAT(refusal([&] {
                add.launch(KernelRange::one_item(), {1, sum}, {foreign.event()});
              }),
              HasSubstr("an event of another context"));
}

TEST(OwnKernel, ServesSeveralThreads) {
  const Kernel add = own_program().kernel("add");
  const DeviceArray even = own_session().upload(Array::of<std::int32_t>({0})),
                    odd = own_session().upload(Array::of<std::int32_t>({0}));
  const auto work = [&add](int what, const DeviceArray& to) {
    for (int i = 0; i < 50; ++i) add.launch({.global = {1}}, {what, to}).wait();
  };
  std::thread other(work, 1, odd);
  work(1000, even);
  other.join();
  EXPECT_EQ(own_session().download(even).at(0), 50000);
  EXPECT_EQ(own_session().download(odd).at(0), 50);
}

TEST(OwnKernel, TakesNumbersFromText) {
  const auto bytes = [](const char* type, const char* words) {
    return std::get<KernelArgument::Bytes>(value_from_text({.name = "a", .type = type}, words).what()).bytes;
  };
  EXPECT_EQ(bytes("uchar", "255"), std::vector<std::byte>{std::byte{255}});
  EXPECT_EQ(bytes("float3", "1,2,3").size(), 16u);
  EXPECT_EQ(bytes("half", "1"), (std::vector<std::byte>{std::byte{0}, std::byte{0x3c}}));
  EXPECT_EQ(bytes("unsigned int", "7").size(), 4u);
  EXPECT_THAT(refusal([&] { bytes("uchar", "256"); }), HasSubstr("is uchar; given '256'"));
  EXPECT_THAT(refusal([&] { bytes("char", "-129"); }), HasSubstr("a number that fits char"));
  EXPECT_THAT(refusal([&] { bytes("int2", "1"); }), HasSubstr("2 numbers with commas"));
  EXPECT_THAT(refusal([&] { bytes("int", "1.5"); }), HasSubstr("a number that fits int"));
  EXPECT_THAT(refusal([&] { bytes("Point", "1"); }), HasSubstr("no number"));
}

}  // namespace
}  // namespace lenslet
