// Device selectors, on a made-up list: no device is needed.
#include "ocl/select.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ocl_test_support.hpp"
#include "refusal.hpp"

namespace lenslet::ocl {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

DeviceInfo make(int index, DeviceKind kind, const char* name, const char* vendor, const char* platform) {
  DeviceInfo info;
  info.index = index;
  info.kind = kind;
  info.name = name;
  info.vendor = vendor;
  info.platform = platform;
  return info;
}

const std::vector<DeviceInfo> machine = {
    make(0, DeviceKind::cpu, "pthread-skylake", "GenuineIntel", "Portable Computing Language"),
    make(1, DeviceKind::accelerator, "FPGA board", "Intel", "Intel(R) CPU and FPGA Platform"),
    make(2, DeviceKind::gpu, "GeForce RTX 3090", "NVIDIA Corporation", "NVIDIA CUDA"),
    make(3, DeviceKind::gpu, "NVIDIA H200", "NVIDIA Corporation", "NVIDIA CUDA"),
    make(4, DeviceKind::cpu, "llvmpipe", "Mesa/X.org", "rusticl"),
};

struct SelectorCase {
  const char* selector;
  std::size_t expected;
};

class Selector : public testing::TestWithParam<SelectorCase> {};

TEST_P(Selector, FindsTheDevice) {
  EXPECT_EQ(select(machine, GetParam().selector), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(Ocl, Selector,
                         testing::Values(SelectorCase{"", 2}, SelectorCase{"0", 0}, SelectorCase{"3", 3},
                                         SelectorCase{"cpu", 0}, SelectorCase{"CPU", 0}, SelectorCase{"gpu", 2},
                                         SelectorCase{"accelerator", 1}, SelectorCase{"pocl", 0},
                                         SelectorCase{"PoCL:cpu", 0}, SelectorCase{"computing", 0},
                                         SelectorCase{"nvidia", 2}, SelectorCase{"nvidia:gpu:h200", 3},
                                         SelectorCase{"nvidia:3090", 2}, SelectorCase{"intel", 1},
                                         SelectorCase{"intel:cpu", 0}, SelectorCase{"rusticl:cpu", 4},
                                         SelectorCase{"mesa", 4}));

TEST(SelectDefault, PrefersGpuThenAcceleratorThenCpu) {
  EXPECT_EQ(select(std::span(machine).first(2), ""), 1u);
  EXPECT_EQ(select(std::span(machine).first(1), ""), 0u);
}

std::string message_for(std::span<const DeviceInfo> devices, const char* selector, const char* origin = "") {
  try {
    select(devices, selector, origin);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::no_device);
    return error.what();
  }
  ADD_FAILURE() << "\"" << selector << "\" matched";
  return {};
}

TEST(SelectError, NamesTheSelectorAndAllDevices) {
  const std::string message = message_for(machine, "amd:gpu");
  EXPECT_THAT(message, HasSubstr("\"amd:gpu\""));
  EXPECT_THAT(message, HasSubstr("0: cpu pthread-skylake (Portable Computing Language)"));
  EXPECT_THAT(message, HasSubstr("4: cpu llvmpipe (rusticl)"));
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

TEST(SelectError, SaysWhereTheSelectorCameFrom) {
  EXPECT_THAT(message_for(machine, "vax", "LENSLET_DEVICE"), HasSubstr("\"vax\" of LENSLET_DEVICE"));
}

TEST(SelectError, RefusesWhatMatchesNothing) {
  for (const char* selector : {"5", "99999999999999999999999", "nvidia:cpu", ":", "gpu:", "-1", "gp", "other"})
    EXPECT_THAT(message_for(machine, selector), HasSubstr(selector));
}

TEST(SelectError, SaysHowToGetADevice) {
  EXPECT_THAT(message_for({}, ""), HasSubstr("pocl-opencl-icd"));
  EXPECT_THAT(message_for({}, "0"), HasSubstr("no OpenCL driver"));
}

TEST(SelectError, NamesThePlatformsWithoutDevices) {
  const std::vector<std::string> failures{"PoCL (CL_DEVICE_NOT_FOUND)"};
  const auto message = [&](std::span<const DeviceInfo> devices) -> std::string {
    try {
      select(devices, "nvidia:cpu", {}, failures);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::no_device);
      return error.what();
    }
    return "no error";
  };
  EXPECT_THAT(message({}), StartsWith("no OpenCL driver has a device; without devices: " + failures.front()));
  EXPECT_THAT(message({}), HasSubstr("pocl-opencl-icd for any CPU"));
  EXPECT_THAT(message(machine), testing::EndsWith("; without devices: " + failures.front()));
}

// Devices with 8 compute units each.
std::vector<std::string> selected(std::string_view list) {
  std::vector<DeviceInfo> devices = machine;
  for (DeviceInfo& device : devices) device.compute_units = 8;
  std::vector<std::string> names;
  for (const Selected& each : select_list(devices, list)) names.push_back(to_string(each));
  return names;
}

TEST(SelectList, TakesOneDeviceForEachSelector) {
  using testing::ElementsAre;
  EXPECT_THAT(selected(""), ElementsAre("2"));
  EXPECT_THAT(selected("pocl"), ElementsAre("0"));
  EXPECT_THAT(selected("gpu,gpu"), ElementsAre("2", "3"));
  EXPECT_THAT(selected("3,nvidia,cpu,cpu"), ElementsAre("3", "2", "0", "4"));
  EXPECT_THAT(selected("all"), ElementsAre("0", "1", "2", "3", "4"));
  EXPECT_THAT(selected("mesa/x.org"), ElementsAre("4"));
}

TEST(SelectList, CutsDevices) {
  using testing::ElementsAre;
  EXPECT_THAT(selected("pocl/2"), ElementsAre("0/2/0", "0/2/1"));
  EXPECT_THAT(selected("pocl/4/3,pocl/4/0,gpu"), ElementsAre("0/4/3", "0/4/0", "2"));
  EXPECT_THAT(selected("pocl/1"), ElementsAre("0"));
  EXPECT_THAT(selected("cpu/2,cpu/2"), ElementsAre("0/2/0", "0/2/1", "4/2/0", "4/2/1"));
}

TEST(SelectList, RefusesWhatIsTwiceEmptyOrTooMuch) {
  const auto why = [](const char* list) { return refusal([&] { selected(list); }); };
  for (const char* list : {"0,0", "0,pocl", "gpu,gpu,gpu", "all,gpu", "0/2,0", "0/2/0,0/2/0", "0/2/0,0/4/1"})
    EXPECT_THAT(why(list), HasSubstr("twice; allowed: each device once")) << list;
  for (const char* list : {",", "0,", ",gpu", "0,,1"}) EXPECT_THAT(why(list), HasSubstr("is empty")) << list;
  for (const char* list : {"0/9", "0/0", "0/9/1"})
    EXPECT_THAT(why(list), HasSubstr("allowed: 1 to 8, as many as pthread-skylake has compute units")) << list;
  EXPECT_EQ(why("pocl/2/2"), "sub-device 2 of 2 of device 0; allowed: 0 to 1");
  EXPECT_THAT(refusal([] { selected("gpu,vax"); }, ErrorKind::no_device), HasSubstr("\"vax\"; there is 0: cpu"));
}

TEST(KindNames, AreTheSelectorsWords) {
  EXPECT_EQ(name_of(DeviceKind::gpu), "gpu");
  EXPECT_EQ(name_of(DeviceKind::accelerator), "accelerator");
  EXPECT_EQ(name_of(DeviceKind::cpu), "cpu");
  EXPECT_EQ(name_of(DeviceKind::other), "other");
}

TEST_F(DeviceTest, EveryListedDeviceDescribesItself) {
  int index = 0;
  for (const DeviceInfo& device : devices()) {
    EXPECT_EQ(device.index, index++);
    EXPECT_FALSE(device.name.empty());
    EXPECT_FALSE(device.platform.empty());
    EXPECT_FALSE(device.driver.empty());
    EXPECT_THAT(device.version, testing::StartsWith("OpenCL "));
    EXPECT_THAT(device.language_version, testing::StartsWith("OpenCL C "));
    EXPECT_GE(device.compute_units, 1);
    EXPECT_GE(device.global_memory, device.max_allocation);
    EXPECT_GT(device.max_allocation, 0u);
    EXPECT_GE(device.max_group, 1u);
    EXPECT_EQ(device.max_group_sides.size(), 3u);
  }
}

TEST_F(DeviceTest, AnIndexFindsItsDevice) {
  for (const DeviceInfo& device : devices()) EXPECT_EQ(find_device(std::to_string(device.index)).name, device.name);
}

TEST_F(DeviceTest, TheEnvironmentSelectsWhereTheArgumentIsEmpty) {
  const ScopedVariable variable("LENSLET_DEVICE", "no-such-device");
  EXPECT_THROW(find_device(), Error);
  EXPECT_EQ(find_device("0").index, 0);
}

}  // namespace
}  // namespace lenslet::ocl
