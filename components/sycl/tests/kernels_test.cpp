// The kernels of <lenslet/sycl_kernels.hpp>, called by the host: each way gives the sums of a plain loop.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include <lenslet/ops.hpp>
#include <lenslet/session.hpp>
#include <lenslet/sycl_kernels.hpp>

namespace lenslet::sycl {
namespace {

using Numbers = std::vector<unsigned>;

constexpr int group = 4, count = 24;

unsigned expected(const Numbers& in, const Numbers& mask, int i) {
  const int taps = static_cast<int>(mask.size());
  unsigned sum = 0;
  for (int j = 0; j < taps; ++j)
    if (const int k = i - taps / 2 + j; k >= 0 && k < count)
      sum += in[static_cast<std::size_t>(k)] * mask[static_cast<std::size_t>(j)];
  return sum;
}

Numbers numbers(int length, unsigned factor) {
  Numbers all;
  for (int i = 0; i < length; ++i) all.push_back(static_cast<unsigned>(i + 1) * factor);
  return all;
}

// Masks of even and odd lengths, some wider than a group, and one longer than all elements.
class Convolutions : public testing::TestWithParam<int> {};

TEST_P(Convolutions, HaveThePlainSums) {
  const int taps = GetParam();
  const Numbers in = numbers(count, 2654435761u), mask = numbers(taps, 40503);
  Numbers around(static_cast<std::size_t>(count + 2 * (taps / 2)));
  std::ranges::copy(in, around.begin() + taps / 2);
  for (int i = 0; i < count; ++i) {
    const Place at{i, i / group * group, i / group * group + group};
    EXPECT_EQ((NestedIfs{}.sum<unsigned>(in.data(), mask.data(), at, count, taps)), expected(in, mask, i)) << i;
    EXPECT_EQ((Bounded{}.sum<unsigned>(in.data(), mask.data(), at, count, taps)), expected(in, mask, i)) << i;
    EXPECT_EQ((Padded{}.sum<unsigned>(around.data(), mask.data(), at, count, taps)), expected(in, mask, i)) << i;
  }
}

// The op in OpenCL C, as a correlation with zeros outside.
TEST_P(Convolutions, HaveTheBitsOfTheOp) {
  const int taps = GetParam();
  const Numbers in = numbers(count, 2654435761u), mask = numbers(taps, 40503);
  const Session session({.cache = false});
  const Array x = Array::of(in), taps_of_op = Array::of(mask);
  const Array out = session.run(array_ops::Convolve{.correlate = true}, {x, taps_of_op}).array();
  ASSERT_EQ(out.count(), count);
  for (int i = 0; i < count; ++i) {
    const Place at{i, i / group * group, i / group * group + group};
    const unsigned got = out.as<std::uint32_t>()[static_cast<std::size_t>(i)];
    EXPECT_EQ(got, (NestedIfs{}.sum<unsigned>(in.data(), mask.data(), at, count, taps))) << i;
    EXPECT_EQ(got, (Bounded{}.sum<unsigned>(in.data(), mask.data(), at, count, taps))) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Taps, Convolutions, testing::Values(1, 2, 5, 8, 9, 24, 31));

TEST(Dilations, TakeTheLargestNeighbour) {
  const float in[] = {1, 2, 3, 9,  //
                      0, 0, 0, 0,  //
                      8, 0, 0, 7};
  const float out[] = {2, 3, 9, 9,  //
                       8, 8, 9, 9,  //
                       8, 8, 7, 7};
  for (int i = 0; i < 12; ++i) EXPECT_EQ(largest_near(in, i % 4, i / 4, 4, 3), out[i]) << i;
}

// SYCL compilers use them with pointers to USM.
using Words = Convolution<NestedIfs, const unsigned*, const unsigned*, unsigned*>;
using Pixels = Dilation<const float*, float*>;
static_assert(std::is_invocable_v<const Words, const ::sycl::nd_item<1>&> && ::sycl::is_device_copyable_v<Words>);
static_assert(std::is_invocable_v<const Pixels, const ::sycl::nd_item<2>&> && ::sycl::is_device_copyable_v<Pixels>);

}  // namespace
}  // namespace lenslet::sycl
