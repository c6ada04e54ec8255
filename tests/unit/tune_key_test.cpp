// Every part of a problem that can change which schedule is fastest changes its key, and what cannot does not.
#include "store/store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "matrix.hpp"
#include "session/problem.hpp"

namespace lenslet::store {
namespace {

DeviceInfo a_device() {
  DeviceInfo device;
  device.name = "Accelerator 5000";
  device.vendor = "Somebody";
  device.platform = "Portable";
  device.platform_version = "OpenCL 3.0";
  device.driver = "1.2";
  device.architecture = "sm_90";
  device.compute_units = 4;
  return device;
}

Key key(const Call& call, PixelFormat format = {SampleType::f32, 1}, const OpOptions& options = {},
        Size size = {1024, 1024}) {
  return key_of(*op::problem_of(image_work(call, format, size, options)), a_device(), nullptr);
}

const Call gaussian{"gaussian", {{"ksize", std::int64_t{5}}}};

TEST(TuneKey, WorkIsWhatDecidesSpeed) {
  const std::string work = key(gaussian).work;
  EXPECT_NE(key({"gaussian", {{"ksize", std::int64_t{7}}}}).work, work);
  EXPECT_NE(key(gaussian, {SampleType::u8, 1}).work, work);
  EXPECT_NE(key(gaussian, {SampleType::f32, 3}).work, work);
  OpOptions options;
  options.border = Border::wrap;
  EXPECT_NE(key(gaussian, {SampleType::f32, 1}, options).work, work);
  options = {};
  options.ddepth = SampleType::u8;
  EXPECT_NE(key(gaussian, {SampleType::f32, 1}, options).work, work);
  EXPECT_NE(key(gaussian, {SampleType::f32, 4, true}).work, key(gaussian, {SampleType::f32, 4}).work);
  const Call one{"scharr", {}}, both{"scharr", {{"both", true}}};
  EXPECT_NE(key(one).work, key(both).work);
  const Call l1{"gradient", {{"norm", std::string("l1")}}}, l2{"gradient", {{"norm", std::string("l2")}}};
  EXPECT_NE(key(l1).work, key(l2).work);
}

TEST(TuneKey, ValuesThatOnlyChangeNumbersAreNoPart) {
  const Call other_sigma{"gaussian", {{"ksize", std::int64_t{5}}, {"sigma", 3.0}}};
  EXPECT_EQ(key(other_sigma).work, key(gaussian).work);
  const Call low{"gradient", {{"threshold", 0.25}}}, high{"gradient", {{"threshold", 0.5}}};
  EXPECT_EQ(key(low).work, key(high).work);
  OpOptions grey;
  grey.border_value = {0.5};
  EXPECT_EQ(key(gaussian, {SampleType::f32, 1}, grey).work, key(gaussian).work);
}

TEST(TuneKey, TapsOfZeroCount) {
  const Call full{"filter2d", {{"mask", matrix("1 2 1; 2 4 2; 1 2 1")}}};
  const Call plus{"filter2d", {{"mask", matrix("0 2 0; 2 4 2; 0 2 0")}}};
  EXPECT_NE(key(full).work, key(plus).work);
}

TEST(TuneKey, SizesShareABucketByPowersOfTwo) {
  const auto bucket = [](Size size) { return key(gaussian, {SampleType::f32, 1}, {}, size).size_bucket; };
  EXPECT_EQ(bucket({1, 1}), 0);
  EXPECT_EQ(bucket({512, 512}), 18);
  EXPECT_EQ(bucket({3866, 4320}), 24);
  EXPECT_EQ(bucket({4320, 3866}), 24);
  EXPECT_EQ(bucket({1 << 20, 1 << 20}), 40);
}

TEST(TuneKey, NamesDeviceDriverAndWhatChangesItsCode) {
  const op::ProblemPtr problem = op::problem_of(image_work(gaussian, {SampleType::f32, 1}, {8, 8}));
  const char* const environment[] = {"HOME=/home/somebody", "POCL_WORK_GROUP_METHOD=loops", "POCL_CACHE_DIR=/tmp",
                                     nullptr};
  const Key key = key_of(*problem, a_device(), environment);
  EXPECT_EQ(key.device, "Accelerator 5000, Somebody, 4 units");
  EXPECT_EQ(key.driver, "Portable OpenCL 3.0, 1.2, POCL_WORK_GROUP_METHOD=loops");
  EXPECT_EQ(key.architecture, "sm_90");
  EXPECT_EQ(key.format, library_format);
}

}  // namespace
}  // namespace lenslet::store
