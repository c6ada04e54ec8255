// The key of the program cache: every part of it must count, and no two requests may share one.
#include "ocl/program_cache.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <lenslet/version.hpp>

namespace lenslet::ocl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

DeviceInfo device() {
  DeviceInfo info;
  info.name = "name";
  info.vendor = "vendor";
  info.platform = "platform";
  info.platform_version = "1";
  info.version = "2";
  info.language_version = "3";
  info.driver = "4";
  return info;
}

TEST(CacheKey, ChangesWithEveryPart) {
  std::set<std::string> keys{cache_key(device(), "source", "options", {})};
  for (auto part : {&DeviceInfo::name, &DeviceInfo::vendor, &DeviceInfo::platform, &DeviceInfo::platform_version,
                    &DeviceInfo::version, &DeviceInfo::language_version, &DeviceInfo::driver}) {
    DeviceInfo other = device();
    other.*part += "x";
    keys.insert(cache_key(other, "source", "options", {}));
  }
  keys.insert(cache_key(device(), "other", "options", {}));
  keys.insert(cache_key(device(), "source", "other", {}));
  keys.insert(cache_key(device(), "source", "options", {"POCL_A=1"}));
  keys.insert(cache_key(device(), "source", "options", {"POCL_A=1", "POCL_B=1"}));
  keys.insert(cache_key(device(), "source", "options", {"POCL_A=2"}));
  EXPECT_EQ(keys.size(), 13u);
  EXPECT_THAT(*keys.begin(), HasSubstr(version));
}

TEST(CacheKey, PartsDoNotRunIntoEachOther) {
  EXPECT_NE(cache_key(device(), "c", "ab", {}), cache_key(device(), "bc", "a", {}));
  EXPECT_NE(cache_key(device(), "b", "a\nsource 1\n", {}), cache_key(device(), "a\nsource 1\nb", "", {}));
}

TEST(CacheKey, TakesTheVariablesThatChangeCode) {
  const char* const environment[] = {"POCL_WORK_GROUP_METHOD=loopvec", "HOME=/",  "CL_CONFIG_CPU_VECTORIZER_MODE=1",
                                     "LP_NATIVE_VECTOR_WIDTH=256",     "POCLX=1", nullptr};
  EXPECT_THAT(
      code_environment(environment),
      ElementsAre("CL_CONFIG_CPU_VECTORIZER_MODE=1", "LP_NATIVE_VECTOR_WIDTH=256", "POCL_WORK_GROUP_METHOD=loopvec"));
}

TEST(CacheKey, LeavesOutWhatOnlyMovesFilesOrHidesDevices) {
  const char* const environment[] = {
      "POCL_CACHE_DIR=/a",  "POCL_DEBUG=all", "POCL_AFFINITY=1", "RUSTICL_ENABLE=llvmpipe", "CUDA_VISIBLE_DEVICES=1",
      "CUDA_CACHE_PATH=/b", nullptr};
  EXPECT_TRUE(code_environment(environment).empty());
}

}  // namespace
}  // namespace lenslet::ocl
