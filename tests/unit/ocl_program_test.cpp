// Building programs on a real device: errors, time-outs and the way through the cache.
#include "ocl/deadline.hpp"
#include "ocl/program.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <lenslet/error.hpp>

#include "ocl/program_cache.hpp"
#include "ocl_test_support.hpp"

namespace lenslet::ocl {
namespace {

using testing::HasSubstr;

constexpr char fill[] =
    "kernel void fill(global int* out, int first) { size_t i = get_global_id(0); out[i] = first + (int)i; }\n";

BuildRequest request(std::string source, ProgramCache* cache = nullptr) {
  BuildRequest result;
  result.source = std::move(source);
  result.cache = cache;
  return result;
}

class ProgramTest : public DeviceTest {
 protected:
  // A compiler still at work when the process ends can crash in the driver's destructors.
  void TearDown() override { EXPECT_TRUE(abandoned_work_ends_within(std::chrono::minutes(2))); }

  std::vector<int> run_fill(const Program& program) {
    const Buffer out = queue().allocate(64 * sizeof(int));
    Kernel kernel(program, "fill");
    kernel.set(0, out);
    kernel.set(1, 7);
    queue().launch(kernel, {64, 1}, {8, 1}).wait();
    std::vector<int> numbers(64);
    queue().read(out, 0, std::as_writable_bytes(std::span(numbers)));
    return numbers;
  }
  void expect_filled(const Program& program) {
    const std::vector<int> numbers = run_fill(program);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(numbers[static_cast<std::size_t>(i)], 7 + i);
  }
  std::unique_ptr<ProgramCache> open_cache() const {
    return std::make_unique<ProgramCache>(directory_.path(), 1 << 26);
  }
  TemporaryDirectory directory_;
};

TEST_F(ProgramTest, AKernelWritesItsNumbers) {
  const BuildResult result = build(queue(), request(fill));
  EXPECT_EQ(result.cache, CacheUse::off);
  EXPECT_GT(result.ms, 0);
  expect_filled(result.program);
}

TEST_F(ProgramTest, TheSecondBuildComesFromTheCache) {
  EXPECT_EQ(build(queue(), request(fill, open_cache().get())).cache, CacheUse::miss);
  const BuildResult second = build(queue(), request(fill, open_cache().get()));
  EXPECT_EQ(second.cache, CacheUse::hit);
  expect_filled(second.program);
}

TEST_F(ProgramTest, OptionsAndSourceTellProgramsApart) {
  const auto cache = open_cache();
  BuildRequest with_option = request(fill, cache.get());
  with_option.options = "-DX=1";
  EXPECT_EQ(build(queue(), request(fill, cache.get())).cache, CacheUse::miss);
  EXPECT_EQ(build(queue(), with_option).cache, CacheUse::miss);
  EXPECT_EQ(build(queue(), request(std::string(fill) + "\n", cache.get())).cache, CacheUse::miss);
  EXPECT_EQ(build(queue(), with_option).cache, CacheUse::hit);
}

TEST_F(ProgramTest, ABinaryMakesTheSameProgram) {
  const Binary binary = binary_of(build(queue(), request(fill)).program);
  ASSERT_FALSE(binary.empty());
  expect_filled(build(queue(), binary, std::chrono::minutes(1)));
}

TEST_F(ProgramTest, ABinaryOfSomethingElseIsAnError) {
  if (queue().device().info().platform == "rusticl") GTEST_SKIP() << "Mesa 22.3 panics on any binary but its own";
  EXPECT_THROW(build(queue(), Binary(100, 'x'), std::chrono::minutes(1)), Error);
}

TEST_F(ProgramTest, NamesItsKernels) {
  const std::string two = std::string(fill) + "kernel void nothing(global int* out) { out[0] = 0; }\n";
  EXPECT_THAT(kernel_names(build(queue(), request(two)).program), testing::UnorderedElementsAre("fill", "nothing"));
}

TEST_F(ProgramTest, ACacheWithAProblemIsUnavailable) {
  ProgramCache cache("/proc/lenslet", 1 << 20);
  const BuildResult result = build(queue(), request(fill, &cache));
  EXPECT_EQ(result.cache, CacheUse::unavailable);
  expect_filled(result.program);
}

TEST_F(ProgramTest, ABinaryThatTheDriverRefusesIsBuiltAnew) {
  if (queue().device().info().platform == "rusticl") GTEST_SKIP() << "Mesa 22.3 panics on any binary but its own";
  const auto cache = open_cache();
  const std::string key = cache_key(queue().device().info(), fill, "", code_environment(environ));
  cache->store(key, std::vector<unsigned char>(100, 'x'));
  const BuildResult result = build(queue(), request(fill, cache.get()));
  EXPECT_EQ(result.cache, CacheUse::miss);
  expect_filled(result.program);
  EXPECT_EQ(build(queue(), request(fill, cache.get())).cache, CacheUse::hit);
}

TEST_F(ProgramTest, AnErrorCarriesTheLogAndItsFirstError) {
  try {
    build(queue(), request("kernel void broken(global int* out) { out[0] = no_such_name; }"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::build);
    EXPECT_THAT(error.what(), HasSubstr(queue().device().info().name));
    EXPECT_THAT(error.what(), HasSubstr("CL_BUILD_PROGRAM_FAILURE (-11)"));
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    EXPECT_THAT(error.detail(), HasSubstr("no_such_name"));
  }
}

TEST_F(ProgramTest, AFailedBuildIsNotStored) {
  const auto cache = open_cache();
  EXPECT_THROW(build(queue(), request("kernel void broken( {", cache.get())), Error);
  EXPECT_EQ(cache->bytes(), 0u);
}

// Enough for any compiler to need more than the time given; little enough that the end of the tests need not wait long.
std::string heavy_source() {
  std::string source = "kernel void heavy(global float* out) {\n  float x = out[0];\n";
  for (int i = 0; i < 2000; ++i) source += fmt::format("  x = x * {}.5f + sin(x);\n", i);
  return source + "  out[0] = x;\n}\n";
}

TEST_F(ProgramTest, ABuildThatTakesTooLongIsAnError) {
  BuildRequest heavy = request(heavy_source());
  heavy.timeout = std::chrono::milliseconds(0);
  try {
    build(queue(), heavy);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::build);
    EXPECT_THAT(error.what(),
                HasSubstr("did not finish within 0 ms; allowed: a longer limit, SessionOptions::build_timeout, "
                          "or --compile-timeout of the commands that have it"));
  }
}

TEST_F(ProgramTest, TheQueueServesOthersWhileABuildIsLeftAlone) {
  BuildRequest heavy = request(heavy_source() + "// again\n");
  heavy.timeout = std::chrono::milliseconds(1);
  EXPECT_THROW(build(queue(), heavy), Error);
  expect_filled(build(queue(), request(fill)).program);
}

TEST_F(ProgramTest, AMissingKernelOrArgumentIsNamed) {
  const Program program = build(queue(), request(fill)).program;
  try {
    Kernel(program, "absent");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("CL_INVALID_KERNEL_NAME (-46), kernel absent"));
  }
  Kernel kernel(program, "fill");
  EXPECT_GE(kernel.max_group(), 1u);
  try {
    kernel.set(9, 1);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("CL_INVALID_ARG_INDEX (-49), argument 9 of kernel fill"));
  }
}

}  // namespace
}  // namespace lenslet::ocl
