// What studies launch and prove with: ranges, offsets, compiler options, texels for samplers.
#include "studies/kernel_row.hpp"

#include <limits>

#include <gtest/gtest.h>

#include <lenslet/error.hpp>

#include "ocl_test_support.hpp"

namespace lenslet::study {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

TEST(FirstDifference, NamesTheElement) {
  EXPECT_EQ(first_difference(std::vector{1, 2, 3}, std::vector{1, 2, 3}), std::nullopt);
  EXPECT_EQ(first_difference(std::vector{1, 2, 4}, std::vector{1, 2, 3}), "element 2 is 4, not 3");
}

TEST(FirstDifference, ToleratesNoMoreThanItIsTold) {
  EXPECT_FALSE(first_difference(std::vector{100.5f}, std::vector{100.0f}, 0.01));
  EXPECT_TRUE(first_difference(std::vector{101.5f}, std::vector{100.0f}, 0.01));
}

TEST(FirstDifference, TellsUnwrittenFromWritten) {
  EXPECT_TRUE(first_difference(std::vector{nan}, std::vector{1.0f}, 0.01));
  EXPECT_TRUE(first_difference(std::vector{1.0f}, std::vector{nan}, 0.01));
  EXPECT_FALSE(first_difference(std::vector{nan}, std::vector{nan}));
}

class CandidateTest : public ocl::DeviceTest {
 protected:
  static constexpr const char* source =
      "__kernel void ids(__global uint *out) { out[get_global_id(1) * 8 + get_global_id(0)] = 1; }\n"
      "__kernel void literal(__global uint *out) { *out = sizeof(1.5); }\n"
      "__kernel void mixed(__read_only image2d_t in, __global float *out) {\n"
      "  const sampler_t sampler = CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_NORMALIZED_COORDS_FALSE;\n"
      "  *out = read_imagef(in, sampler, (float2)(1, 0.5f)).x;\n"
      "}\n";

  ocl::Kernel kernel(const std::string& name, const std::string& options = {}) const {
    return {ocl::build(queue(), {.source = source, .options = options}).program, name};
  }

  template <class... Arguments>
  static ocl::Kernel with_arguments(ocl::Kernel kernel, const Arguments&... arguments) {
    unsigned index = 0;
    (kernel.set(index++, arguments), ...);
    return kernel;
  }
};

TEST_F(CandidateTest, BeginAtTheirOffset) {
  const ocl::Buffer out = upload(queue(), std::vector<std::uint32_t>(64));
  queue().launch(with_arguments(kernel("ids"), out), {3, 2}, {0, 0}, {4, 5}).wait();
  const auto ids = download<std::uint32_t>(queue(), out, 64);
  for (std::size_t i = 0; i < ids.size(); ++i)
    EXPECT_EQ(ids[i], i % 8 >= 4 && i % 8 < 7 && i / 8 >= 5 && i / 8 < 7) << i;
}

TEST_F(CandidateTest, ObeyTheCompilersOptions) {
  const ocl::Buffer out = upload(queue(), std::vector<std::uint32_t>(1));
  queue().launch(with_arguments(kernel("literal", "-cl-single-precision-constant"), out), {1, 1}, {1, 1}).wait();
  EXPECT_EQ(download<std::uint32_t>(queue(), out, 1)[0], sizeof(float));
}

ocl::Texels floating_texels(SampleType type) {
  return {.storage = Storage::image, .type = type, .width = 2, .floating = true};
}

TEST_F(CandidateTest, MixFloatingTexels) {
  if (!queue().device().info().images) GTEST_SKIP() << "no image objects";
  const ocl::ImageObject image = queue().allocate(floating_texels(SampleType::f32));
  const std::vector<float> texels{3, 5};
  queue().write(image, bytes_of(texels).data(), 2 * sizeof(float));
  const ocl::Buffer out = upload(queue(), std::vector<float>(1));
  queue().launch(with_arguments(kernel("mixed"), image, out), {1, 1}, {1, 1}).wait();
  EXPECT_NEAR(download<float>(queue(), out, 1)[0], 4, 0.01);
  ocl::Texels layered = floating_texels(SampleType::f32);
  layered.storage = Storage::image_array;
  EXPECT_THROW(queue().allocate(layered), Error);
}

}  // namespace
}  // namespace lenslet::study
