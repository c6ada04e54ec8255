// Dot products of bytes by words of four: which devices can have them, and that the sum is right, however long.
#include <algorithm>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "array/fill.hpp"
#include "emulated_support.hpp"

namespace lenslet::op {
namespace {

// For devices without the extension.
constexpr char by_shifts[] =
    "#define BYTE(word, i) ((word) >> 8 * (i) & 255u)\n"
    "#define dot_4x8packed_uu_uint(a, b) (BYTE(a, 0) * BYTE(b, 0) + BYTE(a, 1) * BYTE(b, 1) + BYTE(a, 2) * BYTE(b, 2) "
    "+ BYTE(a, 3) * BYTE(b, 3))\n";

constexpr char sixteens[] = "two_stage.tree.stride.group64.groups8.items2.packed16";

DeviceInfo device_having(const std::vector<std::string>& extensions, DeviceKind kind = DeviceKind::cpu) {
  DeviceInfo device;
  device.name = "X";
  device.kind = kind;
  device.max_group = 256;
  device.extensions = extensions;
  return device;
}

std::string packed_reason(const DeviceInfo& device, const Call& call = {"dot"}) {
  const Op& op = *find("dot", ValueKind::array);
  const ArrayType type{SampleType::u8, {1000}};
  const Instance problem = instance_of(op, call, Types{type, type});
  const auto exclusion = excluded(op, problem, device, parse(sixteens, op.space(problem, device)));
  return exclusion ? to_string(*exclusion) : "";
}

std::vector<std::string> packed_loads(const std::string& name, SampleType type, DeviceKind kind) {
  const Op& op = *find(name, ValueKind::array);
  const std::vector<ArrayType> types(op.info.inputs.size(), ArrayType{type, {1000}});
  return op.space(instance_of(op, {name}, types), device_having({}, kind)).back().values;
}

TEST(PackedRule, NamesWhatTheDeviceLacks) {
  EXPECT_EQ(packed_reason(device_having({"cl_khr_fp64"})), "integer-dot-product: X has no cl_khr_integer_dot_product");
  EXPECT_EQ(packed_reason(device_having({"cl_khr_fp64", "cl_khr_integer_dot_product"})), "");
}

TEST(PackedSpace, IsOfDotProductsOfBytes) {
  EXPECT_THAT(packed_loads("dot", SampleType::u8, DeviceKind::gpu),
              testing::ElementsAre("1", "2", "4", "8", "packed4", "packed8", "packed16", "packed32"));
  EXPECT_THAT(packed_loads("dot", SampleType::u8, DeviceKind::cpu), testing::Contains("packed64"));
  EXPECT_THAT(packed_loads("dot", SampleType::u16, DeviceKind::cpu), testing::ElementsAre("1", "2", "4", "8", "16"));
  EXPECT_THAT(packed_loads("sum", SampleType::u8, DeviceKind::cpu), testing::ElementsAre("1", "2", "4", "8", "16"));
}

class Packed : public EmulatedTest {
 protected:
  std::optional<std::string> mismatch(const std::string& schedule, const std::vector<Array>& inputs) const {
    return EmulatedTest::mismatch(by_shifts, "dot", schedule, inputs);
  }
};

TEST_F(Packed, WordsOfAnyLengthMakeTheSum) {
  for (const char* schedule : {sixteens, "two_stage.tree.chunk.group1.groups2.items4.packed4"})
    for (const std::int64_t count : {1, 15, 16, 63, 10007}) {
      const ArrayType type{SampleType::u8, {count}};
      const std::vector<Array> inputs{array::filled(type, array::Fill::random, 7),
                                      array::filled(type, array::Fill::random, 8)};
      EXPECT_EQ(mismatch(schedule, inputs), std::nullopt) << schedule << ' ' << count;
    }
}

// Whole blocks of the largest products, whose sum has more than 32 bits.
TEST_F(Packed, LargestProductsFit) {
  const bool cpu = queue().device().info().kind == DeviceKind::cpu;
  const std::string widest = cpu ? "packed64" : "packed32";
  Array largest({SampleType::u8, {(1 << 20) + 3}});
  std::ranges::fill(largest.bytes(), std::byte{255});
  EXPECT_EQ(mismatch("two_stage.tree.chunk.group1.groups1.items1." + widest, {largest, largest}), std::nullopt);
}

}  // namespace
}  // namespace lenslet::op
