// SPIR-V: what a module's front says of it, and which devices can have it.
#include "ocl/spirv.hpp"

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

using testing::HasSubstr;

std::vector<unsigned char> module_of(const std::vector<std::uint32_t>& words) {
  std::vector<unsigned char> bytes(words.size() * 4);
  std::memcpy(bytes.data(), words.data(), bytes.size());
  return bytes;
}

// A header, a capability, a memory model and an entry point "f".
std::vector<unsigned char> small_module(std::uint32_t capability = 6, std::uint32_t addressing = 2,
                                        std::uint32_t model = 2, std::uint32_t version = 0x10000) {
  return module_of({0x07230203, version, 0, 10, 0, 2u << 16 | 17, capability, 3u << 16 | 14, addressing, model,
                    4u << 16 | 15, 6, 1, 0x66});
}

std::string refusal_of(const std::vector<unsigned char>& bytes) {
  try {
    spirv_info(bytes);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(Spirv, SaysWhatItIsFor) {
  const SpirvInfo info = spirv_info(small_module());
  EXPECT_TRUE(info.kernels && info.opencl_model && info.entry_points);
  EXPECT_EQ(info.address_bits, 64);
  EXPECT_EQ(info.major * 10 + info.minor, 10);
}

TEST(Spirv, OfAnotherKindIsRefused) {
  EXPECT_THAT(refusal_of({}), HasSubstr("0 bytes are no SPIR-V"));
  EXPECT_THAT(refusal_of({'B', 'C', 0xc0, 0xde}), HasSubstr("are no SPIR-V"));
  auto odd = small_module();
  odd.push_back(0);
  EXPECT_THAT(refusal_of(odd), HasSubstr("are no whole words"));
  EXPECT_THAT(refusal_of(module_of({0x07230203, 0x10000, 0, 10, 0, 9u << 16 | 17, 6})),
              HasSubstr("cut at word 5 of 7"));
  EXPECT_THAT(refusal_of(module_of({0x07230203, 0x10000, 0, 10, 0, 0})), HasSubstr("cut at word 5 of 6"));
}

TEST(Spirv, FitsSomeDevices) {
  const auto obstacle = [](const std::vector<unsigned char>& module, const char* versions = "SPIR-V_1.0 SPIR-V_1.10") {
    return spirv_obstacle(spirv_info(module), versions, 64);
  };
  EXPECT_EQ(obstacle(small_module()), "");
  EXPECT_THAT(obstacle(small_module(), ""), HasSubstr("takes no SPIR-V; allowed: OpenCL C, or a binary"));
  EXPECT_THAT(obstacle(small_module(1, 0, 1)), HasSubstr("for graphics"));
  EXPECT_THAT(obstacle(small_module(6, 1)), HasSubstr("addresses of 32 bits; allowed: 64"));
  auto empty = small_module();
  empty.resize(empty.size() - 16);
  EXPECT_THAT(obstacle(empty), HasSubstr("has no kernel; allowed: SPIR-V with one or more"));
  EXPECT_THAT(obstacle(small_module(6, 2, 2, 0x10100)), HasSubstr("SPIR-V_1.1; allowed: SPIR-V_1.0 SPIR-V_1.10"));
}

class SpirvDevice : public DeviceTest {};

TEST_F(SpirvDevice, RefusesWhatItCannotHave) {
  const auto module = small_module(1, 0, 1);
  EXPECT_THROW(build_spirv(queue(), module, {}, std::chrono::seconds(10)), Error);
}

}  // namespace
}  // namespace lenslet::ocl
