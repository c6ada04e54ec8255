// The program cache: whatever fails, it hands out the bytes that were stored or none, and can be used afterwards.
#include "ocl/program_cache.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "../unit/ocl_test_support.hpp"
#include "kinds.hpp"

namespace lenslet::failures {
namespace {

using Bytes = std::vector<unsigned char>;
constexpr std::uint64_t plenty = 1 << 20;

Bytes program(int number) {
  return Bytes(3000, static_cast<unsigned char>(number));
}

std::string key(int number) {
  return fmt::format("key {}", number % 4);
}

class CacheFailures : public testing::TestWithParam<Failure> {
 protected:
  const std::filesystem::path& folder() const { return folder_.path(); }

  // A fresh start stores and finds again.
  void expect_works(int number) const {
    ocl::ProgramCache cache(folder(), plenty);
    EXPECT_EQ(cache.problem(), "");
    cache.store(key(number), program(number));
    EXPECT_EQ(cache.find(key(number)), program(number));
    EXPECT_EQ(cache.problem(), "");
  }

 private:
  ocl::TemporaryDirectory folder_;
};

TEST_P(CacheFailures, StoresOrMisses) {
  each_failure([&](int n) {
    expect_works(n);
    survives(GetParam(), n, [&] { ocl::ProgramCache(folder(), plenty).store(key(n), program(n + 1)); });
    ocl::ProgramCache cache(folder(), plenty);
    const auto found = cache.find(key(n));
    EXPECT_TRUE(!found || *found == program(n) || *found == program(n + 1));
    EXPECT_EQ(cache.problem(), "");
  });
}

TEST_P(CacheFailures, FindsOrMisses) {
  each_failure([&](int n) {
    expect_works(n);
    std::optional<Bytes> found;
    survives(GetParam(), n, [&] { found = ocl::ProgramCache(folder(), plenty).find(key(n)); });
    EXPECT_TRUE(!found || *found == program(n));
  });
}

TEST_P(CacheFailures, IsEmptiedOrNot) {
  each_failure([&](int n) {
    expect_works(n);
    survives(GetParam(), n, [&] { ocl::ProgramCache(folder(), plenty).clear(); });
    const auto found = ocl::ProgramCache(folder(), plenty).find(key(n));
    EXPECT_TRUE(!found || *found == program(n));
  });
}

INSTANTIATE_TEST_SUITE_P(Each, CacheFailures, testing::ValuesIn(all_failures()), name_of);

}  // namespace
}  // namespace lenslet::failures
